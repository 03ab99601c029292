import LandmarkInference
import LandmarkModelFile

extension Subcommand {
    static let bench = Subcommand(
        name: "bench", summary: "Times a network or the loading of a model",
        synopsis: "network|load FILE[:ENTRY] [options]",
        discussion: """
            network prints the milliseconds of each run of one network: a .tflite file, or an entry
            of a bundle. load prints the milliseconds from a bundle's path to networks ready to run.
            With --interactive, “run K” on standard input makes K runs and answers with one line of
            JSON, so that runs can alternate with those of another program.
            """,
        options: [
            Option(name: "--threads", value: .integer(1...64), help: "threads (default 1)"),
            Option(name: "--runs", value: .integer(1...1_000_000), help: "runs (default 20)"),
            Option(name: "--outputs", value: .list, help: "only these of the network's outputs"),
            Option(name: "--interactive", value: .flag, help: "run when told to"),
        ],
        run: BenchCommand.run)
}

/// `landmark bench`.
enum BenchCommand {
    static func run(_ arguments: Arguments) throws -> ExitCode {
        let inputs = arguments.inputs
        guard let kind = inputs.first else {
            throw CommandError.missingValue(option: "bench", placeholder: "network|load")
        }
        guard ["network", "load"].contains(kind) else {
            throw CommandError.invalidValue(
                option: "bench", expected: "network or load", got: kind)
        }
        guard inputs.count > 1 else { throw CommandError.missingInput(command: "bench \(kind)") }
        if inputs.count > 2 { throw CommandError.unexpectedArgument(inputs[2]) }
        let timed: any Timed =
            kind == "load"
            ? LoadTiming(path: inputs[1], threads: arguments.integer("--threads") ?? 1)
            : try NetworkTiming(inputs[1], arguments)
        return arguments.has("--interactive")
            ? try converse(timed) : try print(timed, runs: arguments.integer("--runs") ?? 20)
    }

    private static func print(_ timed: any Timed, runs: Int) throws -> ExitCode {
        for _ in 0..<runs {
            let milliseconds = Rate.milliseconds(try timed.run())
            try Console.print("\(Rate.rounded(milliseconds, places: 4))\n")
        }
        return .done
    }

    /// Answers each `run K` with `[ms, …]` until the input ends or says `quit`.
    private static func converse(_ timed: any Timed) throws -> ExitCode {
        try Console.print("{\"ready\":true}\n")
        while let line = System.inputLine(), line != "quit" {
            let words = line.split(separator: " ")
            guard words.count == 2, words[0] == "run", let count = Int(words[1]), count > 0 else {
                throw CommandError.invalidValue(
                    option: "standard input", expected: "“run K” or “quit”", got: line)
            }
            var json = JSONText()
            var times: [Float] = []
            for _ in 0..<count { times.append(Float(Rate.milliseconds(try timed.run()))) }
            json.numbers(times)
            try Console.print(String(decoding: json.bytes, as: UTF8.self) + "\n")
        }
        return .done
    }
}

/// Something whose duration is measured.
protocol Timed {
    /// How long doing it once took.
    func run() throws -> Duration
}
