import LandmarkGraph
import LandmarkTestSupport

/// A random graph with random input packets, and the expected packets of all streams.
struct RandomGraph {
    typealias Stream = [Int64: Int]

    private(set) var nodes: [NodeConfig] = []
    private(set) var inputs: [String] = []
    /// The expected packets of each stream of numbers.
    private(set) var expected: [String: Stream] = [:]
    private(set) var queueSize: Int
    private var streams: [String] = []
    private var random: SplitMix64

    init(seed: Int, loops: Bool) {
        random = SplitMix64(seed: UInt64(seed))
        queueSize = [1, 2, 3, 100][random.below(4)]
        for place in 0...random.below(3) {
            var stream: Stream = [:]
            for time in 0..<30 where random.below(100) < 60 {
                stream[Int64(time)] = random.below(1000)
            }
            inputs.append("in\(place)")
            add("in\(place)", stream)
        }
        for _ in 0..<(3 + random.below(9)) {
            switch random.below(loops ? 7 : 6) {
            case 0: pass()
            case 1: merge()
            case 2: mix()
            case 3: gate()
            case 4: delay()
            case 5: share()
            default: loop()
            }
        }
    }

    var config: GraphConfig { graph(inputs, nodes, queue: queueSize) }

    private mutating func add(_ name: String, _ stream: Stream) {
        streams.append(name)
        expected[name] = stream
    }

    private mutating func any() -> String { streams[random.below(streams.count)] }

    private mutating func fresh(_ kind: String) -> String { "\(kind)\(nodes.count)" }

    /// A name for a mixing node; nodes whose name ends in "o" have a timestamp offset.
    private mutating func mixName() -> String {
        fresh("mix") + (random.below(100) < 50 ? "o" : "n")
    }

    private mutating func pass() {
        let input = any(), output = fresh("pass")
        nodes.append(node("PassThroughCalculator", [input], [output]))
        add(output, expected[input] ?? [:])
    }

    private mutating func merge() {
        let from = [any(), any()], output = fresh("merge")
        nodes.append(node("MergeCalculator", from, [output]))
        let streams = from.map { expected[$0] ?? [:] }
        add(output, streams[0].merging(streams[1]) { first, _ in first })
    }

    private mutating func mix() {
        let from = (0...random.below(3)).map { _ in any() }, output = fresh("mixed")
        let name = mixName()
        nodes.append(node("MixCalculator", from, [output], name: name))
        add(output, Self.mix(name, from.map { expected[$0] ?? [:] }))
    }

    private static func mix(_ name: String, _ streams: [Stream]) -> Stream {
        var mixed: Stream = [:]
        for time in Set(streams.flatMap(\.keys)) {
            mixed[time] = Mix.value(name, streams.map { $0[time] })
        }
        return mixed
    }

    private mutating func gate() {
        let data = any(), control = any()
        let odd = fresh("odd"), output = fresh("gated")
        nodes.append(node("OddCalculator", [control], [odd]))
        nodes.append(node("GateCalculator", [data, "ALLOW:\(odd)"], [output]))
        let controls = expected[control] ?? [:]
        add(output, (expected[data] ?? [:]).filter { (controls[$0.key] ?? 0) % 2 == 1 })
    }

    private mutating func delay() {
        let input = any(), output = fresh("delayed")
        nodes.append(node("DelayCalculator", [input], [output]))
        var delayed: Stream = [:]
        var before: Int?
        for (time, value) in (expected[input] ?? [:]).sorted(by: { $0.key < $1.key }) {
            delayed[time] = before
            before = value
        }
        add(output, delayed)
    }

