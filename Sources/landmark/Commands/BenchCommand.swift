import LandmarkInference
import LandmarkModelFile

extension Subcommand {
    static let bench = Subcommand(
        name: "bench", summary: "Times networks, tasks, drawing, decoding and encoding",
        synopsis: "\(BenchCommand.kinds) [TASK] FILE [options]",
        discussion: """
            Prints the milliseconds of each run. network FILE[:ENTRY]: one network, a .tflite file
            or an entry of a bundle. load FILE: from a bundle's path to networks ready to run.
            task hand|pose|face FILE: the next frame of a file of frames in 8-bit RGB, followed as
            a video, to the result in hand. draw hand|pose|face PICTURE: drawing what is found.
            decode VIDEO: the next frame. encode VIDEO: its next frame as H.264.
            soak hand|pose|face VIDEO prints instead what memory, descriptors and threads the
            process holds in each quarter of --frames frames, the video around and around, and
            fails when they grow.
            With --interactive, “run K” on standard input makes K runs and answers with one line of
            JSON, so that runs can alternate with those of another program.
            """,
        options: [
            Option(name: "--threads", value: .integer(1...64), help: "threads (default 1)"),
            Option(name: "--runs", value: .integer(1...1_000_000), help: "runs (default 20)"),
            Option(name: "--outputs", value: .list, help: "only these of the network's outputs"),
            Option(name: "--size", value: .size, help: "columns and rows of task's frames"),
            Option(
                name: "--max", value: .integer(1...100),
                help: "task finds at most this many (default 1)"),
            Option(
                name: "--frames", value: .integer(4...1_000_000_000),
                help: "frames of a soak (default 20000)"),
            Option(
                name: "--tolerance", value: .integer(1...1000),
                help: "megabytes that a soak's last quarter may exceed its second (default 2)"),
            Option(name: "--interactive", value: .flag, help: "run when told to"),
        ],
        run: BenchCommand.run)
}

/// `landmark bench`.
enum BenchCommand {
    static let kinds = "network|load|task|draw|decode|encode|soak"

    static func run(_ arguments: Arguments) throws -> ExitCode {
        let kind = try kind(arguments)
        if kind == "soak" { return try Soak(arguments).run() }
        let timed = try timed(kind, arguments)
        return arguments.has("--interactive")
            ? try converse(timed) : try print(timed, runs: arguments.integer("--runs") ?? 20)
    }

    /// What is asked for, with as many inputs as it takes.
    private static func kind(_ arguments: Arguments) throws -> String {
        let inputs = arguments.inputs
        guard let kind = inputs.first else {
            throw CommandError.missingValue(option: "bench", placeholder: kinds)
        }
        guard kinds.split(separator: "|").contains(kind[...]) else {
            throw CommandError.invalidValue(option: "bench", expected: kinds, got: kind)
        }
        let needed = ["task", "draw", "soak"].contains(kind) ? 3 : 2
        guard inputs.count >= needed else {
            throw CommandError.missingInput(command: "bench \(kind)")
        }
        if inputs.count > needed { throw CommandError.unexpectedArgument(inputs[needed]) }
        return kind
    }

    /// What the arguments ask to be timed.
    private static func timed(_ kind: String, _ arguments: Arguments) throws -> any Timed {
        let inputs = arguments.inputs
        return switch kind {
        case "network": try NetworkTiming(inputs[1], arguments)
        case "task":
            try TaskTiming(BenchTask(inputs[1], of: "bench task"), inputs[2], arguments)
        case "draw": try DrawTiming(BenchTask(inputs[1], of: "bench draw"), inputs[2])
        case "decode": try DecodeTiming(inputs[1])
        case "encode": try EncodeTiming(inputs[1])
        default: LoadTiming(path: inputs[1], threads: arguments.integer("--threads") ?? 1)
        }
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
