/// Gives, for each packet of MAIN, the packet of LOOP that had the timestamp of the packet of MAIN
/// before: what a graph made of the frame before is there with the frame. LOOP is a back edge.
///
/// For the first packet of MAIN, and when LOOP had none, PREV_LOOP only gets a bound, so that nobody
/// waits.
public struct PreviousLoopbackCalculator: Calculator {
    private struct Main {
        let timestamp: GraphTimestamp
        /// The timestamp of the packet of LOOP that belongs to it; `unset` for none.
        let loop: GraphTimestamp
    }

    private var mains: [Main] = []
    private var loops: [Packet] = []
    private var lastMain = GraphTimestamp.unstarted
    private var lastFullMain = GraphTimestamp.unstarted
    private var lastLoop = GraphTimestamp.unset

    /// MAIN and LOOP in, PREV_LOOP out.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("MAIN", 0)
        contract.input("LOOP", 0)
        contract.output("PREV_LOOP", 0, .sameAsInput("LOOP", 0))
        contract.processesTimestampBounds = true
        contract.inputStreamHandler = HandlerConfig(type: "ImmediateInputStreamHandler")
    }

    /// Makes one.
    public init(_ node: NodeConfig) {}

    /// Notes what has come, and sends what belongs together.
    public mutating func process(_ context: CalculatorContext) throws {
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
                // No packet of MAIN to come belongs to it.
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
            // The last moment of all, or the end of MAIN.
            if main.timestamp == .max { output.close() }
        }
    }
}
