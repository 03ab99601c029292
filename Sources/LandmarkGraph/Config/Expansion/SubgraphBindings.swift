/// Maps the streams and side packets inside a subgraph to those of the node that instantiates it.
///
/// Ports connected by the node, matched by tag and index, take the outer name; inputs that the node
/// leaves unconnected are removed inside; all other names get the prefix. The rules are MediaPipe's
/// (mediapipe/framework/tool/subgraph_expansion.cc).
struct SubgraphBindings {
    private(set) var errors: [GraphValidationError] = []
    private let prefix: String
    private var streams: [String: String] = [:]
    private var sidePackets: [String: String] = [:]
    private var missingStreams: Set<String> = []
    private var missingSidePackets: Set<String> = []

    init(_ inner: GraphConfig, _ outer: NodeConfig, prefix: String) {
        self.prefix = prefix
        for kind in PortKind.allCases {
            errors += PortCheck.errors(inner[kind], kind, outer.label)
            bind(kind, inner[kind], outer)
        }
    }

    private mutating func bind(
        _ kind: PortKind, _ inner: [StreamReference], _ outer: NodeConfig
    ) {
        var unmatched: [Port: StreamReference] = [:]
        for reference in outer[kind] { unmatched[Port(reference)] = reference }
        for reference in inner {
            let name = unmatched.removeValue(forKey: Port(reference))?.name
            switch kind {
            case .inputStream where name == nil: missingStreams.insert(reference.name)
            case .inputSidePacket where name == nil: missingSidePackets.insert(reference.name)
            case .inputStream, .outputStream:
                if let name, streams.updateValue(name, forKey: reference.name) != nil {
                    report(.duplicateProducer(kind, reference.name, first: nil), outer)
                }
            case .inputSidePacket, .outputSidePacket:
                if let name, sidePackets.updateValue(name, forKey: reference.name) != nil {
                    report(.duplicateProducer(kind, reference.name, first: nil), outer)
                }
            }
        }
        for reference in outer[kind] where unmatched[Port(reference)] != nil {
            errors.append(
                GraphValidationError(
                    .unknownSubgraphPort(kind, tag: reference.tag, index: reference.index),
                    node: outer.label, at: reference.position))
        }
    }

    private mutating func report(_ kind: GraphValidationError.Kind, _ outer: NodeConfig) {
        errors.append(GraphValidationError(kind, node: outer.label))
    }

    /// Returns an inner node with its streams and side packets renamed to their outer names.
    func apply(to node: NodeConfig) -> NodeConfig {
        var node = node
        let removed = Set(
            node.inputStreams.filter { missingStreams.contains($0.name) }.map(Port.init))
        node.inputStreamInfo.removeAll { removed.contains(Port(tag: $0.tag, index: $0.index)) }
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

/// Generates the prefixes that distinguish names inside different subgraph instances.
struct PrefixGenerator {
    /// The length to which a base prefix is truncated, so that names of deeply nested subgraphs do
    /// not exhaust memory.
    private static let longest = 200

    private var taken: Set<String> = []
    /// The next numeric suffix to try for each base prefix.
    private var numbers: [String: Int] = [:]
    private var prefixes: Set<String> = []

    /// Marks names as taken.
    mutating func reserve(_ names: some Sequence<String>) { taken.formUnion(names) }

    /// Returns an unused prefix such that no prefixed name collides with a taken one: the node's
    /// name in lower case followed by two underscores, as in MediaPipe, with a numeric suffix on
    /// collision.
    mutating func prefix(for node: String, names: [String]) -> String {
        var bytes = node.utf8.prefix(Self.longest).map { byte in
            let lower = byte.isUpper ? byte | 0x20 : byte
            return lower.isLower || lower.isDigit ? lower : UInt8(ascii: "_")
        }
        if bytes.first?.isDigit ?? true { bytes.insert(UInt8(ascii: "_"), at: 0) }
        let base = String(decoding: bytes, as: UTF8.self)
        var prefix = base + "__"
        while prefixes.contains(prefix) || names.contains(where: { taken.contains(prefix + $0) }) {
            let number = numbers[base, default: 2]
            numbers[base] = number + 1
            prefix = "\(base)_\(number)__"
        }
        prefixes.insert(prefix)
        return prefix
    }
}
