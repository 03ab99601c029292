import Dispatch
import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkSystem
import Synchronization

/// `landmark graph` over a graph without input streams: its sources make the packets.
final class SelfFedRun: Sendable {
    private let graph: Graph
    private let sidePackets: [String: Packet]
    private let outputs: Mutex<GraphOutputs>
    private let console: Console

    init(_ arguments: Arguments, _ setup: GraphSetup) throws {
        sidePackets = setup.sidePackets
        try Self.check(sidePackets)
        do {
            let valid = try ValidatedGraph(
                setup.config, registry: GraphSetup.registry(arguments))
            try valid.requireSidePackets(Set(sidePackets.keys))
            graph = try Graph(valid)
        } catch let error as GraphError {
            throw GraphRunnerError.graph(error)
        }
        outputs = Mutex(try GraphOutputs(arguments, setup))
        console = Console(isQuiet: arguments.has("--quiet"))
        for stream in Set(outputs.withLock { $0.streams }) {
            try graph.observe(stream) { [weak self] packet in
                try self?.outputs.withLock { try $0.write([stream: [packet]], at: nil) }
            }
        }
        outputs.withLock { [console] in $0.begin(from: nil, on: console) }
    }

    /// Refuses two side packets that name one file: one is read and the other written.
    private static func check(_ sidePackets: [String: Packet]) throws(CommandError) {
        var seen: Set<String> = []
        for packet in sidePackets.values {
            guard let path = try? packet.get(String.self), FileSystem.isFile(path) else { continue }
            if !seen.insert(Path.resolved(path)).inserted {
                throw .overwritesInput(path, option: "--side-packet")
            }
        }
    }

    /// Runs the graph to its end, or to Ctrl-C.
    func run() async throws -> ExitCode {
        Interruption.watch()
        let start = ContinuousClock.now
        do {
            try await runGraph()
            try outputs.withLock { try $0.finish(complete: !Interruption.isRequested) }
        } catch {
            outputs.withLock { $0.save() }
            if Interruption.isRequested { return .interrupted }
            if case GraphRunError.observer(_, _, let cause) = error {
                throw cause
            }
            throw error
        }
        let count = outputs.withLock { $0.count }
        let duration = Rate.seconds(ContinuousClock.now - start)
        console.note(
            "\(count) \(count == 1 ? "packet" : "packets") written, "
                + "\(String(duration, places: 2)) s")
        return Interruption.isRequested ? .interrupted : .done
    }

    private func runGraph() async throws {
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
        try outcome.get()
    }
}
