public import LandmarkCore

extension ComputeDevice {
    /// The devices that can be used here, the processor first.
    public static var available: [ComputeDevice] {
        #if os(Linux)
        let names = (try? OpenVINOBackend.devices()) ?? []
        let others: [(String, ComputeDevice)] = [
            ("CPU", .openVINO), ("GPU", .gpu), ("NPU", .neuralEngine),
        ]
        // Several devices of a kind are numbered, as in GPU.0.
        return [.cpu]
            + others.filter { kind, _ in
                names.contains { $0.split(separator: ".").first.map(String.init) == kind }
            }.map(\.1)
        #else
        return [.cpu]
        #endif
    }

    /// Returns the device with its instruction set resolved if it is the processor: the requested one, the
    /// one named by `LANDMARK_KERNELS`, or the fastest available.
    ///
    /// - Throws: `InferenceError.environment`, `.instructionSetUnavailable` or `.precisionUnavailable`.
    package func resolved() throws(InferenceError) -> ComputeDevice {
        guard kind == .cpu else { return self }
        return try CPUBackend(instructionSet, precision, threads: 1).device
    }

    /// Returns the backend that runs networks on this device with the given number of threads.
    ///
    /// - Throws: `InferenceError.environment`, `.instructionSetUnavailable`, `.precisionUnavailable` or
    ///   `.deviceUnavailable`.
    func backend(threads: Int) throws(InferenceError) -> any Backend {
        if kind == .cpu { return try CPUBackend(instructionSet, precision, threads: threads) }
        #if os(Linux)
        if [.openVINO, .gpu, .neuralEngine].contains(kind) {
            return OpenVINOBackend(self, threads: threads)
        }
        #endif
        throw .deviceUnavailable(self, reason: "this build has no backend for it")
    }
}
