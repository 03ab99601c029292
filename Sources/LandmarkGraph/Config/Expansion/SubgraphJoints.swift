/// How the streams and side packets within a subgraph are joined to those of its node.
///
/// What the node joins, by tag and index, takes the name that it has outside; inputs that the node
/// leaves out vanish within; all others get a prefix. These are MediaPipe's rules
/// (mediapipe/framework/tool/subgraph_expansion.cc).
struct SubgraphJoints {
    private(set) var faults: [GraphFault] = []
    private let prefix: String
    private var streams: [String: String] = [:]
    private var sidePackets: [String: String] = [:]
    private var missingStreams: Set<String> = []
    private var missingSidePackets: Set<String> = []

    init(_ inner: GraphConfig, _ outer: NodeConfig, prefix: String) {
        self.prefix = prefix
        for kind in PortKind.allCases {
            faults += PortCheck.faults(inner[kind], kind, outer.label)
            join(kind, inner[kind], outer)
        }
    }

    private mutating func join(
        _ kind: PortKind, _ inner: [StreamReference], _ outer: NodeConfig
    ) {
        var given: [Port: StreamReference] = [:]
        for reference in outer[kind] { given[Port(reference)] = reference }
        for reference in inner {
            let name = given.removeValue(forKey: Port(reference))?.name
            switch kind {
            case .inputStream where name == nil: missingStreams.insert(reference.name)
            case .inputSidePacket where name == nil: missingSidePackets.insert(reference.name)
            case .inputStream, .outputStream:
                if let name, streams.updateValue(name, forKey: reference.name) != nil {
                    fault(.producedTwice(kind, reference.name, first: nil), outer)
                }
            case .inputSidePacket, .outputSidePacket:
                if let name, sidePackets.updateValue(name, forKey: reference.name) != nil {
                    fault(.producedTwice(kind, reference.name, first: nil), outer)
                }
            }
        }
        for reference in outer[kind] where given[Port(reference)] != nil {
            faults.append(
                GraphFault(
                    .unknownSubgraphPort(kind, tag: reference.tag, index: reference.index),
                    node: outer.label, at: reference.position))
        }
    }

    private mutating func fault(_ kind: GraphFaultKind, _ outer: NodeConfig) {
        faults.append(GraphFault(kind, node: outer.label))
    }

    /// A node within, with the names that it has outside.
    func join(_ node: NodeConfig) -> NodeConfig {
        var node = node
        let gone = Set(node.inputStreams.filter { missingStreams.contains($0.name) }.map(Port.init))
        node.inputStreamInfo.removeAll { gone.contains(Port(tag: $0.tag, index: $0.index)) }
        node.inputStreams = rename(node.inputStreams, streams, missingStreams)
        node.outputStreams = rename(node.outputStreams, streams, [])
        node.inputSidePackets = rename(node.inputSidePackets, sidePackets, missingSidePackets)
        node.outputSidePackets = rename(node.outputSidePackets, sidePackets, [])
        return node
    }

    private func rename(
        _ references: [StreamReference], _ names: [String: String], _ missing: Set<String>
    ) -> [StreamReference] {
        references.compactMap { reference in
            if missing.contains(reference.name) { return nil }
            var renamed = reference
            renamed.name = names[reference.name] ?? prefix + reference.name
            return renamed
        }
    }
}
