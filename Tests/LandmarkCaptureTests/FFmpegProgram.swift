import Foundation
import LandmarkTestSupport

/// The ffmpeg program, where there is one.
enum FFmpegProgram {
    private static let path: String? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/ffmpeg" }.first { Fixtures.exists($0) }
    }()

    /// What the program writes to its standard output; nil, with a note, when it is not here.
    static func output(_ arguments: [String]) throws -> [UInt8]? {
        guard let path else {
            print("SKIPPED: no ffmpeg program to compare with")
            return nil
        }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-v", "error", "-nostdin"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return [UInt8](data)
    }

    /// The frames of a clip as the reference results were made from them.
    static func frames(of clip: String, _ options: [String] = []) throws -> [UInt8]? {
        try output(["-i", clip] + options + ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    }
}
