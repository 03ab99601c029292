public import LandmarkCore

extension InstructionSet {
    /// The multiply-adds that one core does in a second at most, measured: products added in
    /// registers alone, the best of some runs of a quarter of a millisecond. Nil where this level's
    /// kernels do not run.
    ///
    /// A network's multiply-adds divided by this is the least time that it can take on one thread.
    public func measuredPeak() -> Double? {
        best(of: 10, units: 32, on: OneThread())
    }

    /// The multiply-adds that so many threads do in a second together, at this moment: the best of
    /// some runs of half a millisecond each. Nil where this level's kernels do not run.
    ///
    /// As many times `measuredPeak()` as there are threads, where each has a core for itself. Two
    /// processors that share one core reach what one does. The threads start anew each time, since
    /// the system puts new ones on different processors, and ones that wake where there was work
    /// before; the best run counts because even so it may take some until all are at work.
    public func measuredPeak(threads: Int) throws(InferenceError) -> Double? {
        let pool = try WorkerPool(threads: threads)
        pool.hold()
        defer { pool.release() }
        return best(of: 8, units: 64 * threads, on: pool)
    }

    private func best(of runs: Int, units: Int, on runner: some WorkRunner) -> Double? {
        // The scalar kernel emulates a fused addition and takes longer for the same.
        let loop = PeakLoop(self, units: self == .scalar ? units / 32 : units)
        guard let loop else { return nil }
        return (0..<runs).map { _ in loop.time(on: runner) }.min().map(loop.rate)
    }
}
