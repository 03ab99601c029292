/// A network in the vocabulary that exchange formats share: ONNX and Core ML files are written from it.
///
/// Unlike a `NetworkGraph`, it has no fused operations, and its images are planar, [batch, channels,
/// height, width], because both formats convolve those. The first dimension of every tensor that is not
/// a constant is the batch, of size 1 in shapes; an operation never mixes samples. Inputs and outputs
/// keep the names and shapes of the model.
struct PortableGraph: Sendable {
    var tensors: [Tensor] = []
    /// In an order in which they can run.
    var nodes: [Node] = []
    var inputs: [Int] = []
    var outputs: [Int] = []
    /// The names of all tensors, and those that the model has for its outputs.
    var names = NameSource()

    /// A tensor: an input, a constant, or the result of one node.
    struct Tensor: Sendable {
        /// A name that no other tensor has.
        var name: String
        var shape: [Int]
        /// The numbers of a constant, row-major.
        var constant: [Float]?
    }

    /// One operation with the tensors that it reads and computes.
    struct Node: Sendable {
        var operation: Operation
        var inputs: [Int]
        var output: Int
    }

    /// The operation of a node. Axes and permutations count the batch as 0.
    enum Operation: Sendable {
        /// Convolves planar images: the image, weights [outputs, inputs / groups, height, width], and
        /// a bias [outputs].
        case convolution(NetworkGraph.Window, groups: Int)
        /// The maximum or mean over a window of planar images, in which padding does not count.
        case pool(NetworkGraph.Window, average: Bool)
        /// Resizes planar images bilinearly.
        case resize(alignCorners: Bool, halfPixelCenters: Bool)
        /// Moves channels of planar images to squares of pixels with this side: the channel's index is
        /// (row · side + column) · channels + channel.
        case depthToSpace(Int)
        /// The product of rows [batch, …, inputs] with a constant matrix [inputs, outputs].
        case matrixProduct
        case binary(Binary)
        case unary(Unary)
        /// A slope for negative numbers per channel of planar images: the image, and slopes [channels].
        case prelu
        /// The softmax along the last dimension.
        case softmax
        /// The sum or mean over some dimensions, which the output lacks.
        case reduce(mean: Bool, axes: [Int])
        /// A border of zeros of these sizes before and after each dimension.
        case pad(before: [Int], after: [Int])
        case transpose([Int])
        /// The same numbers in the shape of the output.
        case reshape
        /// Every `steps`-th element from `starts` up to, but not including, `ends`, in each dimension.
        case slice(starts: [Int], ends: [Int], steps: [Int])
        case concatenate(axis: Int)
        /// The same tensor by another name.
        case identity
    }

    enum Binary: Sendable {
        case add, subtract, multiply, divide, maximum, minimum
    }

    enum Unary: Sendable, Equatable {
        case negate, absolute, squareRoot, exponential, sigmoid, tanh, relu, hardSwish
        case clamp(Float, Float)
        case leakyRelu(slope: Float)
    }

    /// Adds a constant and returns its number.
    mutating func constant(_ values: [Float], shape: [Int]) -> Int {
        tensors.append(
            Tensor(
                name: names.take("constant_\(tensors.count)"), shape: shape, constant: values))
        return tensors.count - 1
    }

    /// Adds a node that computes a new tensor, and returns the tensor's number.
    mutating func append(_ operation: Operation, _ inputs: [Int], shape: [Int]) -> Int {
        tensors.append(Tensor(name: names.take("tensor_\(tensors.count)"), shape: shape))
        nodes.append(Node(operation: operation, inputs: inputs, output: tensors.count - 1))
        return tensors.count - 1
    }
}
