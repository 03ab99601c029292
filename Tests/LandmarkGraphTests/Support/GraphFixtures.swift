import LandmarkCore
import LandmarkGraph

/// A calculator made of closures, so that a test defines its node's behavior in one place.
struct ClosureCalculator: Calculator {
    /// The behavior of a test's node.
    struct Behavior: Sendable {
        var contract: @Sendable (inout CalculatorContract, NodeConfig) throws -> Void = { _, _ in }
        var initialize: @Sendable () throws -> Void = {}
        var open: @Sendable (CalculatorContext) throws -> Void = { _ in }
        var process: @Sendable (CalculatorContext) throws -> Void = { _ in }
        var close: @Sendable (CalculatorContext) throws -> Void = { _ in }
    }

    /// Behaviors by registered name, because calculators are registered as types.
    static let behaviors = Journal<(name: String, behavior: Behavior)>()

    private static func behavior(_ node: NodeConfig) -> Behavior {
        behaviors.last { $0.name == node.calculator }?.behavior ?? Behavior()
    }

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input(optional: true)
        contract.output(optional: true)
        contract.inputSidePacket(optional: true)
        contract.outputSidePacket(optional: true)
        try behavior(node).contract(&contract, node)
    }

    private let behavior: Behavior

    init(_ node: NodeConfig) throws {
        behavior = Self.behavior(node)
        try behavior.initialize()
    }

    func open(_ context: CalculatorContext) throws { try behavior.open(context) }
    func process(_ context: CalculatorContext) throws { try behavior.process(context) }
    func close(_ context: CalculatorContext) throws { try behavior.close(context) }
}

extension CalculatorRegistry {
    /// The standard calculators plus one with this behavior.
    static func with(
        _ name: String, _ behavior: ClosureCalculator.Behavior
    ) -> CalculatorRegistry {
        var registry = CalculatorRegistry.standard
        registry.add(name, behavior)
        return registry
    }

    /// Registers a calculator with this behavior. Names must be unique among all tests.
    mutating func add(_ name: String, _ behavior: ClosureCalculator.Behavior) {
        ClosureCalculator.behaviors.note((name, behavior))
        register(name, ClosureCalculator.self)
    }
}

/// A thread-safe log of entries in order.
final class Journal<Entry: Sendable>: Sendable {
    private let noted = Mutex<[Entry]>([])

    var entries: [Entry] { noted.withLock { $0 } }

    /// The last entry that satisfies a condition, found without copying all entries.
    func last(where isIt: (Entry) -> Bool) -> Entry? {
        noted.withLock { $0.last(where: isIt) }
    }

    func note(_ entry: Entry) { noted.withLock { $0.append(entry) } }
}

extension Journal<String> {
    /// Records each packet of a stream as `value@timestamp`, an empty one as `-@timestamp`.
    func observe(_ stream: String, of graph: CalculatorGraph, bounds: Bool = false) throws {
        try graph.observe(stream, bounds: bounds) { packet in
            let value = try packet.isEmpty ? "-" : "\(packet.get(Int.self))"
            self.note("\(value)@\(packet.timestamp)")
        }
    }
}

/// Parses references in graph file syntax: `name`, `TAG:name`, `TAG:2:name`.
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

/// Creates a node; `back` lists the tags of back edges.
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

/// Helpers for tests of standard calculators.
enum StandardRun {
    /// Runs a graph on the calling thread, adding packets one at a time or all at once, and returns
    /// the packets of a stream.
    static func run(
        _ config: GraphConfig, _ packets: [(String, Packet)], watch: String = "out",
        stepwise: Bool = true, side: [String: Packet] = [:], bounds: Bool = false
    ) throws -> [String] {
        let graph = try CalculatorGraph(config, threads: .caller)
        let journal = Journal<String>()
        try graph.observe(watch, bounds: bounds) { packet in
            if packet.isEmpty { return journal.note("-@\(packet.timestamp)") }
            let text =
                if packet.holds(Bool.self) {
                    "\(try packet.get(Bool.self))"
                } else if packet.holds([Int].self) {
                    "\(try packet.get([Int].self))"
                } else {
                    "\(try packet.get(Int.self))"
                }
            journal.note("\(text)@\(packet.timestamp)")
        }
        try graph.start(sidePackets: side)
        for (stream, packet) in packets {
            if stepwise { try graph.waitUntilIdle() }
            try graph.add(packet, to: stream)
        }
        if stepwise { try graph.waitUntilIdle() }
        graph.closeAllInputs()
        try graph.waitUntilDone()
        return journal.entries
    }

    /// Packets whose values are their timestamps.
    static func ints(_ stream: String, _ times: [Int64]) -> [(String, Packet)] {
        times.map { (stream, .int(Int($0), at: $0)) }
    }

    /// A packet with a Boolean value.
    static func bool(_ stream: String, _ value: Bool, _ time: Int64) -> (String, Packet) {
        (stream, Packet(value, at: .microseconds(time)))
    }

    /// Options with a single message.
    static func options(_ type: String, _ fields: TextField...) -> NodeOptions {
        NodeOptions([.init(type: "mediapipe.\(type)", message: TextMessage(fields))])
    }
}
