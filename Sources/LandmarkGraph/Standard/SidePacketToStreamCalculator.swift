/// Sends side packets as packets of streams. When they are sent is the tag of the streams:
/// AT_PRESTREAM, AT_POSTSTREAM and AT_ZERO alone in the stream, AT_TICK with every packet of the
/// stream TICK, AT_FIRST_TICK with the first, AT_TIMESTAMP at the microseconds that the side packet
/// TIMESTAMP, an `Int64`, gives.
public struct SidePacketToStreamCalculator: Calculator {
    private enum Moment: String, CaseIterable {
        case preStream = "AT_PRESTREAM"
        case postStream = "AT_POSTSTREAM"
        case zero = "AT_ZERO"
        case tick = "AT_TICK"
        case firstTick = "AT_FIRST_TICK"
        case timestamp = "AT_TIMESTAMP"
    }

    private let moment: Moment

    /// As many streams of one tag as there are side packets, and TICK or TIMESTAMP where the tag
    /// asks for it.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let moment = try moment(node)
        let isTicking = moment == .tick || moment == .firstTick
        try StandardFault.require(
            node.count(.inputStream, tag: "TICK") == (isTicking ? 1 : 0),
            "TICK belongs with AT_TICK and AT_FIRST_TICK")
        try StandardFault.require(
            node.count(.inputSidePacket, tag: "TIMESTAMP") == (moment == .timestamp ? 1 : 0),
            "TIMESTAMP belongs with AT_TIMESTAMP")
        try StandardFault.require(
            node.count(.inputSidePacket) == node.outputStreams.count,
            "there must be as many output streams as side packets without a tag")
        contract.sidePacket()
        contract.sidePacket("TIMESTAMP", 0, .oneOf([Int64.self, Int.self]), optional: true)
        contract.output(moment.rawValue, nil, .sameAsSidePacket())
        contract.input("TICK", 0, optional: true)
        if isTicking { contract.timestampOffset = 0 }
    }

    /// Makes one.
    public init(_ node: NodeConfig) throws { moment = try Self.moment(node) }

    private static func moment(_ node: NodeConfig) throws -> Moment {
        guard let tag = node.outputStreams.first?.tag, let moment = Moment(rawValue: tag),
            node.outputStreams.allSatisfy({ $0.tag == tag })
        else {
            let tags = Moment.allCases.map(\.rawValue).joined(separator: ", ")
            throw StandardFault("output streams must have one tag of \(tags)")
        }
        return moment
    }

    /// Sends the side packets with a tick, or ends.
    public mutating func process(_ context: CalculatorContext) throws {
        guard moment == .tick || moment == .firstTick else { return context.stop() }
        try send(context, at: context.timestamp)
        guard moment == .firstTick else { return }
        for index in 0..<context.outputs.count(moment.rawValue) {
            context.outputs[moment.rawValue, index].close()
        }
    }

    /// Sends the side packets that wait for no tick.
    public mutating func close(_ context: CalculatorContext) throws {
        if context.runError != nil { return }
        switch moment {
        case .tick, .firstTick: break
        case .preStream: try send(context, at: .preStream)
        case .postStream: try send(context, at: .postStream)
        case .zero: try send(context, at: .microseconds(0))
        case .timestamp:
            try send(context, at: .microseconds(context.sideInteger("TIMESTAMP")))
        }
    }

    private func send(_ context: CalculatorContext, at timestamp: GraphTimestamp) throws {
        for index in 0..<context.outputs.count(moment.rawValue) {
            let output = context.outputs[moment.rawValue, index]
            if output.isClosed { continue }
            try output.send(context.sidePacket("", index).at(timestamp))
        }
    }
}
