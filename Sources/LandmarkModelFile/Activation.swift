/// A function that an operator applies to its result; the raw value is the model format's number.
public enum Activation: Int, Sendable, Hashable {
    /// Nothing.
    case none = 0
    /// `max(x, 0)`.
    case relu = 1
    /// `min(max(x, -1), 1)`.
    case reluN1To1 = 2
    /// `min(max(x, 0), 6)`.
    case relu6 = 3
    /// Hyperbolic tangent.
    case tanh = 4
    /// 1 for negative numbers, else 0.
    case signBit = 5
}
