import FoundationEssentials
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkMotion
import LandmarkTasks

@testable import landmark
@testable import LandmarkCommandSupport
@testable import LandmarkHistory

extension FuzzTarget {
    /// Files other than models and graphs, and arguments.
    static let files: [FuzzTarget] = [
        image, chunk, history, poseLines, calibration, exercise, tables, words,
    ]

    private static let image = FuzzTarget(name: "image", maximumLength: 8192) { bytes in
        _ = try? ImageFile.decode(bytes, name: "i", pixelLimit: 1 << 20)
    }

    /// Frames of a recording, as they are compressed in its file, or as they are before that.
    private static let chunk = FuzzTarget(name: "chunk") { bytes in
        Recording.load()
        let chunk = bytes.first ?? 0 < 64 ? bytes : Recording.chunk(bytes.dropFirst())
        _ = try? FrameChunk.decode(chunk, withShapes: false)
        guard let frames = try? FrameChunk.decode(chunk), frames.count < 1000 else { return }
        // What was read must survive being written.
        precondition((try? FrameChunk.decode(FrameChunk.encode(frames))) == frames)
    }

    /// A recording's file with some bytes changed.
    private static let history = FuzzTarget(name: "history", maximumLength: 512) { bytes in
        Recording.readDamaged(by: bytes)
    }

    /// Poses as JSON Lines.
    private static let poseLines = FuzzTarget(
        name: "pose-lines", maximumLength: 16384, mutate: TextTokens.mutate
    ) { bytes in
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(4) {
            _ = try? PoseLineContent.decode(Array(line), isWhole: true)
        }
    }

    /// Calibrations of cameras in TOML.
    private static let calibration = FuzzTarget(
        name: "calibration", mutate: TextTokens.mutate
    ) { bytes in
        guard let text = String(validating: bytes, as: UTF8.self),
            let calibration = try? CameraCalibration(parsing: text)
        else { return }
        _ = try? calibration.cameras(forRecordings: ["cam_01.mp4", "cam_02.mp4"])
        guard let camera = calibration.cameras.first else { return }
        _ = camera.axes
    }

    /// Definitions of exercises in JSON, with the reader of their mistakes.
    private static let exercise = FuzzTarget(
        name: "exercise", maximumLength: 8192, mutate: TextTokens.mutate
    ) { bytes in
        _ = JSONSyntaxProblem.first(in: bytes)
        guard
            let definition = try? JSONDecoder().decode(
                ExerciseDefinition.self, from: Data(bytes))
        else { return }
        _ = try? JSONEncoder().encode(definition)
    }

    /// Markers and angles as tables.
    private static let tables = FuzzTarget(name: "tables") { bytes in
        var choices = Choices(bytes)
        func number() -> Double {
            var bits: UInt64 = 0
            for _ in 0..<8 { bits = bits << 8 | UInt64(choices.byte()) }
            return choices.once(in: 3) ? Double(bitPattern: bits) : Double(Int64(bitPattern: bits) >> 40)
        }
        var rows: [TRCFile.Row] = []
        while !choices.isEmpty, rows.count < 20 {
            let world = (0..<choices.below(40)).map { _ -> SIMD3<Double>? in
                choices.once(in: 4) ? nil : SIMD3(number(), number(), number())
            }
            rows.append(TRCFile.Row(time: number(), world: world))
        }
        let rate = choices.once(in: 2) ? number() : nil
        _ = TRCFile.bytes(
            of: rows, name: String(decoding: bytes.prefix(9), as: UTF8.self), frameRate: rate)
    }

    /// The words of a command line, each ending with a zero byte; the first byte names the command.
    private static let words = FuzzTarget(
        name: "arguments", maximumLength: 512, mutate: TextTokens.mutate
    ) { bytes in
        let words = bytes.dropFirst().split(separator: 0, maxSplits: 40).map {
            String(decoding: $0, as: UTF8.self)
        }
        let command = commands[Int(bytes.first ?? 0) % commands.count]
        guard let arguments = try? Arguments(words, options: command.options) else { return }
        _ = try? arguments.device
        _ = arguments.detectionInterval
        for option in command.options {
            _ = arguments.integer(option.name)
            _ = arguments.fraction(option.name)
            _ = arguments.list(option.name)
        }
        _ = StreamSettings(arguments)
        for input in arguments.inputs {
            _ = Input(input, arguments)
            _ = PathPattern(input)
        }
    }

    private static let commands = Subcommand.all
}
