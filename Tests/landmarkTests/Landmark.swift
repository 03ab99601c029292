import Foundation
import LandmarkTestSupport

/// The built command, run as a process.
enum Landmark {
    /// The result of a run.
    struct Outcome {
        let code: Int32
        /// Whether a signal ended it, as in a crash.
        let crashed: Bool
        let output: String
        let errors: String

        /// The lines of standard output, each parsed as a JSON object.
        func objects() throws -> [[String: Any]] { try Landmark.objects(output) }
    }

    struct NotAnObject: Error {
        let line: String
    }

    /// The path of the program beside the test bundle, or else in the release build.
    static let path: String = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let beside = bundle.appendingPathComponent("landmark").path
        return Fixtures.exists(beside)
            ? beside : Fixtures.packageRoot + "/.build/release/landmark"
    }()

    /// Whether the models and the footage that most tests need are available.
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

    /// Runs a shell command in which `$LANDMARK` is the path of the program.
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

/// A running program, whose output is collected in files so that no pipe fills.
final class Running {
    private let process = Process()
    private let scratch: Scratch

    init(
        _ program: String, _ arguments: [String], _ environment: [String: String],
        _ folder: String, _ input: FileHandle
    ) throws {
        scratch = try Scratch()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = try Self.file(scratch.path("stdout"))
        process.standardError = try Self.file(scratch.path("stderr"))
        try process.run()
    }

    /// The standard output so far.
    var output: String { scratch.text("stdout") }

    /// Whether the program has ended.
    var hasEnded: Bool { !process.isRunning }

    func interrupt() { process.interrupt() }

    /// Sends a signal.
    func send(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits until the output satisfies a condition; returns false after a minute.
    func waits(until isThere: (String) -> Bool) -> Bool {
        let deadline = Date.now.addingTimeInterval(60)
        while !isThere(output) {
            if hasEnded || Date.now > deadline { return isThere(output) }
            usleep(10_000)
        }
        return true
    }

    func finish() -> Landmark.Outcome {
        process.waitUntilExit()
        return Landmark.Outcome(
            code: process.terminationStatus, crashed: process.terminationReason != .exit,
            output: output, errors: scratch.text("stderr"))
    }

    private static func file(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
}
