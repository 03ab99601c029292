import LandmarkGraph
import Testing

@Suite("A graph that runs")
struct GraphRunTests {
    @Test("hands packets through its nodes to observers, in order", arguments: threads)
    func passThrough(_ threads: GraphThreads) throws {
        let config = graph(
            ["in"],
            [
                node("PassThroughCalculator", ["in"], ["a"]),
                node("PassThroughCalculator", ["a"], ["b"]),
                node("PassThroughCalculator", ["b"], ["out"]),
            ])
        let graph = try Graph(config, threads: threads)
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
