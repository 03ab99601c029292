internal import CLandmarkKernels
import LandmarkCore

/// A kernel call whose buffers are chosen but do not have addresses yet.
struct PlannedStep {
    /// The operation and the shape of its output, for profiles.
    var name: String
    var reads: [Int]
    var writes: [Int]
    /// The multiply-accumulates (MACs) that the model requires, without padding of blocks.
    var macs = 0
    /// Creates the call once every buffer has an address.
    var make: (PlanMemory) -> lk_step
}

/// The epilogue of a node with its buffers chosen.
struct PlannedEpilogue {
    var residual: Int?
    var arguments: lk_epilogue

    /// The buffers that it reads.
    var reads: [Int] { residual.map { [$0] } ?? [] }

    func make(_ memory: PlanMemory) -> lk_epilogue {
        var arguments = arguments
        if let residual { arguments.residual = UnsafePointer(memory[residual]) }
        return arguments
    }
}

extension PlanBuilder {
    /// Plans the epilogue of a node whose result has this precision.
    mutating func epilogue(
        _ node: Node, _ precision: Precision = .single
    ) throws(InferenceError) -> PlannedEpilogue {
        var planned = PlannedEpilogue(residual: nil, arguments: lk_epilogue())
        if let residual = node.epilogue.residual {
            let value = graph.values[residual]
            planned.residual = try blocked(residual, precision)
            planned.arguments.residual_plane = Int64(plane(pixels: value.pixels))
            planned.arguments.residual_blocks = Int32(blocks(value.channels))
            planned.arguments.residual_last = node.epilogue.residualLast
        }
        switch node.epilogue.activation {
        case .none: planned.arguments.activation = LK_NONE
        case .relu: planned.arguments.activation = LK_RELU
        case .relu6: planned.arguments.activation = LK_RELU6
        case .hardSwish: planned.arguments.activation = LK_HARD_SWISH
        case .prelu(let slopes):
            planned.arguments.activation = LK_PRELU
            let count = blocks(graph.values[node.output].channels)
            planned.arguments.slopes = UnsafePointer(try padded(slopes, blocks: count).base)
        }
        return planned
    }
}
