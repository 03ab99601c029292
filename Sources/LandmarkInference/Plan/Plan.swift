internal import CLandmarkKernels
internal import LandmarkCore
internal import LandmarkModelFile

/// Steps that can be run again and again without allocating, and the memory they work in.
struct Plan {
    /// The instruction set of the steps.
    let device: ComputeDevice
    let steps: [lk_step]
    /// What each step is.
    let names: [String]
    /// The products that each step adds.
    let multiplyAdds: [Int]
    let memory: PlanMemory
    /// Kept alive for the steps that point into them.
    let weights: [AlignedMemory]
    let inputs: [InputImage?]
    /// Where each wanted output is, by its position in the model.
    let outputs: [Int: OutputPlace]

    /// Where an output's values come from.
    enum OutputPlace {
        /// A row-major buffer that the steps fill.
        case buffer(Int)
        /// The convolution that the steps leave out.
        case deferred(DeferredOutput)

        /// The buffer that must hold what the steps left in it.
        var buffer: Int {
            switch self {
            case .buffer(let buffer): buffer
            case .deferred(let output): output.buffer
            }
        }
    }
}

extension Plan {
    /// Plans `model` for so many threads: folds constants, pads and activations into its
    /// convolutions, drops what no wanted output needs, packs the weights and lays out the memory.
    static func make(
        _ model: TFLiteModel, _ options: NetworkOptions, threads: Int
    ) throws(InferenceError) -> Plan {
        let level = try InstructionSet.resolved(options.device.instructionSet)
        if let outside = options.lazyOutputs.filter({ !model.outputs.indices.contains($0) }).min() {
            throw .noOutput(model: model.name, position: outside, count: model.outputs.count)
        }
        var graph = try GraphBuilder.graph(of: model, outputs: options.outputs)
        graph.prune()
        graph.foldPads()
        graph.fuseNormalizations()
        graph.swapResizes()
        graph.fuseEpilogues()
        let constants = ConstantReader(
            model: model, level: level.code, budget: MemoryBudget(model: model.name))
        try graph.dropDeadChannels(constants)
        graph.deferPointwise(to: options.lazyOutputs)
        var builder = try PlanBuilder(model, graph, constants, level, threads: threads)
        return try builder.build()
    }
}
