import Foundation
import LandmarkTestSupport

/// The built command, run as a person runs it.
enum Landmark {
    /// What a run ended with.
    struct Outcome {
        let code: Int32
        /// Whether a signal ended it: a crash.
        let crashed: Bool
        let output: String
        let errors: String

        /// The lines of standard output, each parsed as a JSON object.
        func objects() throws -> [[String: Any]] { try Landmark.objects(output) }
    }

    struct NotAnObject: Error {
        let line: String
    }

    /// The program beside the test bundle, or where a release build puts it.
    static let path: String = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let beside = bundle.appendingPathComponent("landmark").path
        return Fixtures.exists(beside)
            ? beside : Fixtures.packageRoot + "/.build/release/landmark"
    }()

    /// Whether the models and the footage that most tests need are here.
    static let isReady = Fixtures.available(
        path, Fixtures.model("hand_landmarker.task"), Fixtures.model("pose_landmarker_full.task"),
        Fixtures.model("face_landmarker.task"), Fixtures.footage("astronaut.png"))

    static let astronaut = Fixtures.footage("astronaut.png")

    /// Runs the command to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:],
        folder: String = Fixtures.packageRoot
    ) throws -> Outcome {
        try run(arguments, environment: environment, folder: folder)
    }

    static func run(
        _ arguments: [String], environment: [String: String] = [:],
        folder: String = Fixtures.packageRoot
    ) throws -> Outcome {
        try launch(path, arguments, environment: environment, folder: folder).finish()
    }

    /// Runs a line of shell in which `$LANDMARK` is the command.
    static func shell(_ line: String) throws -> Outcome {
        try launch("/bin/bash", ["-c", line], environment: ["LANDMARK": path]).finish()
    }

    static func launch(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        folder: String = Fixtures.packageRoot, input: FileHandle = .nullDevice
    ) throws -> Running {
        try Running(program, arguments, environment, folder, input)
    }

    /// Each line of `text` as a JSON object.
    static func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
            guard let object = value as? [String: Any] else {
                throw NotAnObject(line: String(line))
            }
            return object
        }
    }
}
