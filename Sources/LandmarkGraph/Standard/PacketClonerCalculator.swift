/// Resends the latest packets of all other streams at the timestamp of each packet of a tick
/// stream: TICK, or the last stream if there is no TICK.
///
/// With `output_only_when_all_inputs_received`, ticks are dropped until every stream has had a
/// packet; with `output_packets_only_when_all_inputs_received`, bounds are propagated in the
/// meantime. Options: `mediapipe.PacketClonerCalculatorOptions`.
struct PacketClonerCalculator: Calculator {
    private let waitsForAll: Bool
    private let passesBounds: Bool
    private let tick: (tag: String, index: Int)
    private var latest: [Packet]

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let hasTick = node.count(.inputStream, tag: "TICK") > 0
        let cloned = node.count(.inputStream) - (hasTick ? 0 : 1)
        try StandardCalculatorError.require(
            cloned >= 0 && node.count(.outputStream) == cloned,
            "the numbers of output streams and of input streams other than the tick must be equal")
        _ = try PacketClonerCalculator(node)  // Reports invalid options during validation.
        contract.input(optional: true)
        contract.input("TICK", 0, optional: true)
        contract.output("", nil, .sameAsInput(), optional: true)
        contract.processesTimestampBounds = true
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("PacketClonerCalculatorOptions") ?? TextMessage()
        let names = [
            "output_only_when_all_inputs_received", "output_packets_only_when_all_inputs_received",
        ]
        try options.requireFields(in: names)
        passesBounds = try options.bool(names[1]) ?? false
        waitsForAll = try options.bool(names[0]) ?? false || passesBounds
        let count = node.count(.inputStream)
        let hasTick = node.count(.inputStream, tag: "TICK") > 0
        tick = hasTick ? ("TICK", 0) : ("", count - 1)
        latest = Array(repeating: .empty(), count: hasTick ? count : count - 1)
    }

    mutating func process(_ context: CalculatorContext) throws {
        for index in latest.indices where !context.inputs[index].isEmpty {
            latest[index] = context.inputs[index].packet
        }
        let tick = context.inputs[tick.tag, tick.index].packet
        let isReady = !waitsForAll || latest.allSatisfy { !$0.isEmpty }
        if !tick.isEmpty, isReady {
            for index in latest.indices where !latest[index].isEmpty {
                try context.outputs[index].send(latest[index].at(tick.timestamp))
            }
        }
        guard tick.timestamp == context.timestamp, isReady || passesBounds else { return }
        for index in latest.indices {
            try context.outputs[index].setNextTimestampBound(context.timestamp.nextAllowedInStream)
        }
    }
}
