/// Checks that what nodes take from streams and side packets is what others put there.
///
/// A stream, and all that a contract declares to carry the same, form a group. What the nodes of a
/// group declare must have a type in common.
struct PayloadCheck {
    /// What streams and side packets carry, by name; nothing for anything.
    struct Types: Sendable {
        fileprivate(set) var streams: [String: [PayloadType]] = [:]
        fileprivate(set) var sidePackets: [String: [PayloadType]] = [:]
    }

    /// What is known of a group, and who said it first.
    private struct Known {
        let types: [PayloadType]
        let node: NodeLabel?
    }

    private var faults: [GraphFault] = []
    private let config: GraphConfig
    private let contracts: [CalculatorContract]
    private var groups: [String: Int] = [:]
    private var parents: [Int] = []
    private var known: [Int: Known] = [:]

    /// The types that all who are concerned have in common, and where they have none.
    static func check(
        _ config: GraphConfig, _ contracts: [CalculatorContract]
    ) -> (types: Types, faults: [GraphFault]) {
        var check = PayloadCheck(config, contracts)
        check.declare([.outputStream, .outputSidePacket])
        check.joinGroups()
        check.declare([.inputStream, .inputSidePacket])
        return (check.types(), check.faults)
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
            let fault = GraphFaultKind.types(
                kind, reference.name, takes: other.types, carries: present.types,
                from: present.node)
            faults.append(GraphFault(fault, node: node ?? other.node, at: reference.position))
        } else {
            known[group] = Known(types: common, node: present.node)
        }
    }

    /// Joins the groups of what a contract declares to carry the same.
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
        // A blank stands in no stream's name, so side packets have names of their own.
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
