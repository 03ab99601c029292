/// One tensor of a model's graph.
public struct Tensor: Sendable, Hashable {
    /// Its position in ``TFLiteModel/tensors``.
    public let index: Int
    /// Its name in the model; may be empty.
    public let name: String
    /// Its dimensions, outermost first, each at least 1; empty for a scalar.
    public let shape: [Int]
    /// What its elements are.
    public let type: ElementType
    /// Whether the model holds its elements.
    public let isConstant: Bool
    /// Whether it keeps its value from one run to the next.
    public let isVariable: Bool
    /// How its integers stand for real numbers, where they do.
    public let quantization: Quantization?
    /// How a sparse constant is stored.
    public let sparsity: Sparsity?

    /// The number of elements: the product of the dimensions, at most ``maximumElementCount``.
    public var elementCount: Int { shape.reduce(1, *) }

    /// The most elements that a tensor may have.
    public static let maximumElementCount = 1 << 28
    /// The most dimensions that a tensor may have.
    public static let maximumRank = 8
}
