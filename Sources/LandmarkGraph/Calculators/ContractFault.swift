/// Where a node does not fit its calculator's contract.
public enum ContractFault: Sendable, Hashable {
    /// The calculator has no such stream or side packet.
    case undeclared(PortKind, StreamReference)
    /// The calculator cannot do without it; `index` is nil when any of this tag would do.
    case missing(PortKind, tag: String, index: Int?)
}

extension ContractFault: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .undeclared(let kind, let reference):
            "the calculator has no \(kind) \(Self.name(reference.tag, reference.index))"
                + " for \"\(reference.name)\""
        case .missing(let kind, let tag, let index):
            "\(kind) \(Self.name(tag, index)) is missing"
        }
    }

    private static func name(_ tag: String, _ index: Int?) -> String {
        if tag.isEmpty { return index.map { "\($0) without a tag" } ?? "without a tag" }
        return (index ?? 0) == 0 ? "\(tag)" : "\(tag):\(index ?? 0)"
    }
}
