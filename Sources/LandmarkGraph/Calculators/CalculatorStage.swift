/// The calls of a calculator.
public enum CalculatorStage: Sendable, Hashable {
    /// `init`.
    case make
    /// `open`.
    case open
    /// `process`.
    case process
    /// `close`.
    case close
}

extension CalculatorStage: CustomStringConvertible {
    /// As part of a sentence.
    public var description: String {
        switch self {
        case .make: "being made"
        case .open: "opening"
        case .process: "processing"
        case .close: "closing"
        }
    }
}
