import Dispatch
import LandmarkCalculators
import LandmarkGraph

/// `landmark graph` over a graph without input streams, which reads and writes what its side packets
/// name.
struct SelfFedRun {
    private let graph: Graph
    private let sidePackets: [String: Packet]

    init(_ arguments: Arguments, _ setup: GraphSetup) throws {
        for option in ["--input", "--output"] where arguments.has(option) {
            throw CommandError.uselessOption(option, use: "graphs with input streams")
        }
        sidePackets = GraphSetup.sidePackets(arguments)
        try Self.check(sidePackets)
        let registry = try GraphSetup.registry(arguments)
        do { graph = try Graph(setup.config, registry: registry) } catch let error as GraphError {
            throw GraphRunnerError.graph(error)
        }
    }

    /// Refuses two side packets that name one file: one is read and the other written.
    private static func check(_ sidePackets: [String: Packet]) throws(CommandError) {
        var seen: Set<String> = []
        for packet in sidePackets.values {
            guard let path = try? packet.get(String.self), System.isFile(path) else { continue }
            if !seen.insert(System.resolved(path)).inserted {
                throw .overwritesInput(path, option: "--side-packet")
            }
        }
    }

    /// Runs the graph to its end, or to Ctrl-C.
    func run() async throws -> ExitCode {
        Interruption.watch()
        try graph.start(sidePackets: sidePackets)
        graph.closeAllInputs()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { [graph] in
                    continuation.resume(returning: Result { try graph.waitUntilDone() })
                }
            }
        } onCancel: {
            graph.cancel()
        }
        if Interruption.isAsked { return .interrupted }
        try outcome.get()
        return .done
    }
}
