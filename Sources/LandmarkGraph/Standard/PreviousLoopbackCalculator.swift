/// Outputs, for each packet of MAIN, the packet of LOOP whose timestamp is that of the previous
/// packet of MAIN, so that the results of the previous frame accompany the next one. LOOP is a back
/// edge.
///
/// For the first packet of MAIN, and if LOOP had no packet, only the bound of PREV_LOOP advances,
/// so that downstream nodes do not block.
struct PreviousLoopbackCalculator: Calculator {
    private struct Main {
        let timestamp: GraphTimestamp
        /// The timestamp of the corresponding LOOP packet; `unset` if there is none.
        let loop: GraphTimestamp
    }

    private var mains: [Main] = []
    private var loops: [Packet] = []
    private var lastMain = GraphTimestamp.unstarted
    private var lastFullMain = GraphTimestamp.unstarted
    private var lastLoop = GraphTimestamp.unset

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("MAIN", 0)
        contract.input("LOOP", 0)
        contract.output("PREV_LOOP", 0, .sameAsInput("LOOP", 0))
        contract.processesTimestampBounds = true
        contract.inputStreamHandler = HandlerConfig(type: "ImmediateInputStreamHandler")
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        let main = context.inputs["MAIN"].packet
        if lastMain < main.timestamp {
            mains.append(
                Main(timestamp: main.timestamp, loop: main.isEmpty ? .unset : lastFullMain))
            if !main.isEmpty { lastFullMain = main.timestamp }
            lastMain = main.timestamp
        }
        let loop = context.inputs["LOOP"].packet
        if lastLoop < loop.timestamp {
            loops.append(loop)
            lastLoop = loop.timestamp
        }
        try match(context.outputs["PREV_LOOP"])
    }

    private mutating func match(_ output: StreamOutput) throws {
        while let main = mains.first, let loop = loops.first {
            if main.loop > loop.timestamp {
                // No future packet of MAIN corresponds to it.
                loops.removeFirst()
                continue
            }
            mains.removeFirst()
            if main.loop == loop.timestamp { loops.removeFirst() }
            if output.isClosed { continue }
            if main.loop == loop.timestamp, !loop.isEmpty {
                try output.send(loop.at(main.timestamp))
            } else if main.timestamp.isAllowedInStream {
                try output.setNextTimestampBound(main.timestamp.nextAllowedInStream)
            }
            // The last timestamp of a range, or the end of MAIN.
            if main.timestamp == .max { output.close() }
        }
    }
}