    /// Distributes a stream over two nodes and joins their results.
    private mutating func share() {
        let input = any(), tag = fresh("shared")
        let names = [mixName() + "ao", mixName() + "bo"]
        nodes.append(
            node(
                "RoundRobinDemuxCalculator", [input],
                ["OUTPUT:0:\(tag)_0", "OUTPUT:1:\(tag)_1", "SELECT:\(tag)_select"]))
        for turn in 0..<2 {
            nodes.append(
                node(
                    "MixCalculator", ["\(tag)_\(turn)"], ["\(tag)_done\(turn)"], name: names[turn]))
        }
        nodes.append(
            node(
                "MuxCalculator",
                ["INPUT:0:\(tag)_done0", "INPUT:1:\(tag)_done1", "SELECT:\(tag)_select"],
                ["OUTPUT:\(tag)"]))
        var shared: Stream = [:]
        let packets = (expected[input] ?? [:]).sorted { $0.key < $1.key }
        for (turn, packet) in packets.enumerated() {
            shared[packet.key] = Mix.value(names[turn % 2], [packet.value])
        }
        add(tag, shared)
    }

    /// Feeds a node's result for the previous packet back to it.
    private mutating func loop() {
        let input = any(), output = fresh("looped"), name = fresh("mix") + "o"
        nodes.append(
            node(
                "PreviousLoopbackCalculator", ["MAIN:\(input)", "LOOP:\(output)"],
                ["PREV_LOOP:\(output)_before"], back: ["LOOP"]))
        nodes.append(node("MixCalculator", [input, "\(output)_before"], [output], name: name))
        var looped: Stream = [:]
        var before: Int64?
        for (time, value) in (expected[input] ?? [:]).sorted(by: { $0.key < $1.key }) {
            looped[time] = Mix.value(name, [value, before.flatMap { looped[$0] }])
            before = time
        }
        add(output, looped)
    }

    /// The packets of all inputs, randomly interleaved; each input stays in order.
    mutating func feed() -> [(stream: String, time: Int64, value: Int)] {
        var queues = inputs.map { name in
            (expected[name] ?? [:]).sorted { $0.key > $1.key }.map { (name, $0.key, $0.value) }
        }
        var order: [(String, Int64, Int)] = []
        while queues.contains(where: { !$0.isEmpty }) {
            let place = random.below(queues.count)
            if let next = queues[place].popLast() { order.append(next) }
        }
        return order
    }
}

/// The function computed by nodes of random graphs: maps a salt and the inputs at a timestamp to a
/// number or nothing, so that lost, moved or wrongly combined packets are detected.
enum Mix {
    static func value(_ salt: String, _ inputs: [Int?]) -> Int? {
        var hash = 1469
        for byte in salt.utf8 { hash = (hash &* 31 &+ Int(byte)) & 0xff_ffff }
        for input in inputs { hash = (hash &* 31 &+ (input ?? 7919)) & 0xff_ffff }
        hash ^= hash >> 7
        return hash % 4 == 0 ? nil : hash & 0xffff
    }
}

/// Mixes its inputs, and sends nothing about every fourth time. Nodes whose name ends in "o" have a
/// timestamp offset.
struct MixCalculator: Calculator {
    private let salt: String

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input()
        contract.output("", 0, .type(Int.self))
        if node.name.hasSuffix("o") { contract.timestampOffset = 0 }
    }

    init(_ node: NodeConfig) { salt = node.name }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = try (0..<context.inputs.count()).map { try context.inputs[$0].value(Int.self) }
        if let value = Mix.value(salt, inputs) { try context.outputs[0].send(value) }
    }
}

/// Sends whether a number is odd.
struct OddCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("", 0, .type(Int.self))
        contract.output("", 0, .type(Bool.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        try context.outputs[0].send(context.inputs[0].get(Int.self) % 2 == 1)
    }
}

/// Sends the previous packet at the timestamp of the current one.
struct DelayCalculator: Calculator {
    private var before: Packet?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("", 0)
        contract.output("", 0, .sameAsInput())
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        if let before { try context.outputs[0].send(before.at(context.timestamp)) }
        before = context.inputs[0].packet
    }
}

extension CalculatorRegistry {
    static let random: CalculatorRegistry = {
        var registry = CalculatorRegistry.standard
        registry.register("MixCalculator", MixCalculator.self)
        registry.register("OddCalculator", OddCalculator.self)
        registry.register("DelayCalculator", DelayCalculator.self)
        return registry
    }()
}
