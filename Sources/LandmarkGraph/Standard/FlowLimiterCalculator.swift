/// Limits the number of frames in flight and drops frames that arrive in the meantime.
///
/// FINISHED, a back edge, signals the end of a frame with a packet or bound at its timestamp. At
/// most `max_in_flight` frames are released before that, and the latest `max_in_queue` are queued;
/// a frame counts as finished after `in_flight_timeout` microseconds of stream time, unless that
/// option is 0. Further untagged streams are released at the same timestamps as the first one.
/// ALLOW, a `Bool`, reports for each frame whether it was released. Options:
/// `mediapipe.FlowLimiterCalculatorOptions`, also as a side packet OPTIONS of type `TextMessage`;
/// MAX_IN_FLIGHT, an `Int`, is a side packet.
struct FlowLimiterCalculator: Calculator {
    private var maxInFlight = 1
    private var maxInQueue = 0
    private var timeout: Int64 = 0
    private var queues: [[Packet]]
    private var inFlight: [GraphTimestamp] = []
    /// The timestamps from which frames are released or dropped, in ascending order.
    private var ranges: [(from: GraphTimestamp, allows: Bool)] = [(.unset, true)]

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try FlowLimiterCalculator(node)  // Reports invalid options during validation.
        try StandardCalculatorError.require(
            node.count(.outputStream) <= node.count(.inputStream),
            "there are more untagged output streams than input streams")
        contract.input()
        contract.input("FINISHED", 0)
        contract.output("", nil, .sameAsInput())
        contract.output("ALLOW", 0, .type(Bool.self), optional: true)
        contract.inputSidePacket("MAX_IN_FLIGHT", 0, .type(Int.self), optional: true)
        contract.inputSidePacket("OPTIONS", 0, .type(TextMessage.self), optional: true)
        contract.inputStreamHandler = HandlerConfig(type: "ImmediateInputStreamHandler")
        contract.processesTimestampBounds = true
    }

    init(_ node: NodeConfig) throws {
        queues = Array(repeating: [], count: node.count(.inputStream))
        try read(node.options.message("FlowLimiterCalculatorOptions") ?? TextMessage())
    }

    private mutating func read(_ options: TextMessage) throws {
        try options.requireFields(in: ["max_in_flight", "max_in_queue", "in_flight_timeout"])
        maxInFlight = try options.int("max_in_flight", in: 0 ... .max) ?? maxInFlight
        maxInQueue = try options.int("max_in_queue", in: 0 ... .max) ?? maxInQueue
        timeout = try options.int("in_flight_timeout", in: 0 ... .max).map(Int64.init) ?? timeout
    }

    mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket("OPTIONS").isEmpty {
            try read(context.sideValue(TextMessage.self, "OPTIONS"))
        }
        if !context.sidePacket("MAX_IN_FLIGHT").isEmpty {
            maxInFlight = try context.sideValue(Int.self, "MAX_IN_FLIGHT")
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
        let finished = context.inputs["FINISHED"].packet.timestamp
        if finished == context.timestamp { inFlight.removeAll { $0 <= finished } }
        for index in queues.indices where !context.inputs[index].isEmpty {
            queues[index].append(context.inputs[index].packet)
        }
        let latest = context.inputs[0].packet.timestamp
        if timeout > 0, latest == context.timestamp, latest < .max {
            inFlight.removeAll { $0 < latest - timeout }
        }
        try releaseFrames(context)
        try releaseOthers(context)
        discardRanges(context)
    }

    private mutating func releaseFrames(_ context: CalculatorContext) throws {
        let output = context.outputs[0]
        while inFlight.count < maxInFlight, !queues[0].isEmpty {
            let packet = queues[0].removeFirst()
            try output.send(packet)
            try note(true, packet.timestamp, context)
            inFlight.append(packet.timestamp)
        }
        while queues[0].count > maxInQueue {
            try note(false, queues[0].removeFirst().timestamp, context)
        }
        let bound = bound(of: 0, context)
        try setBound(bound, output)
        if queues[0].isEmpty { try setBound(bound, context.outputs["ALLOW"]) }
    }

    private mutating func note(
        _ allows: Bool, _ timestamp: GraphTimestamp, _ context: CalculatorContext
    ) throws {
        try context.outputs["ALLOW"].send(allows, at: timestamp)
        ranges.append((timestamp, allows))
    }

    /// The other streams are released up to the first one's bound.
    private mutating func releaseOthers(_ context: CalculatorContext) throws {
        let settled = context.outputs[0].bound
        for index in queues.indices.dropFirst() {
            while let packet = queues[index].first, packet.timestamp < settled {
                queues[index].removeFirst()
                let range = ranges.last { $0.from <= packet.timestamp }
                if range?.allows == true { try context.outputs[index].send(packet) }
            }
            try setBound(bound(of: index, context), context.outputs[index])
        }
    }

    /// The lowest timestamp of a stream that is still pending.
    private func bound(of index: Int, _ context: CalculatorContext) -> GraphTimestamp {
        queues[index].first?.timestamp
            ?? context.inputs[index].packet.timestamp.nextAllowedInStream
    }

    private func setBound(_ bound: GraphTimestamp, _ output: StreamOutput) throws {
        if bound > .max { output.close() } else { try output.setNextTimestampBound(bound) }
    }

    /// Discards the ranges that no pending or future packet can fall into.
    private mutating func discardRanges(_ context: CalculatorContext) {
        var least = GraphTimestamp.done
        for index in queues.indices { least = min(least, bound(of: index, context)) }
        if let last = ranges.lastIndex(where: { $0.from <= least }) { ranges.removeFirst(last) }
    }
}
