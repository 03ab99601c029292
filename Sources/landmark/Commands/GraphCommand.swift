import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkGraph

extension Subcommand {
    static let graph = Subcommand(
        name: "graph", summary: "Runs a MediaPipe graph file on images and videos",
        synopsis: "FILE.pbtxt [--input STREAM=SOURCE…] [--check] [options]",
        discussion: """
            FILE is a MediaPipe graph in text format. If there is no such file, dms_graph.pbtxt
            means the built-in driver monitoring graph, and physio_graph.pbtxt the built-in graph
            for joint angles and squats. SOURCE is an image, a video, a folder of images (the frames
            of a video), a camera such as camera:0, or - for raw frames on standard input. Frames
            from several sources are merged by timestamp; an image given with a video is repeated
            for each frame. A stream without --input stays empty; a graph without input streams
            takes no --input. A stream of images is written as MP4, a single image as PNG or JPEG,
            and any other stream as JSON Lines, one object per packet. Without --output, the graph's
            first output stream goes to standard output. --check needs no inputs: it lists unknown
            calculators and subgraphs, unsupported options, and missing side packets and models.
            """,
        options: GraphCommand.options, run: GraphCommand.run)
}

/// `landmark graph`.
private enum GraphCommand {
    static let options =
        Option.group(
            "Graph",
            [
                Option(
                    name: "--input", value: .pair("STREAM=SOURCE"),
                    help: "source to feed to an input stream; can be repeated", repeats: true),
                Option(
                    name: "--output", value: .pair("STREAM=FILE|-"),
                    help: "file for the packets of an output stream; can be repeated",
                    repeats: true),
                Option(
                    name: "--side-packet", value: .pair("NAME=VALUE"),
                    help: "input side packet: true, false, a number or text; can be repeated",
                    repeats: true),
                Option(
                    name: "--model", value: .pair("NAME=PATH"),
                    help: "model bundle for face, hand, pose-lite, pose-full or pose-heavy; can be"
                        + " repeated",
                    repeats: true),
                Option(
                    name: "--subgraph", value: .text("FILE"),
                    help: "graph file that nodes can use by its type; can be repeated",
                    repeats: true),
                Option(
                    name: "--check", value: .flag,
                    help: "only list what keeps the graph from running; exit code 1 if anything"),
            ])
        + LandmarkOptions.input.filter { $0.name != "--mode" && $0.name != "--mirrored" }
        + Option.group("Execution", [.precision, .device]) + LandmarkOptions.execution

    /// Runs the graph; reports all faults in the graph file, with the file's name.
    @Sendable static func run(_ arguments: Arguments) async throws -> ExitCode {
        do {
            if arguments.has("--check") { return try GraphInspection.run(arguments) }
            let setup = try GraphSetup(arguments)
            let console = Console(isQuiet: arguments.has("--quiet"))
            let inputs = InputList(together: setup.inputs, settings: StreamSettings(arguments))
            if inputs.groups.isEmpty {
                let handler = try SourceGraphHandler(arguments, setup, on: console)
                return try await FrameLoop.run(inputs, handler, on: console)
            }
            let handler = try GraphHandler(arguments, setup, on: console)
            return try await FrameLoop.run(inputs, handler, on: console)
        } catch GraphRunnerError.graph(.invalid(let faults)) where !faults.isEmpty {
            for fault in faults { Console.printError("\(arguments.inputs[0]): \(fault)") }
            return .failed
        } catch GraphRunnerError.graph(let error) {
            Console.printError("\(arguments.inputs[0]): \(error)")
            return .failed
        }
    }
}

extension Option.Value {
    /// A name and a value, as in `NAME=VALUE`.
    fileprivate static func pair(_ placeholder: String) -> Option.Value {
        .parsed(
            placeholder: placeholder, expectation: placeholder,
            accepts: { NamedValue($0) != nil })
    }
}

/// An option's value of the form `NAME=VALUE`.
struct NamedValue {
    let name: String
    let value: String

    init?(_ text: String) {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        name = String(text[..<sign])
        value = String(text[text.index(after: sign)...])
        if name.isEmpty || value.isEmpty { return nil }
    }
}
