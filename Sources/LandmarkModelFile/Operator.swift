/// One step of a model's graph.
public struct Operator: Sendable, Hashable {
    /// Its position in ``TFLiteModel/operators``.
    public let index: Int
    /// What it computes.
    public let code: OperatorCode
    /// The version of that operator that the model asks for, from 1.
    public let version: Int
    /// The tensors that it reads; nil for an optional one that is left out.
    public let inputs: [Int?]
    /// The tensors that it writes.
    public let outputs: [Int]
    /// Its settings.
    public let options: OperatorOptions
}
