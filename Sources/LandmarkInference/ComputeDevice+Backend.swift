public import LandmarkCore

extension ComputeDevice {
    /// The devices that can be used here, the processor first.
    public static var available: [ComputeDevice] {
        #if os(Linux)
        let names = (try? OpenVINOBackend.devices()) ?? []
        // Several devices of a kind are numbered, as in GPU.0.
        let kinds = Set(names.compactMap { $0.split(separator: ".").first })
        return [.cpu] + OpenVINOBackend.supported.filter { kinds.contains($0.kind.openVINOName) }
        #else
        // Core ML makes up for whatever a device lacks.
        return [.cpu, .gpu, .neuralEngine]
        #endif
    }

    /// The device that `.automatic` compares with the processor: one in single precision; nil if there
    /// is none.
    static var candidate: ComputeDevice? {
        #if os(Linux)
        let candidate = ComputeDevice.openVINO
        #else
        let candidate = ComputeDevice.gpu
        #endif
        return available.contains(candidate) ? candidate : nil
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
        if OpenVINOBackend.supported.contains(where: { $0.kind == kind }) {
            return OpenVINOBackend(self, threads: threads)
        }
        #else
        if kind == .gpu || kind == .neuralEngine { return CoreMLBackend(self, CoreMLFramework()) }
        #endif
        throw .deviceUnavailable(self, reason: "this build has no backend for it")
    }
}
