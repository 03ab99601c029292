import LandmarkGraph

/// Streams as graph files write them: `name`, `TAG:name`, `TAG:2:name`.
func references(_ texts: [String]) -> [StreamReference] {
    texts.map { text in
        let parts = text.split(separator: ":").map(String.init)
        switch parts.count {
        case 1: return StreamReference(name: parts[0])
        case 2: return StreamReference(tag: parts[0], name: parts[1])
        default: return StreamReference(tag: parts[0], index: Int(parts[1]) ?? 0, name: parts[2])
        }
    }
}

/// A node as tests write it down; `back` lists the tags of back edges.
func node(
    _ calculator: String, _ inputs: [String] = [], _ outputs: [String] = [],
    side: [String] = [], made: [String] = [], options: NodeOptions = NodeOptions(),
    handler: HandlerConfig? = nil, back: [String] = [], name: String = "", executor: String = "",
    layer: Int = 0
) -> NodeConfig {
    NodeConfig(
        name: name, calculator: calculator, inputStreams: references(inputs),
        outputStreams: references(outputs), inputSidePackets: references(side),
        outputSidePackets: references(made), options: options, executor: executor,
        inputStreamHandler: handler,
        inputStreamInfo: back.map { InputStreamInfo(tag: $0, backEdge: true) },
        sourceLayer: layer)
}

func graph(
    _ inputs: [String], _ nodes: [NodeConfig], queue: Int = 100, deadlock: Bool = false
) -> GraphConfig {
    GraphConfig(
        nodes: nodes, inputStreams: references(inputs), maxQueueSize: queue,
        reportDeadlock: deadlock)
}

func handler(_ type: String, _ fields: TextField...) -> HandlerConfig {
    HandlerConfig(
        type: type,
        options: NodeOptions([.init(type: "mediapipe.\(type)Options", message: TextMessage(fields))]
        )
    )
}

extension Packet {
    static func int(_ value: Int, at microseconds: Int64) -> Packet {
        Packet(value, at: .microseconds(microseconds))
    }
}
