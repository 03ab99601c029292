/// Checks that the payload types of producers and consumers match.
///
/// A stream, and all ports that a contract declares to have the same type, form a group. The types
/// declared by the nodes of a group must have at least one in common.
struct PayloadCheck {
    /// The payload types of streams and side packets, by name; no entry for any type.
    struct Types: Sendable {
        fileprivate(set) var streams: [String: [PayloadType]] = [:]
        fileprivate(set) var sidePackets: [String: [PayloadType]] = [:]
    }

    /// The types known for a group, and the node that declared them first.
    private struct Known {
        let types: [PayloadType]
        let node: NodeLabel?
    }

    private var errors: [GraphValidationError] = []
    private let config: GraphConfig
    private let contracts: [CalculatorContract]
    private var groups: [String: Int] = [:]
    private var parents: [Int] = []
    private var known: [Int: Known] = [:]

    /// Returns the types that the producers and consumers of each stream have in common, and an
    /// error for each stream without one.
    static func check(
        _ config: GraphConfig, _ contracts: [CalculatorContract]
    ) -> (types: Types, errors: [GraphValidationError]) {
        var check = PayloadCheck(config, contracts)
        check.declare([.outputStream, .outputSidePacket])
        check.joinGroups()
        check.declare([.inputStream, .inputSidePacket])
        return (check.types(), check.errors)
    }

    private init(_ config: GraphConfig, _ contracts: [CalculatorContract]) {
        self.config = config
        self.contracts = contracts
    }

    private mutating func types() -> Types {
        var types = Types()
        for (key, group) in groups {
            guard let known = known[root(group)] else { continue }
            if key.hasPrefix(" ") {
                types.sidePackets[String(key.dropFirst())] = known.types
            } else {
                types.streams[key] = known.types
            }
        }
        return types
    }

    private mutating func declare(_ kinds: [PortKind]) {
        for (node, contract) in zip(config.nodes, contracts) {
            for kind in kinds {
                for reference in node[kind] {
                    let rule = contract.rule(kind, tag: reference.tag, index: reference.index)
                    guard case .types(let types)? = rule?.payload.kind else { continue }
                    let group = root(group(kind, reference.name))
                    narrow(group, to: Known(types: types, node: node.label), kind, reference)
                }
            }
        }
    }

    private mutating func narrow(
        _ group: Int, to other: Known, _ kind: PortKind, _ reference: StreamReference,
        node: NodeLabel? = nil
    ) {
        guard let present = known[group] else { return known[group] = other }
        let common = present.types.filter(other.types.contains)
        if common.isEmpty {
            let mismatch = GraphValidationError.Kind.typeMismatch(
                kind, reference.name, takes: other.types, carries: present.types,
                from: present.node)
            errors.append(
                GraphValidationError(mismatch, node: node ?? other.node, at: reference.position))
        } else {
            known[group] = Known(types: common, node: present.node)
        }
    }

    /// Merges the groups of ports that a contract declares to have the same type.
    private mutating func joinGroups() {
        for (node, contract) in zip(config.nodes, contracts) {
            var names: [PortKind: [Port: String]] = [:]
            for kind in PortKind.allCases {
                for reference in node[kind] {
                    let rule = contract.rule(kind, tag: reference.tag, index: reference.index)
                    guard case .sameAs(let otherKind, let tag, let index)? = rule?.payload.kind
                    else { continue }
                    let all = names[otherKind] ?? Self.names(node[otherKind])
                    names[otherKind] = all
                    let port = Port(tag: tag, index: index ?? reference.index)
                    guard let other = all[port] else { continue }
                    let mine = root(group(kind, reference.name))
                    let theirs = root(group(otherKind, other))
                    guard mine != theirs else { continue }
                    parents[mine] = theirs
                    if let moved = known.removeValue(forKey: mine) {
                        narrow(theirs, to: moved, kind, reference, node: node.label)
                    }
                }
            }
        }
    }

    private static func names(_ references: [StreamReference]) -> [Port: String] {
        Dictionary(references.map { (Port($0), $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func group(_ kind: PortKind, _ name: String) -> Int {
        // Stream names contain no spaces, so a leading space distinguishes side packet names.
        let isStream = kind == .inputStream || kind == .outputStream
        let key = isStream ? name : " " + name
        if let group = groups[key] { return group }
        groups[key] = parents.count
        parents.append(parents.count)
        return parents.count - 1
    }

    private mutating func root(_ group: Int) -> Int {
        var group = group
        while parents[group] != group {
            parents[group] = parents[parents[group]]
            group = parents[group]
        }
        return group
    }
}
