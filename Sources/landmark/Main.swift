import LandmarkCommandSupport
import LandmarkCore

@main
struct Main {
    static func main() {
        Program.run(verb: { words in
            words.first.flatMap { try? Subcommand.named($0).name }
        }) { words in try await dispatch(words) }
    }

    private static func dispatch(_ words: [String]) async throws -> ExitCode {
        guard let first = words.first else { throw CommandError.noCommand }
        switch first {
        case "--help", "-h", "help":
            let command = try words.dropFirst().first.map(Subcommand.named)
            if command?.name == BenchProgram.verb { try BenchProgram.replaceProcess(["--help"]) }
            try Console.print(command.map(Help.text) ?? Help.overview(of: Subcommand.all))
            return .done
        case "--version":
            try Console.print("landmark \(Version.current)\n")
            return .done
        case _ where first.hasPrefix("-"):
            let nearest = NearestName.of(first, among: ["--help", "--version"])
            throw CommandError.unknownOption(first, nearest: nearest)
        default:
            let command = try Subcommand.named(first)
            if command.name == BenchProgram.verb {
                try BenchProgram.replaceProcess(words.dropFirst())
            }
            // Before outputs are opened, so that an interruption leaves none of them unfinished.
            if Subcommand.ofFrames.contains(command.name) { Interruption.watch() }
            return try await command.run(words.dropFirst())
        }
    }
}

extension Subcommand {
    /// All subcommands, in the order of help.
    static let all: [Subcommand] =
        [
            .hand, .pose, .face, .people, .motion, .exercise, .drive, .graph,
        ] + live + [.models, .doctor, .bench, .completion, .man]

    #if os(Linux)
    private static let live = [serve, sessions]
    #else
    private static let live: [Subcommand] = []
    #endif

    /// The names of the subcommands that process inputs frame by frame, and so end soon after an
    /// interruption.
    fileprivate static let ofFrames: Set = [
        "hand", "pose", "face", "all", "motion", "exercise", "drive", "graph", "serve",
    ]

    /// A separate program; see `BenchProgram`.
    private static let bench = Subcommand(
        name: BenchProgram.verb, summary: BenchProgram.summary,
        synopsis: BenchProgram.synopsis, options: BenchProgram.options,
        operands: BenchProgram.kinds
    ) { _ in try BenchProgram.replaceProcess([]) }

    /// Returns the subcommand with a name.
    ///
    /// - Throws: `CommandError.unknownCommand`, with the most similar name.
    static func named(_ name: String) throws(CommandError) -> Subcommand {
        guard let found = all.first(where: { $0.name == name }) else {
            let nearest = NearestName.of(name, among: all.map(\.name))
            throw .unknownCommand(name, nearest: nearest)
        }
        return found
    }
}
