import LandmarkCommandSupport
import LandmarkCore

@main
struct Main {
    static func main() {
        Program.run(verb: { words in
            words.first.flatMap(Verb.init(rawValue:))?.rawValue
        }) { words in try await dispatch(words) }
    }

    private static func dispatch(_ words: [String]) async throws -> ExitCode {
        guard let first = words.first else { throw CommandError.noCommand }
        switch first {
        case "--help", "-h", "help":
            let verb = try words.dropFirst().first.map(Verb.named)
            if verb == .bench { try BenchProgram.replaceProcess(["--help"]) }
            try Console.print(
                verb.map { Help.text(for: $0.subcommand) } ?? Help.overview(of: Subcommand.all))
            return .done
        case "--version":
            try Console.print("landmark \(Version.current)\n")
            return .done
        case _ where first.hasPrefix("-"):
            let nearest = NearestName.of(first, among: ["--help", "--version"])
            throw CommandError.unknownOption(first, nearest: nearest)
        default:
            let verb = try Verb.named(first)
            if verb == .bench { try BenchProgram.replaceProcess(words.dropFirst()) }
            // Done before outputs are opened, so that an interruption leaves none of them unfinished.
            if verb.processesFrames { Interruption.watch() }
            return try await verb.subcommand.run(words.dropFirst())
        }
    }
}
