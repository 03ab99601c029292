/// A network as operations on values, in an order in which they can run: models are translated into it,
/// rewrites transform it, and backends prepare it to run.
///
/// Values are numbered by their position in `values`; nodes, inputs and outputs refer to them by
/// that number. Values with a `constant` have no node that computes them.
package struct NetworkGraph: Sendable {
    package var values: [Value] = []
    package var nodes: [Node] = []
    /// The values of the model's inputs, in its order.
    package var inputs: [Int] = []
    /// The outputs to compute.
    package var outputs: [Output] = []

    /// A tensor: computed by one node, read by others.
    package struct Value: Sendable {
        package var name: String
        package var shape: [Int]
        /// The source of a constant's numbers.
        package var constant: Constant?

        package var count: Int { shape.reduce(1, *) }
        /// The last dimension: channels, for an image.
        package var channels: Int { shape.last ?? 1 }
        /// The product of all dimensions but the last: pixels, for an image.
        package var pixels: Int { shape.dropLast().reduce(1, *) }
        /// Rows of pixels; 1 for a tensor that is not an image.
        package var height: Int { isImage ? shape[1] : 1 }
        /// Pixels in a row.
        package var width: Int { isImage ? shape[2] : pixels }
        /// Whether the shape is [1, height, width, channels].
        package var isImage: Bool { shape.count == 4 && shape[0] == 1 }
    }

    /// The source of a constant's numbers.
    package struct Constant: Equatable, Sendable {
        /// The model's tensor that holds the bytes.
        package var tensor: Int
        /// The part of the tensor that is kept; nil for all of it.
        package var part: Part?

        /// Some rows and columns of a tensor, seen as a matrix: the last dimension is the columns,
        /// all others together are the rows.
        package struct Part: Equatable, Sendable {
            /// The columns of the whole tensor.
            package var wholeColumns: Int
            /// The rows that are kept, in their new order.
            package var rows: [Int]
            /// The columns that are kept, in their new order.
            package var columns: [Int]
        }
    }

    /// One operation with the values that it reads and computes.
    package struct Node: Sendable {
        package var operation: Operation
        /// The values read, excluding constant parameters and those of the epilogue.
        package var inputs: [Int]
        package var output: Int
        package var epilogue = Epilogue()

        /// All values that must be computed before this node runs.
        package var reads: [Int] {
            guard let residual = epilogue.residual else { return inputs }
            return inputs + [residual]
        }
    }

    /// An output to compute.
    package struct Output: Sendable {
        /// The position among the model's outputs.
        package var position: Int
        /// The value that the nodes compute for it: the output itself, or the input of
        /// `lazyConvolution`.
        package var value: Int
        /// The pointwise convolution that computes the output from `value` wherever it is read; nil
        /// when `value` is the output.
        package var lazyConvolution: Node?
    }

    /// Counts the readers of each value; an output counts as one.
    package func readerCounts() -> [Int] {
        var counts = Array(repeating: 0, count: values.count)
        for node in nodes {
            for value in node.reads { counts[value] += 1 }
        }
        for output in outputs { counts[output.value] += 1 }
        return counts
    }

    /// Returns the index of the node that computes each value.
    func producers() -> [Int?] {
        var producers = [Int?](repeating: nil, count: values.count)
        for (index, node) in nodes.enumerated() { producers[node.output] = index }
        return producers
    }

    /// Adds a value and returns its number.
    mutating func add(_ value: Value) -> Int {
        values.append(value)
        return values.count - 1
    }

    /// Describes a node in profiles: the operation, its window, and the shape of its result.
    package func describe(_ node: Node) -> String {
        "\(node.operation.name) \(node.operation.windowDescription)\(values[node.output].shape)"
    }

    /// Counts the multiply-accumulates (MACs) of a node: those of convolutions, without bias and
    /// activation.
    package func macs(of node: Node) -> Int {
        let count = values[node.output].count
        switch node.operation {
        case .convolution(let window, _, _):
            return count * window.height * window.width * values[node.inputs[0]].channels
        case .depthwise(let window, _, _):
            return count * window.height * window.width
        default:
            return 0
        }
    }
}
