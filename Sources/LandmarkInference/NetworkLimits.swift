/// The cost that one network may have, checked before anything is allocated or computed.
///
/// A model is input like any other: a file of a kilobyte can describe tensors of gigabytes, and
/// convolutions that take hours. The standard limits are far above those of any landmark model.
public struct NetworkLimits: Sendable, Hashable {
    /// The memory in bytes for weights, tensors and their preparation, at most 2³¹; 2³⁰ by default.
    public var memory: Int
    /// The operations of one run, as estimated from the shapes of all tensors; 2³⁴ by default.
    ///
    /// A multiply-add of a convolution is an operation, and so is a value that an operator reads or
    /// writes. A value of a function such as the exponential counts 16 times.
    public var operations: Int

    /// Creates limits.
    public init(memory: Int = 1 << 30, operations: Int = 1 << 34) {
        self.memory = memory
        self.operations = operations
    }

    /// Distances in a network's memory are 32-bit integers in the kernels.
    static let mostMemory = 1 << 31
    /// The time of some rewrites grows with the square of these numbers.
    static let mostOperators = 1 << 13
    static let mostTensors = 1 << 16
}

extension NetworkGraph {
    /// Checks that the operations of one run, as estimated from the shapes, are at most `limit`.
    ///
    /// - Throws: `InferenceError.tooComplex`.
    func checkOperations(_ limit: Int, model: String) throws(InferenceError) {
        // No node has 2⁶⁰ operations: tensors have at most 2²⁸ elements, and so do padded images.
        var total = inputs.reduce(0) { $0 + values[$1].count }
        for node in nodes {
            total += operations(of: node)
            guard total <= limit else {
                throw .tooComplex(model: model, part: "operations", count: total, limit: limit)
            }
        }
    }

    private func operations(of node: Node) -> Int {
        let moved = node.reads.reduce(values[node.output].count) { $0 + values[$1].count }
        switch node.operation {
        case .convolution, .depthwise: return macs(of: node) + moved
        case .pool(let window, _):
            return values[node.output].count * window.height * window.width + moved
        case .unary(let function): return moved * (function.isTranscendental ? 16 : 1)
        case .binary(_, let activation):
            return moved * (activation?.isTranscendental == true ? 16 : 1)
        case .softmax: return moved * 16
        default: return moved
        }
    }
}

extension NetworkGraph.UnaryFunction {
    /// Whether each value takes as long as many multiplications.
    fileprivate var isTranscendental: Bool {
        switch self {
        case .exponential, .logistic, .tanh: true
        default: false
        }
    }
}
