import Foundation
import LandmarkTestSupport
import Testing

/// The ffmpeg program, if it is installed.
enum FFmpegProgram {
    private static let path: String? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/ffmpeg" }.first { Fixtures.exists($0) }
    }()

    static let isInstalled = path != nil
    static let isNotInstalled: Comment = "the ffmpeg program is not installed"

    /// Returns the program's standard output; tests that call it need `isInstalled`.
    static func output(_ arguments: [String]) throws -> [UInt8] {
        let path = try #require(Self.path)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-v", "error", "-nostdin"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return [UInt8](data)
    }

    /// Returns the frames of a clip as used for the reference results.
    static func frames(of clip: String, _ options: [String] = []) throws -> [UInt8] {
        try output(["-i", clip] + options + ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    }
}
