/// How messages name a node.
public struct NodeLabel: Sendable, Hashable {
    /// The node's name; may be empty.
    public let name: String
    /// The registered name of its calculator.
    public let calculator: String
    /// Where it stands in its graph's or subgraph's file; nil when it was made in code.
    public let position: TextPosition?
    /// The nodes of subgraphs in which it stands, the outermost first, each without those around it.
    public let enclosing: [NodeLabel]

    /// Makes a label.
    public init(
        name: String = "", calculator: String, position: TextPosition? = nil,
        enclosing: [NodeLabel] = []
    ) {
        self.name = name
        self.calculator = calculator
        self.position = position
        self.enclosing = enclosing
    }
}

extension NodeLabel: CustomStringConvertible {
    /// `node "eyes" (GateCalculator, line 12)`, or `node GateCalculator (line 12)` without a name;
    /// within subgraphs followed by the nodes around it, the innermost first.
    public var description: String {
        var text = described(isInner: !enclosing.isEmpty)
        for place in enclosing.indices.reversed() {
            text += " in " + enclosing[place].described(isInner: place > 0)
        }
        return text
    }

    private func described(isInner: Bool) -> String {
        let line = position.map { "line \($0.line)" + (isInner ? " there" : "") }
        let kind = calculator.isEmpty ? "without a calculator" : calculator
        if name.isEmpty { return "node \(kind)" + (line.map { " (\($0))" } ?? "") }
        return "node \"\(name)\" (" + [kind, line].compactMap { $0 }.joined(separator: ", ") + ")"
    }

    /// The label without what is around it, as it stands among the nodes around another.
    var alone: NodeLabel { NodeLabel(name: name, calculator: calculator, position: position) }
}
