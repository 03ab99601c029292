import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference

/// The program behind `landmark bench`.
@main
struct LandmarkBench {
    static func main() {
        Program.run(verb: { _ in BenchProgram.verb }) { words in
            try await Subcommand.bench.run(words)
        }
    }
}

extension Subcommand {
    static let bench = Subcommand(
        name: BenchProgram.verb, summary: BenchProgram.summary,
        synopsis: BenchProgram.synopsis,
        discussion: """
            TASK INPUT             a task on an image, a folder or a video, decoded beforehand, or
                                   on a file of raw frames with --size: from the frame in memory to
                                   the result. TASK is hand, pose, face, holistic or segment. Faces
                                   come with blendshapes and matrices.
            drive INPUT            driver monitoring, likewise
            network FILE[:ENTRY]   one network on noise: a .tflite file, or an entry of a bundle
            load BUNDLE            from a bundle's path to all its networks, ready to run
            first TASK IMAGE       from a bundle's path to the result for an image in memory
            graph FILE             from a graph file's text to a validated graph
            draw TASK IMAGE        drawing what the task detects in an image
            decode VIDEO           decoding a video, frame by frame
            encode VIDEO           encoding a video's frames as H.264 into a temporary file
            soak TASK VIDEO        a video in a loop: prints the memory, descriptors and threads that
                                   the process holds in each quarter of --frames frames, and fails
                                   if they grow
            memory TASK            --count landmarkers of one model: the memory of the process, and how
                                   long each takes to create
            precision TASK INPUT   landmarks in a lower precision against single precision, image by image:
                                   their distance in pixels of the model's input, and the times

            Prints percentiles of the times and the memory in use; for tasks also frames per second,
            the CPU time of all threads, and the time of each stage. With --interactive, “run K” on
            standard input makes K runs (of each stream) and prints one line of JSON, so that runs
            can alternate with those of another program; “peak” prints the MAC rate that a
            core reaches at that time.
            """,
        options: BenchProgram.options
    ) { arguments in
        let kind = try BenchKind(arguments)
        if kind == .soak {
            Interruption.watch()
            return try Soak(arguments).run()
        }
        if kind == .memory {
            Interruption.watch()
            return try LandmarkerMemory(arguments).run()
        }
        if kind == .precision {
            Interruption.watch()
            return try PrecisionComparison(arguments).run()
        }
        return try BenchSession(kind, arguments).run()
    }
}

/// The kinds of benchmarks.
enum BenchKind: String, CaseIterable {
    case hand, pose, face, holistic, segment, drive, network, load, first, graph, draw, decode
    case encode, soak, memory, precision

    /// The kinds as help and errors list them.
    private static let names = allCases.map(\.rawValue).joined(separator: "|")

    /// Reads the kind and checks that it accepts the number of operands and all options.
    ///
    /// - Throws: `CommandError` for a missing or unknown kind, a missing or extra operand, or an
    ///   option of another kind.
    init(_ arguments: Arguments) throws(CommandError) {
        let inputs = arguments.inputs
        guard let name = inputs.first else {
            throw .missingValue(option: "bench", placeholder: Self.names)
        }
        guard let kind = BenchKind(rawValue: name) else {
            throw .invalidValue(option: "bench", expected: Self.names, got: name)
        }
        let count = 1 + kind.operands.count
        guard inputs.count >= count else {
            throw .missingValue(
                option: "bench \(name)", placeholder: kind.operands.joined(separator: " "))
        }
        if inputs.count > count { throw .unexpectedArgument(inputs[count]) }
        for option in Subcommand.bench.options
        where arguments.has(option.name) && !kind.accepts(option.name) {
            let kinds = Self.allCases.filter { $0.accepts(option.name) }.map(\.rawValue)
            throw .misplacedOption(option.name, use: "bench " + kinds.joined(separator: ", "))
        }
        if arguments.has("--interactive") {
            for option in ["--json", "--steps", "--runs", "--warmup"] where arguments.has(option) {
                throw .misplacedOption(option, use: "non-interactive runs")
            }
        }
        self = kind
    }

    /// The placeholders of the operands.
    private var operands: [String] {
        switch self {
        case .hand, .pose, .face, .holistic, .segment, .drive: ["INPUT"]
        case .network: ["FILE[:ENTRY]"]
        case .load: ["BUNDLE"]
        case .first, .draw: [BenchTasks.names(of: BenchTasks.all), "IMAGE"]
        case .graph: ["FILE"]
        case .decode, .encode: ["VIDEO"]
        case .soak: [BenchTasks.names(of: BenchTasks.all), "VIDEO"]
        case .memory: [BenchTasks.names(of: BenchTasks.all)]
        case .precision: [BenchTasks.names(of: BenchTasks.placed), "INPUT"]
        }
    }

    private func accepts(_ option: String) -> Bool {
        options.contains(option)
            || ![.soak, .memory, .precision].contains(self) && Self.timingOptions.contains(option)
    }

    private var options: Set<String> {
        let task: Set = [
            "--model", "--threads", "--max", "--detection-interval", "--precision", "--device",
        ]
        switch self {
        case .hand, .face: return task.union(Self.frameOptions)
        case .drive:
            return [
                "--model", "--threads", "--precision", "--device", "--frames", "--size",
                "--pixel-format", "--graph",
            ]
        case .pose: return task.union(Self.frameOptions).union(["--masks"])
        case .holistic:
            return Self.frameOptions.union(Self.partOptions)
                .union(["--model", "--threads", "--precision", "--device", "--masks"])
        case .segment: return Self.frameOptions.union(["--model", "--threads"])
        case .network:
            return [
                "--threads", "--outputs", "--lazy-outputs", "--steps", "--precision", "--device",
            ]
        case .load: return ["--threads"]
        case .first: return task.union(Self.partOptions).union(["--masks"])
        case .graph, .draw, .decode, .encode: return []
        case .soak:
            return task.union(Self.partOptions).union([
                "--masks", "--frames", "--reopen", "--tolerance",
            ])
        case .memory:
            return Self.partOptions
                .union([
                    "--model", "--threads", "--max", "--masks", "--precision", "--device",
                    "--count",
                ])
        case .precision: return ["--model", "--threads", "--max", "--precision", "--frames"]
        }
    }

    /// The options of all kinds except the soak and the comparisons of memory and precisions.
    private static let timingOptions: Set = [
        "--runs", "--warmup", "--json", "--interactive", "--quiet",
    ]

    private static let partOptions = Set(Option.bodyParts.map(\.name))

    private static let frameOptions: Set = [
        "--mode", "--frames", "--size", "--pixel-format", "--streams",
    ]
}
