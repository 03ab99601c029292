import LandmarkCore
internal import LandmarkModelFile

/// The parts that all networks of the same model and options share: packed weights, and the kernel calls with
/// their buffers chosen. Each `CPUExecutable` adds memory of its own.
final class CPUPlan: Sendable {
    // SAFETY: nothing changes the parts after init. Their closures only read what they capture, and
    // kernels only read weights and constant arguments.
    nonisolated(unsafe) let parts: Parts

    /// The parts of a plan.
    struct Parts {
        let steps: [PlannedStep]
        /// The places of buffers in the memory of an executable.
        let arena: Arena
        /// Constants that row-major operations read, by buffer.
        let initialValues: [(buffer: Int, floats: [Float])]
        let inputs: [InputImage]
        let outputs: [Int: CPUExecutable.OutputSource]
        /// Kept alive for the steps, which point to them.
        let weights: [AlignedMemory]
        let constants: ArgumentStore
    }

    init(_ parts: Parts) { self.parts = parts }
}

extension CPUPlan {
    /// Everything that a plan depends on.
    struct Key: Hashable, Sendable {
        let content: ContentDigest
        let outputs: [Int]?
        let lazyOutputs: Set<Int>
        /// The device, with its instruction set.
        let device: ComputeDevice
        let threads: Int
        /// A plan within some limits may exceed others.
        let limits: NetworkLimits
    }

    /// The plans in use.
    private static let plans = WeakCache<Key, CPUPlan>()

    /// Returns the plan for `key` that an executable uses, or else the one that `make` returns.
    ///
    /// - Throws: What `make` throws.
    static func shared(
        _ key: Key, make: () throws(InferenceError) -> CPUPlan
    ) throws(InferenceError) -> CPUPlan {
        try plans.value(for: key, make: make)
    }
}
