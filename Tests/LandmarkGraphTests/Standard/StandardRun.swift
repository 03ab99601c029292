import LandmarkGraph

/// What tests of standard calculators do.
enum StandardRun {
    /// Feeds a graph on one thread, everything before it runs or each packet for itself, and gives
    /// what a stream carried.
    static func run(
        _ config: GraphConfig, _ packets: [(String, Packet)], watch: String = "out",
        stepwise: Bool = true, side: [String: Packet] = [:], bounds: Bool = false
    ) throws -> [String] {
        let graph = try Graph(config, threads: .caller)
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

    /// Packets of a stream that carry their times.
    static func ints(_ stream: String, _ times: [Int64]) -> [(String, Packet)] {
        times.map { (stream, .int(Int($0), at: $0)) }
    }

    /// A packet of a stream that carries a truth value.
    static func bool(_ stream: String, _ value: Bool, _ time: Int64) -> (String, Packet) {
        (stream, Packet(value, at: .microseconds(time)))
    }

    /// Options of one message.
    static func options(_ type: String, _ fields: TextField...) -> NodeOptions {
        NodeOptions([.init(type: "mediapipe.\(type)", message: TextMessage(fields))])
    }
}
