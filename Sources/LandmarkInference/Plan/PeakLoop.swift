internal import CLandmarkKernels
import LandmarkCore

/// Products that are added up in registers alone: as many multiply-adds as a level's kernels can do.
struct PeakLoop {
    private let kernels: Kernels
    private let memory: AlignedMemory
    private let units: Int

    /// A loop that takes one thread so many units' time, of some microseconds each; nil where the
    /// level's kernels do not run.
    init?(_ level: InstructionSet, units: Int) {
        guard let kernels = Kernels(level.code) else { return nil }
        self.kernels = kernels
        self.units = units
        memory = AlignedMemory(count: units * kernels.block)
    }

    /// How long `runner` takes for the loop.
    func time(on runner: some WorkRunner) -> Duration {
        let arguments = lk_f32_peak(factor: 1e-3, output: memory.base)
        return withUnsafePointer(to: arguments) { arguments in
            let start = ContinuousClock.now
            runner.run(SplitWork(kernels.peak, arguments, units: units, least: 1))
            return ContinuousClock.now - start
        }
    }

    /// The multiply-adds a second that a loop in such a time means.
    func rate(_ time: Duration) -> Double {
        Double(units * Int(LK_PEAK_ROUNDS) * Int(LK_PEAK_SUMS) * kernels.block)
            / (time / .seconds(1))
    }
}
