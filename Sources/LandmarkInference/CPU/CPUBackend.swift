internal import CLandmarkKernels
public import LandmarkCore
internal import LandmarkModelFile

/// Runs networks on the processor, with the C kernels of one instruction set.
struct CPUBackend: Backend {
    private let instructionSet: InstructionSet
    private let precision: Precision
    /// The number of threads that will run the networks.
    private let threads: Int

    /// Selects the kernels of `requested`, otherwise of `LANDMARK_KERNELS`, otherwise the fastest
    /// available.
    ///
    /// - Throws: `InferenceError.environment`, `.instructionSetUnavailable` or `.precisionUnavailable`.
    init(
        _ requested: InstructionSet?, _ precision: Precision, threads: Int
    ) throws(InferenceError) {
        instructionSet = try .resolved(requested)
        guard instructionSet.precisions.contains(precision) else {
            throw .precisionUnavailable(precision, instructionSet)
        }
        self.precision = precision
        self.threads = threads
    }

    var device: ComputeDevice { .cpu(instructionSet, precision: precision) }

    var traits: BackendTraits {
        BackendTraits(
            // Kernels compute whole blocks, of at least eight channels.
            fewestDeadChannels: 8, layerNormStep: Int(LK_LAYER_NORM_STEP),
            layerNormLimit: Int(LK_LAYER_NORM_CHANNELS))
    }

    func prepare(_ source: NetworkSource) throws(InferenceError) -> Preparation {
        guard let kernels = instructionSet.kernels else {
            throw .instructionSetUnavailable(instructionSet, available: InstructionSet.available)
        }
        let key = CPUPlan.Key(
            content: source.model.contentDigest, outputs: source.options.outputs,
            lazyOutputs: source.options.lazyOutputs, device: device, threads: threads,
            limits: source.options.limits)
        let plan = try CPUPlan.shared(key) { () throws(InferenceError) in
            let (graph, constants) = try source.rewritten(for: self)
            var builder = PlanBuilder(
                graph, constants, kernels, precision: precision, threads: threads)
            return try builder.build()
        }
        return .ready(try CPUExecutable(plan))
    }

    func widen(_ halves: UnsafeRawPointer, to floats: UnsafeMutablePointer<Float>, count: Int) {
        guard let kernel = instructionSet.kernels?.pointee.f16_to_f32 else { return }
        var arguments = lk_f16_to_f32(halves: halves, floats: floats)
        kernel(&arguments, 0, Int32(count))
    }
}

extension InstructionSet {
    /// The instruction sets that this build and processor can run, slowest first.
    public static var available: [InstructionSet] {
        allCases.filter { $0.kernels != nil }
    }

    /// Returns the instruction set to use: `requested`, otherwise the one named by
    /// `LANDMARK_KERNELS`, otherwise the fastest available.
    ///
    /// - Throws: `InferenceError.environment` when `LANDMARK_KERNELS` is needed and its value is
    ///   not an instruction set, `.instructionSetUnavailable` when the selected one cannot run
    ///   here.
    public static func resolved(
        _ requested: InstructionSet?
    ) throws(InferenceError) -> InstructionSet {
        let set: InstructionSet
        do {
            set = try choice(requested, of: available)
        } catch {
            throw .environment(error)
        }
        guard set.kernels != nil else {
            throw .instructionSetUnavailable(set, available: available)
        }
        return set
    }

    /// The precisions in which the kernels calculate on this processor; none when it cannot run them.
    /// The scalar kernels support all of them as a reference, and are slow.
    public var precisions: [Precision] {
        guard let kernels else { return [] }
        return [.single] + (lk_has_f16(kernels) ? [.half] : [])
            + (lk_has_integers(kernels) ? [.fine, .fast] : [])
    }

    /// The kernels of the instruction set; nil when it cannot run here.
    var kernels: UnsafePointer<lk_kernel_table>? { lk_kernels(rawValue) }
}
