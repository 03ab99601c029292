import LandmarkSystem

/// The main function of the programs `landmark` and `landmark-bench`.
package enum Program {
    /// Prepares the standard streams, runs `body` with the command line's arguments until it ends
    /// or is cancelled by an interruption, reports its error, and exits.
    ///
    /// - Parameters:
    ///   - verb: Returns the subcommand that a usage error refers to, if the arguments name one.
    ///   - body: Returns the exit code.
    package static func run(
        verb: @escaping @Sendable ([String]) -> String? = { _ in nil },
        _ body: @escaping @Sendable ([String]) async throws -> ExitCode
    ) async -> Never {
        StandardStream.fillClosedStreams()
        StandardStream.ignoreWriteSignals()
        let words = Array(CommandLine.arguments.dropFirst())
        let work = Task { await exitCode(of: body, words, verb) }
        Interruption.onRequest { work.cancel() }
        await CurrentProcess.exit(work.value.rawValue)
    }

    private static func exitCode(
        of body: @Sendable ([String]) async throws -> ExitCode, _ words: [String],
        _ verb: @Sendable ([String]) -> String?
    ) async -> ExitCode {
        do {
            return try await body(words)
        } catch CommandError.brokenPipe {
            // The reader has read what it needs, which is no failure.
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
    /// - Throws: `CommandError` for arguments that do not suit the options, and the errors of the
    ///   subcommand.
    package func run(_ words: some Collection<String>) async throws -> ExitCode {
        let options = words.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") {
            try Console.print(Help.text(for: self))
            return .done
        }
        return try await run(Arguments(Array(words), options: self.options))
    }
}

/// The program that `landmark bench` runs in place of itself.
package enum BenchProgram {
    package static let verb = "bench"
    package static let summary =
        "Times tasks, networks, drawing and video on this machine"
    private static let fileName = "landmark-bench"

    /// Replaces the running program by `landmark-bench` beside its executable.
    ///
    /// - Throws: `CommandError.programNotFound` if there is no such program, `.cannotRun` if it
    ///   cannot be started.
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
    /// Interrupted; what was written is complete.
    case interrupted = 130
}
