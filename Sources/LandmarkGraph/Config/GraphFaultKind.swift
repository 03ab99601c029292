/// What can be wrong with a graph before it runs.
public enum GraphFaultKind: Sendable, Hashable {
    /// No calculator or subgraph has this name; with the registered name most like it.
    case unknownCalculator(String, nearest: String?)
}

extension GraphFaultKind: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .unknownCalculator(let name, let nearest):
            "no calculator is named \"\(name)\""
                + (nearest.map { "; did you mean \"\($0)\"" } ?? "")
        }
    }
}
