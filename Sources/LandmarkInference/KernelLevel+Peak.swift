internal import CLandmarkKernels
public import LandmarkCore

extension KernelLevel {
    /// The multiply-adds that one core does in a second at most, measured: products added in
    /// registers alone, the best of some runs of a millisecond or so. Nil where this level's
    /// kernels do not run.
    ///
    /// A network's multiply-adds divided by this is the least time that it can take on one thread.
    public func measuredPeak() -> Double? {
        guard let kernels = Kernels(code) else { return nil }
        let memory = AlignedMemory(count: kernels.block)
        var arguments = lk_f32_peak(factor: 1e-3, output: memory.base)
        // The scalar kernel emulates a fused addition and takes longer for the same.
        let units: Int32 = self == .scalar ? 2 : 64
        let work = Int(units) * Int(LK_PEAK_ROUNDS) * Int(LK_PEAK_SUMS) * kernels.block
        var best = Duration.seconds(Int64.max)
        for _ in 0..<20 {
            let start = ContinuousClock.now
            kernels.peak(&arguments, 0, units)
            best = min(best, ContinuousClock.now - start)
        }
        return Double(work) / (best / .seconds(1))
    }
}
