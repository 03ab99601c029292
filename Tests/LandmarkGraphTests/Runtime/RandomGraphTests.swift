import Dispatch
import LandmarkGraph
import LandmarkTestSupport
import Testing

@Suite("Random graphs")
struct RandomGraphTests {
    static let threads: [GraphThreads] = [.caller, .pool(1), .pool(4)]

    /// Cancels a graph that takes too long, so that a deadlock fails instead of hanging.
    private func watched<Result>(_ graph: CalculatorGraph, _ use: () throws -> Result) throws
        -> Result
    {
        let watchdog = DispatchWorkItem { graph.cancel() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: watchdog)
        defer { watchdog.cancel() }
        return try use()
    }

    /// Runs a graph and returns the packets of its streams.
    private func run(
        _ random: inout RandomGraph, seed: Int, _ threads: GraphThreads
    ) throws -> [String: [(Int64, Int)]] {
        let graph = try CalculatorGraph(random.config, registry: .random, threads: threads)
        var seen: [String: Journal<(Int64, Int)>] = [:]
        for stream in random.expected.keys {
            let journal = Journal<(Int64, Int)>()
            seen[stream] = journal
            try graph.observe(stream) { packet in
                journal.note((packet.timestamp.rawValue, try packet.get(Int.self)))
            }
        }
        var pauses = SplitMix64(seed: UInt64(seed))
        try watched(graph) {
            try graph.start()
            for (stream, time, value) in random.feed() {
                try graph.add(Packet(value, at: .microseconds(time)), to: stream)
                if pauses.below(100) < 5 { try graph.waitUntilIdle() }
                if pauses.below(100) < 10 {
                    try graph.setBound(.microseconds(time + 1), of: stream)
                }
            }
            graph.closeAllInputs()
            try graph.waitUntilDone()
        }
        return seen.mapValues(\.entries)
    }

    private func check(seed: Int, loops: Bool) throws {
        var random = RandomGraph(seed: seed, loops: loops)
        for threads in Self.threads {
            let seen = try run(&random, seed: seed, threads)
            for (stream, packets) in random.expected {
                let expected = packets.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
                let got = seen[stream] ?? []
                #expect(
                    got.map(\.0) == expected.map(\.0) && got.map(\.1) == expected.map(\.1),
                    "seed \(seed), stream \(stream), \(threads)")
            }
        }
    }

    @Test("produce the expected packets on any number of threads", arguments: 0..<8)
    func acyclic(_ block: Int) throws {
        for seed in 0..<25 { try check(seed: 1000 * block + seed, loops: false) }
    }

    @Test("with loops produce the expected packets too", arguments: 0..<8)
    func loops(_ block: Int) throws {
        for seed in 0..<25 { try check(seed: 100_000 + 1000 * block + seed, loops: true) }
    }

    @Test("with a flow limiter never deadlock, and pass frames in order", arguments: 0..<8)
    func limited(_ block: Int) throws {
        for seed in 0..<15 { try limit(seed: 200_000 + 1000 * block + seed) }
    }

    private func limit(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let options = NodeOptions(
            "mediapipe.FlowLimiterCalculatorOptions",
            TextField("max_in_flight", .integer(1 + random.below(3))),
            TextField("max_in_queue", .integer(random.below(3))))
        var nodes = [
            node(
                "FlowLimiterCalculator", ["in", "FINISHED:done"], ["s0", "ALLOW:allowed"],
                options: options, back: ["FINISHED"])
        ]
        let length = 1 + random.below(5)
        for place in 0..<length {
            nodes.append(
                node("MixCalculator", ["s\(place)"], ["s\(place + 1)"], name: "m\(place)o"))
        }
        nodes.append(node("PassThroughCalculator", ["s\(length)"], ["done"]))
        let config = graph(["in"], nodes, queue: 1 + random.below(5))
        var runs: [[Int64]] = []
        for threads in Self.threads + [.caller] {
            let graph = try CalculatorGraph(config, registry: .random, threads: threads)
            let passed = Journal<Int64>()
            let judged = Journal<Int64>()
            try graph.observe("s0") { passed.note($0.timestamp.rawValue) }
            try graph.observe("allowed") { judged.note($0.timestamp.rawValue) }
            try watched(graph) {
                try graph.start()
                for time in 0..<60 { try graph.add(.int(time, at: Int64(time)), to: "in") }
                graph.closeAllInputs()
                try graph.waitUntilDone()
            }
            #expect(passed.entries.first == 0, "seed \(seed), \(threads)")
            #expect(passed.entries == passed.entries.sorted(), "seed \(seed), \(threads)")
            #expect(Set(passed.entries).count == passed.entries.count, "seed \(seed), \(threads)")
            #expect(judged.entries == Array(0..<Int64(judged.entries.count)), "seed \(seed)")
            if threads == .caller { runs.append(passed.entries) }
        }
        #expect(runs.allSatisfy { $0 == runs[0] }, "seed \(seed)")
    }
}
