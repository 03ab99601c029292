/// Passes at most one packet in each `period` microseconds.
///
/// ASYNC: after each packet passed, the packets of one period are dropped. SYNC: periods are
/// centered at `start_time` plus multiples of `period`; the packet closest to the center of each
/// period passes (the later one in a tie) at the center's timestamp, or at its own if
/// `sync_output_timestamps` is false. Packets before `start_time` (default 0 with SYNC), or at or
/// after `end_time`, are dropped. Options: `mediapipe.PacketThinnerCalculatorOptions`; PERIOD, an
/// `Int64`, is a side packet.
struct PacketThinnerCalculator: Calculator {
    private let isSync: Bool
    private let keepsTimestamps: Bool
    private var period: Int64
    private let start: GraphTimestamp
    private let end: GraphTimestamp
    /// ASYNC: packets before this timestamp are dropped.
    private var next: GraphTimestamp
    /// SYNC: the best packet of the current period so far.
    private var saved: Packet?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("", 0)
        contract.output("", 0, .sameAsInput("", 0))
        contract.inputSidePacket("PERIOD", 0, .oneOf([Int64.self, Int.self]), optional: true)
        if try !PacketThinnerCalculator(node).isSync { contract.timestampOffset = 0 }
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("PacketThinnerCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "thinner_type", "period", "start_time", "end_time", "sync_output_timestamps",
            "update_frame_rate",
        ])
        isSync = try options.enumeration("thinner_type", of: ["ASYNC": 1, "SYNC": 2]) == "SYNC"
        keepsTimestamps = try !(options.bool("sync_output_timestamps") ?? true)
        period = try options.int("period", in: 1 ... .max).map(Int64.init) ?? 1
        let asked = try options.int("start_time").map { GraphTimestamp.microseconds(Int64($0)) }
        start = asked ?? (isSync ? .microseconds(0) : .min)
        end = try options.int("end_time").map { .microseconds(Int64($0)) } ?? .max
        try StandardCalculatorError.require(start < end, "start_time must be before end_time")
        next = start
    }

    mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket("PERIOD").isEmpty {
            period = try context.sideInteger("PERIOD")
            try StandardCalculatorError.require(
                period > 0, "PERIOD is \(period), expected at least 1")
        }
        try context.outputs[0].setNextTimestampBound(start)
    }

    mutating func process(_ context: CalculatorContext) throws {
        if context.timestamp < start { return }
        if context.timestamp >= end {
            if saved == nil { context.outputs[0].close() }
            return
        }
        try isSync ? processSync(context) : processAsync(context)
    }

    private mutating func processAsync(_ context: CalculatorContext) throws {
        guard context.timestamp >= next else { return }
        try context.outputs[0].send(context.inputs[0].packet)
        next = context.timestamp + period
        if next > context.timestamp { try context.outputs[0].setNextTimestampBound(next) }
    }

    private mutating func processSync(_ context: CalculatorContext) throws {
        let packet = context.inputs[0].packet
        let output = context.outputs[0]
        let middle = middle(of: packet.timestamp)
        guard let saved else {
            saved = packet
            return try output.setNextTimestampBound(keepsTimestamps ? packet.timestamp : middle)
        }
        if self.middle(of: saved.timestamp) == middle {
            let distance = abs(packet.timestamp.rawValue - middle.rawValue)
            if distance <= abs(saved.timestamp.rawValue - middle.rawValue) { self.saved = packet }
            return
        }
        try send(saved, output)
        try output.setNextTimestampBound(keepsTimestamps ? packet.timestamp : middle)
        self.saved = packet
    }

    mutating func close(_ context: CalculatorContext) throws {
        if let saved, context.runError == nil { try send(saved, context.outputs[0]) }
    }

    private func send(_ packet: Packet, _ output: StreamOutput) throws {
        try output.send(keepsTimestamps ? packet : packet.at(middle(of: packet.timestamp)))
    }

    /// The center of the period that contains a timestamp.
    private func middle(of timestamp: GraphTimestamp) -> GraphTimestamp {
        let (distance, overflow) = timestamp.rawValue.subtractingReportingOverflow(start.rawValue)
        guard !overflow else { return timestamp }
        let rest = distance % period
        // From the middle of the period, the next center is closer.
        return timestamp - rest + (rest >= period - period / 2 ? period : 0)
    }
}
