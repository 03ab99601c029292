/// How a node or a graph names a stream or a side packet: `"TAG:2:name"`, `"TAG:name"` or `"name"`.
///
/// Two references are equal when tag, index and name are, wherever they stood.
public struct StreamReference: Sendable, Hashable {
    /// The tag under which the node knows it; empty when it knows it by index only.
    public var tag: String
    /// The index among those of the same tag. Configs number references without a tag in their order.
    public var index: Int
    /// The name by which nodes are joined.
    public var name: String
    private let origin: Origin

    /// Makes a reference. It is checked where the graph is: see `GraphConfig`.
    public init(tag: String = "", index: Int = 0, name: String, position: TextPosition? = nil) {
        self.tag = tag
        self.index = index
        self.name = name
        origin = Origin(position)
    }

    /// Where it stands; nil when it was made in code.
    public var position: TextPosition? { origin.position }
}

extension StreamReference: CustomStringConvertible {
    /// The reference as graph files write it.
    public var description: String {
        if tag.isEmpty { return name }
        return index == 0 ? "\(tag):\(name)" : "\(tag):\(index):\(name)"
    }
}

extension [StreamReference] {
    /// The references with those that have no tag numbered in their order, as MediaPipe does.
    func numbered() -> [StreamReference] {
        var next = 0
        return map { reference in
            guard reference.tag.isEmpty else { return reference }
            var numbered = reference
            numbered.index = next
            next += 1
            return numbered
        }
    }
}
