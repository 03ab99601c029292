import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkGraph

/// `landmark graph --check`: lists what a graph lacks to run, without processing inputs.
enum GraphInspection {
    /// Options that only matter when the graph runs.
    private static let useless = ["--input", "--output", "--size", "--pixel-format", "--fps"]

    /// Lists the missing items, one per line, or reports that the graph would run.
    ///
    /// - Returns: `.done` if it would run, otherwise `.failed`.
    /// - Throws: `GraphRunnerError` for a file that is not a graph, `CommandError` for arguments that do not
    ///   match it.
    static func run(_ arguments: Arguments) throws -> ExitCode {
        guard let path = arguments.inputs.first else { throw CommandError.missingGraph }
        if arguments.inputs.count > 1 {
            throw CommandError.unexpectedArgument(arguments.inputs[1])
        }
        for option in useless where arguments.has(option) {
            throw CommandError.misplacedOption(option, use: "a run, not with --check")
        }
        let config = try GraphSetup.config(path)
        let registry = try GraphSetup.registry(
            arguments, arguments.texts("--subgraph"), beside: path)
        let given = Set(try GraphSetup.sidePackets(arguments, config).keys)
        let check = GraphCheck(config, registry: registry)
        let lines = lines(of: check, given: given)
        for line in lines { try Console.print("\(path): \(line)\n") }
        if lines.isEmpty, !arguments.has("--quiet") {
            let count = check.config.nodes.count
            try Console.print("\(path): ready to run, \(count) \(count == 1 ? "node" : "nodes")\n")
        }
        return lines.isEmpty ? .done : .failed
    }

    /// Everything that is missing, in the order: faults, side packets, files.
    private static func lines(of check: GraphCheck, given: Set<String>) -> [String] {
        var lines = check.errors.map { error in
            guard case .unknownCalculator(let name, _) = error.kind,
                !name.hasSuffix("Calculator")
            else { return "\(error)" }
            return "\(error) (use --subgraph for a graph file of this type)"
        }
        lines += check.neededSidePackets.filter { !given.contains($0.name) }.map { packet in
            "\(packet.node): side packet \"\(packet.name)\" is required: --side-packet"
                + " \(packet.name)=VALUE"
        }
        return lines + check.config.missingFiles.map(\.description)
    }
}
