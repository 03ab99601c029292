/// How a window operator treats the border; the raw value is the model format's number.
public enum Padding: Int, Sendable, Hashable {
    /// Zeros around the input so that the output has `ceil(input / stride)` positions.
    case same = 0
    /// No zeros: only windows that lie wholly inside.
    case valid = 1
}
