import LandmarkCommandSupport
import LandmarkCore
import LandmarkSystem

@main
struct Main {
    static func main() async {
        StandardStream.fillClosedStreams()
        StandardStream.ignoreWriteSignals()
        let work = Task { await run(Array(CommandLine.arguments.dropFirst())) }
        Interruption.onRequest { work.cancel() }
        await CurrentProcess.exit(work.value.rawValue)
    }

    /// Runs one command line and reports its errors.
    private static func run(_ words: [String]) async -> ExitCode {
        do {
            return try await dispatch(words)
        } catch CommandError.brokenPipe {
            // Whoever read the output has seen enough; that is no failure.
            return .done
        } catch let error as CommandError where error.isUsage {
            Console.complain("\(error)")
            let verb = words.first.flatMap { try? Subcommand.named($0).name }
            Console.complain("try “landmark \(verb.map { $0 + " " } ?? "")--help”")
            return .usage
        } catch {
            Console.complain("\(error)")
            return .failed
        }
    }

    private static func dispatch(_ words: [String]) async throws -> ExitCode {
        guard let first = words.first else { throw CommandError.noCommand }
        switch first {
        case "--help", "-h", "help":
            let command = try words.dropFirst().first.map(Subcommand.named)
            try Console.print(command.map(Help.text) ?? Help.overview(of: Subcommand.all))
            return .done
        case "--version":
            try Console.print("landmark \(Version.current)\n")
            return .done
        case _ where first.hasPrefix("-"):
            let nearest = NearestName.of(first, among: ["--help", "--version"])
            throw CommandError.unknownOption(first, nearest: nearest)
        default:
            return try await run(Subcommand.named(first), words.dropFirst())
        }
    }

    private static func run(
        _ command: Subcommand, _ words: ArraySlice<String>
    ) async throws -> ExitCode {
        let options = words.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") {
            try Console.print(Help.text(for: command))
            return .done
        }
        return try await command.run(Arguments(Array(words), options: command.options))
    }
}

extension Subcommand {
    /// Every verb, in the order of help.
    static let all: [Subcommand] = [
        .hand, .pose, .face, .drive, .graph, .models, .doctor, .bench,
    ]

    /// The verb called `name`.
    static func named(_ name: String) throws(CommandError) -> Subcommand {
        guard let found = all.first(where: { $0.name == name }) else {
            let nearest = NearestName.of(name, among: all.map(\.name))
            throw .unknownCommand(name, nearest: nearest)
        }
        return found
    }
}
