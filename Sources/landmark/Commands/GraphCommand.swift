import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkGraph

extension Subcommand {
    static let graph = Subcommand(
        name: "graph", summary: "Runs a graph file of MediaPipe's kind over images and videos",
        synopsis: GraphOptions.synopsis, discussion: GraphOptions.discussion,
        options: GraphOptions.options
    ) { arguments in
        do {
            let setup = try GraphSetup(arguments)
            if setup.feeds.isEmpty { return try await SelfFedRun(arguments, setup).run() }
            var run = try GraphRun(arguments, setup)
            return try await run.run()
        } catch GraphRunnerError.graph(.invalid(let faults)) where !faults.isEmpty {
            for fault in faults { Console.complain("\(arguments.inputs[0]): \(fault)") }
            return .failed
        } catch GraphRunnerError.graph(let error) {
            Console.complain("\(arguments.inputs[0]): \(error)")
            return .failed
        }
    }
}
