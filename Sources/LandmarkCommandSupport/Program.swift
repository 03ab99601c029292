import Dispatch
import LandmarkCore

/// The main function of the programs `landmark` and `landmark-bench`.
package enum Program {
    /// Prepares the standard streams, runs `body` with the command line's arguments until it ends
    /// or is canceled by an interruption, reports its error, and exits.
    ///
    /// - Parameters:
    ///   - verb: Returns the subcommand that a usage error refers to, if the arguments name one.
    ///   - body: Returns the exit code.
    package static func run(
        verb: @escaping @Sendable ([String]) -> String? = { _ in nil },
        _ body: @escaping @Sendable ([String]) async throws -> ExitCode
    ) -> Never {
        // Done before anything uses the concurrency runtime, which needs descriptors and memory.
        StandardStream.fillClosedStreams()
        StandardStream.ignoreWriteSignals()
        Interruption.restoreQuitting()
        if let shortage = ProcessLimits.current.shortage(for: needs) {
            Console.printError(shortage)
            CurrentProcess.exit(ExitCode.failed.rawValue)
        }
        ProcessLimits.economize()
        let words = CurrentProcess.arguments
        let work = Task { await exitCode(of: body, words, verb) }
        Interruption.onRequest { work.cancel() }
        Task { await CurrentProcess.exit(work.value.rawValue) }
        dispatchMain()
    }

    /// With less, libraries terminate the program without a message.
    private static let needs = ProcessLimits(
        descriptors: 16, stackBytes: 128 << 10, memoryBytes: 192 << 20)

    private static func exitCode(
        of body: @Sendable ([String]) async throws -> ExitCode, _ words: [String],
        _ verb: @Sendable ([String]) -> String?
    ) async -> ExitCode {
        do {
            return try await body(words)
        } catch CommandError.brokenPipe {
            // The reader has read all it needs, which is not a failure.
            return .done
        } catch let error as CommandError where error.isUsage {
            Console.printError("\(error)")
            Console.printError("try “landmark \(verb(words).map { $0 + " " } ?? "")--help”")
            return .usage
        } catch {
            Console.printError("\(error)")
            return .failed
        }
    }
}

extension Subcommand {
    /// Prints the help, if the arguments contain `--help`, or runs the subcommand.
    ///
    /// - Throws: `CommandError` for arguments that do not match the options, and the errors of the
    ///   subcommand.
    package func run(_ words: some Collection<String>) async throws -> ExitCode {
        let options = words.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") {
            try Console.print(Help.text(for: self))
            return .done
        }
        return try await run(
            Arguments(Array(words), options: self.options).withPatternsExpanded)
    }
}

/// The program that `landmark bench` runs in place of itself.
package enum BenchProgram {
    package static let verb = "bench"
    package static let summary =
        "Times tasks, networks, drawing and video on this machine"
    private static let fileName = "landmark-bench"

    /// Replaces the running program with `landmark-bench` from the folder of its executable.
    ///
    /// - Throws: `CommandError.programNotFound` if the program does not exist, `.cannotRun` if it cannot be
    ///   started.
    package static func replaceProcess(_ words: some Sequence<String>) throws(CommandError) -> Never
    {
        let folder = Path.folder(of: CurrentProcess.executablePath)
        let program = Path.join(folder, fileName)
        guard FileSystem.isFile(program) else {
            throw .programNotFound(fileName, folder: folder)
        }
        do throws(SystemError) {
            try CurrentProcess.replace(with: program, Array(words))
        } catch {
            throw .cannotRun(program: program, reason: "\(error)")
        }
    }
}

/// The exit codes of the programs.
package enum ExitCode: Int32 {
    /// Success.
    case done = 0
    /// Failure: an unreadable input, an invalid model, an output that cannot be written.
    case failed = 1
    /// An invalid command line.
    case usage = 2
    /// Interrupted; the written outputs are complete.
    case interrupted = 130
}

// MARK: Subcommands

/// A subcommand, such as `landmark pose`.
package struct Subcommand: Sendable {
    package let name: String
    /// One sentence without a period, for the list of commands.
    package let summary: String
    /// The synopsis after the name, such as `INPUT… [options]`.
    package let synopsis: String
    /// The text below the options in help; may be empty.
    package let discussion: String
    package let options: [Option]
    /// The words that the first argument can be, such as `list` of `models`; empty for a file.
    package let operands: [String]
    package let run: @Sendable (Arguments) async throws -> ExitCode

    package init(
        name: String, summary: String, synopsis: String, discussion: String = "",
        options: [Option], operands: [String] = [],
        run: @escaping @Sendable (Arguments) async throws -> ExitCode
    ) {
        self.name = name
        self.summary = summary
        self.synopsis = synopsis
        self.discussion = discussion
        self.options = options
        self.operands = operands
        self.run = run
    }
}

/// The text of `--help`.
package enum Help {
    /// The text of `landmark --help`.
    package static func overview(of commands: [Subcommand]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { "  \(pad($0.name, to: width))  \($0.summary)" }
        return """
            Detects hands, poses and faces in images, videos and live streams, on this machine.

            usage: landmark COMMAND …

            \(lines.joined(separator: "\n"))

            landmark COMMAND --help   prints the options of a command
            landmark --version        prints the version

            Exit codes: 0 success, 1 failure, 2 invalid command line, 130 interrupted.

            """
    }

    /// The text of `landmark NAME --help`.
    package static func text(for command: Subcommand) -> String {
        let synopsis = command.synopsis.isEmpty ? "" : " \(command.synopsis)"
        var text = "\(command.summary).\n\nusage: landmark \(command.name)\(synopsis)\n"
        let heads = command.options.map { option in
            option.placeholder.isEmpty ? option.name : "\(option.name) \(option.placeholder)"
        }
        let width = min(heads.map(\.count).max() ?? 0, 28)
        var group: String?
        for (option, head) in zip(command.options, heads) {
            if option.group != group {
                text += option.group.isEmpty ? "\n" : "\n\(option.group):\n"
                group = option.group
            }
            let gap = "\n" + pad("", to: width + 4)
            let separator = head.count > width ? gap : pad("", to: width - head.count + 2)
            text += "  \(head)\(separator)\(option.help)\n"
        }
        return command.discussion.isEmpty ? text : text + "\n\(command.discussion)\n"
    }

    private static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

/// The version of LandmarkKit.
package enum Version {
    /// The semantic version of the command and the libraries; CHANGELOG.md lists the changes.
    package static let current = "0.1.0"
}
