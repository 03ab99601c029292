internal import CLandmarkKernels
public import LandmarkCore

extension InstructionSet {
    /// Measures the multiply-accumulates (MACs) per second of one core, with multiply-adds in
    /// registers only: the best of ten runs of a quarter of a millisecond. Returns nil if the
    /// instruction set is not available.
    ///
    /// The MACs of a network divided by this give the minimum time that it can take on one thread.
    public func measuredPeak() -> Double? {
        best(of: 10, units: 32, on: OneThread())
    }

    /// Measures the multiply-accumulates (MACs) per second of this many threads together, at the
    /// time of the call: the best of eight runs of half a millisecond each. Returns nil if the
    /// instruction set is not available.
    ///
    /// The result is `threads` times `measuredPeak()` if each thread has its own core; two logical
    /// processors that share a core are no faster than one. Each measurement starts new threads,
    /// since the system spreads new threads over processors but wakes existing ones where they ran
    /// before. Even so, it may take a few runs before all of them work.
    ///
    /// - Throws: `InferenceError.threadCount` or `.threadsUnavailable`.
    public func measuredPeak(threads: Int) throws(InferenceError) -> Double? {
        let pool = try WorkerPool(threads: threads)
        pool.hold()
        defer { pool.release() }
        return best(of: 8, units: 64 * threads, on: pool)
    }

    private func best(of runs: Int, units: Int, on runner: some WorkRunner) -> Double? {
        // The scalar kernel emulates the fused multiply-add and takes longer for the same work.
        let loop = PeakLoop(self, units: self == .scalar ? units / 32 : units)
        guard let loop else { return nil }
        return (0..<runs).map { _ in loop.time(on: runner) }.min().map(loop.rate)
    }
}

/// A loop of multiply-adds in registers.
private struct PeakLoop {
    private let kernels: lk_kernel_table
    private let memory: AlignedMemory
    private let units: Int

    /// Creates a loop whose units each take a thread a few microseconds; nil if the instruction set or the
    /// memory is not available.
    init?(_ instructionSet: InstructionSet, units: Int) {
        guard let kernels = instructionSet.kernels?.pointee else { return nil }
        guard let memory = try? AlignedMemory(count: units * Int(kernels.block)) else { return nil }
        self.kernels = kernels
        self.units = units
        self.memory = memory
    }

    /// Returns the seconds that `runner` takes for the loop.
    func time(on runner: some WorkRunner) -> Double {
        let arguments = lk_f32_peak(factor: 1e-3, output: memory.base)
        return withUnsafePointer(to: arguments) { arguments in
            let start = MonotonicTime.now
            runner.run(SplitWork(kernels.f32_peak, arguments, units: units, least: 1))
            return start.elapsedSeconds
        }
    }

    /// Returns the MACs per second if the loop takes `time` seconds.
    func rate(_ time: Double) -> Double {
        Double(units * Int(LK_PEAK_ROUNDS) * Int(LK_PEAK_SUMS) * Int(kernels.block))
            / time
    }
}
