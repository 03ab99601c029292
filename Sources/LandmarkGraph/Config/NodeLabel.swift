/// How messages name a node.
public struct NodeLabel: Sendable, Hashable {
    /// The node's name; may be empty.
    public let name: String
    /// The registered name of its calculator.
    public let calculator: String
    /// Where it stands in the graph's file; nil when it was made in code.
    public let position: TextPosition?

    /// Makes a label.
    public init(name: String = "", calculator: String, position: TextPosition? = nil) {
        self.name = name
        self.calculator = calculator
        self.position = position
    }
}

extension NodeLabel: CustomStringConvertible {
    /// `node "eyes" (GateCalculator, line 12)`, or `node GateCalculator (line 12)` without a name.
    public var description: String {
        let line = position.map { "line \($0.line)" }
        if name.isEmpty { return "node \(calculator)" + (line.map { " (\($0))" } ?? "") }
        return "node \"\(name)\" (" + [calculator, line].compactMap { $0 }.joined(separator: ", ")
            + ")"
    }
}
