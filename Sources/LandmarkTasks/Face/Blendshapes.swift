/// The 52 expression coefficients of a face, each 0…1.
public struct Blendshapes: Sendable, Hashable {
    /// The coefficients in the model's order, that of `Blendshape`.
    public let values: [Float]

    /// Makes coefficients from 52 values in the model's order.
    public init(_ values: [Float]) {
        precondition(
            values.count == Blendshape.allCases.count,
            "a face has 52 blendshapes, not \(values.count)")
        self.values = values
    }

    /// The coefficient of `shape`, 0…1.
    public subscript(shape: Blendshape) -> Float { values[shape.rawValue] }
}
