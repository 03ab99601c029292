import LandmarkGraph
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Running a graph")
struct GraphRunTests {
    @Test("packets pass through nodes to observers in order", arguments: threads)
    func passThrough(_ threads: GraphThreads) throws {
        let config = graph(
            ["in"],
            [
                node("PassThroughCalculator", ["in"], ["a"]),
                node("PassThroughCalculator", ["a"], ["b"]),
                node("PassThroughCalculator", ["b"], ["out"]),
            ])
        let graph = try CalculatorGraph(config, threads: threads)
        let journal = Journal<String>()
        try journal.observe("out", of: graph)
        try graph.start()
        for time in 0..<1000 { try graph.add(.int(time, at: Int64(time)), to: "in") }
        graph.closeAllInputs()
        try graph.waitUntilDone()
        #expect(journal.entries == (0..<1000).map { "\($0)@\($0)" })
    }

    static let threads: [GraphThreads] = [.asConfigured, .caller, .pool(1), .pool(4)]
}

@Suite("Starting and ending runs", .serialized)
struct StartTests {
    private static let config = graph(
        ["in"],
        [
            node("PassThroughCalculator", ["in"], ["a"]),
            node("PassThroughCalculator", ["a"], ["b"]),
            node("PacketClonerCalculator", ["a", "b"], ["out"]),
        ])

    @Test("misuse throws or has no effect")
    func misuse() throws {
        let graph = try CalculatorGraph(Self.config)
        #expect(throws: GraphRunError.self) { try graph.waitUntilDone() }
        #expect(throws: GraphRunError.self) { try graph.waitUntilIdle() }
        #expect(throws: GraphRunError.self) { try graph.observe("nowhere") { _ in } }
        graph.cancel()
        graph.closeAllInputs()
        try graph.close("in")
        try graph.start()
        #expect(throws: GraphRunError.self) { try graph.start() }
        #expect(throws: GraphRunError.self) { try graph.observe("out") { _ in } }
        graph.closeAllInputs()
        graph.closeAllInputs()
        try graph.waitUntilDone()
        try graph.waitUntilDone()
        graph.cancel()
        try graph.waitUntilDone()
    }

    @Test(
        "releasing a running graph stops it and closes its nodes",
        arguments: [
            GraphThreads.caller, .pool(1), .pool(3),
        ])
    func releasedWhileRunning(_ threads: GraphThreads) throws {
        let closed = Journal<Int>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { context in
            let next = max(GraphTimestamp.microseconds(0), context.outputs[0].bound)
            try context.outputs[0].send(1, at: next)
        }
        behavior.close = { _ in closed.note(1) }
        let name = "Forever\(threads)"
        try useBriefly(name, .with(name, behavior), threads)
        // Releasing waited for the end; with caller threads, no node was ever opened.
        #expect(closed.entries == (threads == .caller ? [] : [1]))
    }

    @Test("a validated graph keeps the calculators it was validated with")
    func validatedBefore() throws {
        let seen = Journal<String>()
        var behavior = ClosureCalculator.Behavior()
        behavior.process = { try $0.outputs[0].send($0.inputs[0].packet) }
        let config = graph(["in"], [node("OnlyWhenValidated", ["in"], ["out"])])
        let valid = try ValidatedGraph(config, registry: .with("OnlyWhenValidated", behavior))
        let graph = try CalculatorGraph(valid, threads: .caller)
        try seen.observe("out", of: graph)
        try graph.start()
        try graph.add(.int(1, at: 0), to: "in")
        graph.closeAllInputs()
        try graph.waitUntilDone()
        #expect(seen.entries == ["1@0"])
    }

    @Test("calculators get what the registry provides, by type")
    func services() throws {
        struct Level: Sendable, Equatable { var value: Int }
        let seen = Journal<Level?>()
        let texts = Journal<String?>()
        var behavior = ClosureCalculator.Behavior()
        behavior.open = {
            seen.note($0.services[Level.self])
            texts.note($0.services[String.self])
        }
        behavior.process = { $0.stop() }
        let config = graph([], [node("ReadsLevel", [], ["out"])])
        var registry = CalculatorRegistry.with("ReadsLevel", behavior)
        try CalculatorGraph(config, registry: registry).run()
        registry.services[Level.self] = Level(value: 1)
        var other = CalculatorRegistry()
        other.services[Level.self] = Level(value: 2)
        registry.merge(other)
        registry.services[String.self] = "text"
        let valid = try ValidatedGraph(config, registry: registry)
        registry.services[Level.self] = nil
        try CalculatorGraph(valid).run()
        #expect(seen.entries == [nil, Level(value: 2)] && texts.entries == [nil, "text"])
    }

