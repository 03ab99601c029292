import LandmarkCommandSupport
import LandmarkCore
import LandmarkInference

extension Subcommand {
    static let bench = Subcommand(
        name: "bench", summary: "Times tasks and networks on this machine, drawing and video too",
        synopsis: "KIND OPERAND… [options]",
        discussion: """
            hand|pose|face INPUT   a task on an image, a folder or a video, decoded beforehand, or
                                   on a file of raw frames with --size: from the frame in memory to
                                   the result in hand. Faces come with blendshapes and matrices.
            drive INPUT            watching a driver, likewise
            network FILE[:ENTRY]   one network on noise: a .tflite file, or an entry of a bundle
            load BUNDLE            from a bundle's path to all its networks, ready to run
            first TASK IMAGE     from a bundle's path to the result for an image in memory
            graph FILE             from a graph file's text to a graph that has been checked
            draw TASK IMAGE      drawing what the task finds in an image
            decode VIDEO           a video's next frame
            encode VIDEO           a video's next frame as H.264, into a file that is dropped
            soak TASK VIDEO        a video around and around: prints what memory, descriptors and
                                   threads the process holds in each quarter of --frames frames,
                                   and fails when they grow

            Prints percentiles of the runs' times, and of tasks also frames a second, what all
            threads took of the processors, each stage, and memory. With --interactive, “run K” on
            standard input makes K runs (of each stream) and answers with one line of JSON, so that
            runs can alternate with those of another program; “peak” answers with what a core can
            multiply and add at that moment.
            """,
        options: options, run: BenchCommand.run)

    private static let options = [
        Option(
            name: "--model", value: .text("PATH|lite|full|heavy"),
            help: "a task's model bundle"),
        Option(
            name: "--mode", value: .choice(["image", "video"]),
            help: "(default image for images and folders, video for the rest)"),
        Option(
            name: "--max", value: .integer(1...100),
            help: "a task finds at most this many (default 1)"),
        Option(name: "--masks", value: .flag, help: "bodies come with masks"),
        Option(
            name: "--threads", value: .integer(1...64),
            help: "threads of each landmarker (default what suits the machine; 1 for a network"
                + " and with --streams)"),
        Option(
            name: "--streams", value: .integer(1...64),
            help: "as many streams at a time, each with its own landmarker (default 1)"),
        Option(
            name: "--frames", value: .integer(1...1_000_000_000),
            help: "the input's first frames (default 200), or frames of a soak (default 20000)"),
        Option(name: "--size", value: .size, help: "of raw frames"),
        Option(
            name: "--pixel-format", value: .choice(["rgb24", "bgra"]),
            help: "of raw frames (default rgb24)"),
        Option(name: "--graph", value: .flag, help: "the driver is watched by dms_graph.pbtxt"),
        Option(name: "--outputs", value: .list, help: "only these of the network's outputs"),
        Option(
            name: "--lazy-outputs", value: .list,
            help: "outputs of which little is read: what ends in them alone is left out"),
        Option(name: "--steps", value: .flag, help: "every step of the network by itself"),
        Option(
            name: "--tolerance", value: .integer(1...1000),
            help: "megabytes that a soak's last quarter may exceed its second (default 2)"),
        Option(
            name: "--runs", value: .integer(Measurement.counts),
            help: "runs that are timed (default 200; 20 for load and first)"),
        Option(
            name: "--warmup", value: .integer(0...1_000_000),
            help: "runs before them (default 10; 0 for load and first)"),
        Option(
            name: "--json", value: .text("FILE|-"),
            help: "the report and every run's time as JSON, in place of the tables"),
        Option(name: "--interactive", value: .flag, help: "run when told to"),
        Option(name: "--quiet", value: .flag, help: "no progress"),
    ]
}

/// `landmark bench`.
enum BenchCommand {
    static func run(_ arguments: Arguments) throws -> ExitCode {
        let kind = try kind(arguments)
        if kind == .soak { return try Soak(arguments).run() }
        return try BenchSession(kind, arguments).run()
    }

    /// What is asked for, with as many operands as it takes and no option that it has no use for.
    private static func kind(_ arguments: Arguments) throws(CommandError) -> BenchKind {
        let inputs = arguments.inputs
        guard let name = inputs.first else {
            throw .missingValue(option: "bench", placeholder: BenchKind.names)
        }
        guard let kind = BenchKind(rawValue: name) else {
            throw .invalidValue(option: "bench", expected: BenchKind.names, got: name)
        }
        let needed = 1 + kind.operands.count
        guard inputs.count >= needed else {
            throw .missingValue(
                option: "bench \(name)", placeholder: kind.operands.joined(separator: " "))
        }
        if inputs.count > needed { throw .unexpectedArgument(inputs[needed]) }
        for option in Subcommand.bench.options
        where arguments.has(option.name) && !kind.takes(option.name) {
            let takers = BenchKind.allCases.filter { $0.takes(option.name) }.map(\.rawValue)
            throw .misplacedOption(
                option.name, use: "bench " + takers.joined(separator: ", "))
        }
        if arguments.has("--interactive") {
            for option in ["--json", "--steps", "--runs", "--warmup"]
            where arguments.has(option) {
                throw .misplacedOption(option, use: "runs without --interactive")
            }
        }
        return kind
    }
}
