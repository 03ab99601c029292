import LandmarkCore
import LandmarkInference
import LandmarkTestSupport

/// Runs graphs in plain Swift loops, with sums in double precision: the shortest implementation of
/// `Backend`, and an independent check of the CPU backend.
struct ReferenceBackend: Backend {
    var device: ComputeDevice { .cpu }

    var traits: BackendTraits { BackendTraits(fewestDeadChannels: 8) }

    func prepare(_ source: NetworkSource) throws(InferenceError) -> Preparation {
        let (graph, constants) = try source.rewritten(for: self)
        return .ready(try ReferenceExecutable(graph, constants))
    }
}

/// A graph whose values each have their own memory, row-major.
final class ReferenceExecutable: Executable {
    typealias Memory = UnsafeMutableBufferPointer<Float>

    private let graph: NetworkGraph
    private var memory: [Int: Memory] = [:]
    private var steps: [() -> Void] = []
    private var lazyOutputs: [Int: ReferenceOperation] = [:]

    init(_ graph: NetworkGraph, _ constants: ConstantReader) throws(InferenceError) {
        self.graph = graph
        for input in graph.inputs { try allocate(input, constants) }
        for node in graph.nodes {
            let operation = try operation(of: node, constants)
            try allocate(node.output, constants)
            guard let output = memory[node.output] else { continue }
            steps.append { operation.run(into: output) }
        }
        for output in graph.outputs {
            try allocate(output.value, constants)
            guard let node = output.lazyConvolution else { continue }
            lazyOutputs[output.position] = try operation(of: node, constants)
        }
    }

    deinit {
        for memory in memory.values { memory.deallocate() }
    }

    private func operation(
        of node: NetworkGraph.Node, _ constants: ConstantReader
    ) throws(InferenceError) -> ReferenceOperation {
        for value in node.reads { try allocate(value, constants) }
        return try ReferenceOperation(node, of: graph, memory, constants)
    }

    /// Allocates memory for a value: zeros, or the numbers of a constant.
    private func allocate(_ value: Int, _ constants: ConstantReader) throws(InferenceError) {
        guard memory[value] == nil else { return }
        let count = graph.values[value].count
        try constants.budget.take(floats: count)
        let allocated = Memory.allocate(capacity: count)
        allocated.initialize(repeating: 0)
        memory[value] = allocated
        guard let constant = graph.values[value].constant else { return }
        _ = allocated.update(from: try constants.floats(of: constant))
    }

    var macs: Int { graph.nodes.reduce(0) { $0 + graph.macs(of: $1) } }

    func input(_ index: Int) -> TensorView {
        let value = graph.values[graph.inputs[index]]
        guard let base = memory[graph.inputs[index]]?.baseAddress else {
            preconditionFailure("inputs have memory")
        }
        return TensorView(
            base: base, height: value.height, width: value.width, channels: value.channels,
            rowStride: value.width * value.channels)
    }

    func output(_ position: Int) -> UnsafePointer<Float>? {
        guard lazyOutputs[position] == nil,
            let output = graph.outputs.first(where: { $0.position == position })
        else { return nil }
        return UnsafePointer(memory[output.value]?.baseAddress)
    }

    func evaluate(
        _ window: ChannelWindow, of position: Int, to target: UnsafeMutablePointer<Float>, step: Int
    ) {
        guard let operation = lazyOutputs[position] else { return }
        var target = target
        for row in window.rows {
            for column in window.columns {
                let pixel = row * operation.output.width + column
                target.pointee = operation.value(pixel: pixel, channel: window.channel)
                target += step
            }
        }
    }

    func run(on pool: WorkerPool) {
        for step in steps { step() }
    }

    func profile(runs: Int, on pool: WorkerPool) -> [StepTiming] {
        zip(graph.nodes, steps).map { node, step in
            let times = (0..<runs).map { _ in seconds(of: step) }
            return StepTiming(
                name: graph.describe(node), duration: times.min() ?? 0,
                macs: graph.macs(of: node))
        }
    }
}
