import Foundation

/// A program that was started and whose output is collected in files, so that no pipe fills.
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

    /// What was printed so far.
    var output: String { scratch.text("stdout") }

    /// Whether the program is over.
    var hasEnded: Bool { !process.isRunning }

    func interrupt() { process.interrupt() }

    /// Sends a signal.
    func send(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits until the output is as told; false when it is not within twenty seconds.
    func waits(until isThere: (String) -> Bool) -> Bool {
        let deadline = Date.now.addingTimeInterval(20)
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
