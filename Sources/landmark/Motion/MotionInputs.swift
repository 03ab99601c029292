import LandmarkCommandSupport
import LandmarkCore
import LandmarkTasks

/// The inputs of `motion` and `exercise`: images, or JSON Lines written by `landmark pose`. They form one
/// group: a single input, or one for each camera.
struct MotionInputs {
    let list: InputList
    let group: InputGroup
    /// Whether they are JSON Lines.
    let areLines: Bool

    /// The options about images and detection, which do not apply to landmarks.
    private static let imageOptions =
        [
            "--overlay", "--picture", "--model", "--max", "--hands", "--face", "--mode", "--size",
            "--pixel-format", "--fps", "--threads", "--start", "--end", "--stride",
        ] + LandmarkOptions.landmarkers.map(\.name)

    /// Classifies the inputs.
    ///
    /// - Throws: `CommandError` for inputs and options that exclude each other.
    init(_ arguments: Arguments, command: String) throws(CommandError) {
        let inputs = arguments.inputs.map { Input($0) }
        guard let first = inputs.first else { throw .missingPoses(command: command) }
        for case .image(let path) in inputs {
            throw .imageWithoutFrames(path, command: command)
        }
        let settings = StreamSettings(arguments)
        let lines = inputs.filter { Self.isLines($0, arguments) }
        areLines = !lines.isEmpty
        if inputs.count > 1 { try Self.checkCameras(inputs, lines, arguments) }
        // Calibrated cameras follow one person, measure lengths, and define the vertical.
        if arguments.has("--calibration") {
            for option in ["--person", "--up", "--height"] where arguments.has(option) {
                throw .misplacedOption(option, use: "a single input without --calibration")
            }
        }
        if areLines {
            if let option = Self.imageOptions.first(where: arguments.has) {
                throw .imagesNeeded(option: option, file: first.title)
            }
            list = InputList(together: inputs, settings: settings)
        } else if inputs.count > 1 {
            try InputList.check(inputs, mode: .video, arguments)
            list = InputList(together: inputs, settings: settings)
        } else {
            list = try InputList(arguments, defaultMode: .video)
        }
        guard let group = list.groups.first else {
            throw list.problems.first ?? .missingPoses(command: command)
        }
        self.group = group
    }

    private static func checkCameras(
        _ inputs: [Input], _ lines: [Input], _ arguments: Arguments
    ) throws(CommandError) {
        guard arguments.has("--calibration") else {
            throw .neededOption(
                "--calibration FILE", reason: "several inputs are cameras that show the same scene")
        }
        if let other = inputs.first(where: { !lines.contains($0) }), let line = lines.first {
            throw .mixedInputs(line.title, other.title)
        }
        if lines.contains(.standardInput) {
            throw .misplacedOption("“-”", use: "a single input")
        }
        if inputs.count(where: { $0 == .standardInput }) > 1 { throw .repeatedInput("-") }
        // A calibration applies to the images as they are stored.
        for option in ["--orientation", "--mirrored"] where arguments.has(option) {
            throw .misplacedOption(option, use: "a single input")
        }
        if arguments.text("--mode") == "live" {
            throw .misplacedOption("--mode live", use: "a single input")
        }
    }

    /// Whether an input holds JSON Lines, judged by its suffix or its first byte. Standard input does if no
    /// option declares raw frames.
    private static func isLines(_ input: Input, _ arguments: Arguments) -> Bool {
        switch input {
        case .video(let path):
            if ["jsonl", "ndjson", "json"].contains(Path.suffix(of: path)) { return true }
            guard FileSystem.isFile(path), let start = try? FileSystem.read(path, atMost: 64) else {
                return false
            }
            return start.first { !isSpace($0) } == UInt8(ascii: "{")
        case .standardInput:
            return !StandardStream.input.isTerminal
                && !["--size", "--pixel-format", "--fps"].contains(where: arguments.has)
        case .image, .folder, .camera: return false
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0d ~= byte }
}