    @Test("extreme numbers in graphs created in code are handled")
    func extremes() throws {
        for layer in [Int.max, .min, Int(Int32.max) + 1] {
            let config = graph([], [node("PassThroughCalculator", [], ["a"], layer: layer)])
            #expect("source_layer \(layer)") { try CalculatorGraph(config) } throws: {
                "\($0)".contains("source_layer is \(layer), expected -2147483648 to 2147483647")
            }
        }
        for count in [Int.min, 0, 1024, 1025, .max] {
            let graph = try CalculatorGraph(Self.config, threads: .pool(count))
            try graph.start()
            try graph.add(.int(1, at: 0), to: "in")
            graph.closeAllInputs()
            try graph.waitUntilDone()
        }
    }

    private func useBriefly(
        _ name: String, _ registry: CalculatorRegistry, _ threads: GraphThreads
    ) throws {
        let config = graph(
            [],
            [
                node(name, [], ["a"]), node("PassThroughCalculator", ["a"], ["out"]),
            ])
        let graph = try CalculatorGraph(config, registry: registry, threads: threads)
        let poller = try graph.poller("out")
        try graph.start()
        if threads != .caller { #expect(try poller.next() != nil) }
    }

    #if os(macOS) || os(Linux)
    /// Runs in a separate process, because other tests allocate memory too.
    @Test(
        "10,000 runs leak no threads, descriptors or memory",
        .enabled(if: Resources.now.threads > 0, "the system does not report process resources"))
    func leaks() async {
        await #expect(processExitsWith: .success) {
            try Self.round(1000)
            // A leak grows in every part; threads that end late on a busy machine, and the heaps they
            // had, do not.
            var (threads, descriptors, pages) = (Int.max, Int.max, Int.max)
            for _ in 0..<3 {
                let before = Resources.now
                try Self.round(3000)
                let after = Resources.now
                threads = min(threads, after.threads - before.threads)
                descriptors = min(descriptors, after.descriptors - before.descriptors)
                pages = min(pages, after.pages - before.pages)
            }
            #expect(threads <= 2)
            #expect(descriptors <= 2)
            #expect(pages <= 300)  // 400 bytes per run
        }
    }
    #endif

    private static func round(_ count: Int) throws {
        for turn in 0..<count {
            try once(turn % 2 == 0 ? .pool(2) : .caller, cancels: turn % 5 == 0)
        }
    }

    private static func once(_ threads: GraphThreads, cancels: Bool) throws {
        let graph = try CalculatorGraph(config, threads: threads)
        let journal = Journal<Int>()
        try graph.observe("out") { _ in journal.note(1) }
        try graph.start()
        try graph.add(.int(1, at: 1), to: "in")
        if cancels { return }
        graph.closeAllInputs()
        try graph.waitUntilDone()
        #expect(journal.entries == [1])
    }

    /// The resources of the process; zero where they are not available.
    private struct Resources {
        var threads = 0
        var descriptors = 0
        var pages = 0

        static var now: Resources {
            Resources(
                threads: entries("/proc/self/task"), descriptors: entries("/proc/self/fd"),
                pages: residentPages)
        }

        private static func entries(_ path: String) -> Int {
            #if canImport(Glibc)
            guard let folder = opendir(path) else { return 0 }
            defer { closedir(folder) }
            var count = 0
            while readdir(folder) != nil { count += 1 }
            return count
            #else
            return 0
            #endif
        }

        private static var residentPages: Int {
            #if canImport(Glibc)
            guard let file = fopen("/proc/self/statm", "r") else { return 0 }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = fread(&bytes, 1, bytes.count, file)
            let words = bytes[..<count].split(separator: UInt8(ascii: " "))
            return words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) ?? 0 : 0
            #else
            return 0
            #endif
        }
    }
}
