public import LandmarkCore

extension KernelLevel {
    /// The multiply-adds that one core does in a second at most, measured: products added in
    /// registers alone, the best of some runs of a quarter of a millisecond. Nil where this level's
    /// kernels do not run.
    ///
    /// A network's multiply-adds divided by this is the least time that it can take on one thread.
    public func measuredPeak() -> Double? {
        best(of: 10, units: 32, on: OneThread())
    }

    /// The multiply-adds that the threads of `pool` do in a second together, at this moment: the best
    /// of some runs of half a millisecond each. Nil where this level's kernels do not run.
    ///
    /// As many times `measuredPeak()` as there are threads, where each has a core for itself. Two
    /// processors that share one core reach what one does. The best run counts because it takes some
    /// until the system has put the threads on different processors.
    public func measuredPeak(of pool: WorkerPool) -> Double? {
        pool.hold()
        defer { pool.release() }
        return best(of: 8, units: 64 * pool.threads, on: pool)
    }

    private func best(of runs: Int, units: Int, on runner: some WorkRunner) -> Double? {
        // The scalar kernel emulates a fused addition and takes longer for the same.
        let loop = PeakLoop(self, units: self == .scalar ? units / 32 : units)
        guard let loop else { return nil }
        return (0..<runs).map { _ in loop.time(on: runner) }.min().map(loop.rate)
    }
}
