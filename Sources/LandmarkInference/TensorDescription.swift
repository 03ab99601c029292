/// A network's input or output.
public struct TensorDescription: Sendable, Hashable {
    /// The tensor's name in the model.
    public let name: String
    /// Its dimensions, row-major.
    public let shape: [Int]

    /// The number of values.
    public var count: Int { shape.reduce(1, *) }
}
