internal import LandmarkCore

extension Network {
    /// Runs the network on the values of its inputs.
    ///
    /// If the device fails, the processor takes over with the same inputs, now and in later runs. If the
    /// network has become ready for the device since the last run, the device takes over.
    ///
    /// - Throws: `InferenceError.outOfMemory` or another error if the processor cannot take over. A run on
    ///   the processor never fails.
    public func run() throws(InferenceError) {
        takeLater()
        do {
            try executable.run(on: pool)
        } catch {
            guard let replacement else { throw error }
            let prepared = try replacement()
            copyInputs(to: prepared.executable)
            executable = prepared.executable
            device = prepared.device
            reason = "\(error)"
            self.replacement = nil
            onPlacement?(placement)
            try executable.run(on: pool)
        }
    }

    /// Multiply-accumulates (MACs) of all convolutions per run; FLOPs = 2 × MACs. Pruned zero weights
    /// and lazy outputs are not counted.
    public var macs: Int { executable.macs }

    /// Runs the network step by step, `runs` times, and returns the fastest time of each step. A device
    /// that does not distinguish its steps has one.
    ///
    /// - Throws: `InferenceError.deviceFailed`; never on the processor.
    public func profile(runs: Int) throws(InferenceError) -> [StepTiming] {
        try executable.profile(runs: max(runs, 1), on: pool)
    }

    /// Moves to the device that another thread prepared the network for, if it is ready and works.
    private func takeLater() {
        guard let later, let result = later.take() else { return }
        self.later = nil
        do throws(InferenceError) {
            let ready = try result.get()
            copyInputs(to: ready)
            reason = later.isTrial ? try disadvantage(of: ready, on: later.device) : nil
            if reason == nil {
                executable = ready
                device = later.device
                replacement = later.replacement
            }
        } catch {
            reason = "\(error)"
        }
        onPlacement?(placement)
    }

    /// Returns the times of a device and the one in use, unless the former is clearly faster: a gain of less
    /// than a tenth may be noise, and the numbers of two devices differ.
    private func disadvantage(
        of other: any Executable, on candidate: ComputeDevice
    ) throws(InferenceError) -> String? {
        // The first run prepares more.
        try other.run(on: pool)
        let theirs = try other.fastestRun(of: 3, on: pool)
        let ours = try executable.fastestRun(of: 4, on: pool)
        guard theirs > 0.9 * ours else { return nil }
        func text(_ seconds: Double) -> String { "\((seconds * 1e5).rounded() / 100) ms" }
        return "\(candidate) takes \(text(theirs)) and \(device) \(text(ours))"
    }

    private func copyInputs(to other: any Executable) {
        for index in inputs.indices {
            other.input(index).copy(from: executable.input(index))
        }
    }
}
