#if os(macOS) || os(Linux)
import Foundation
import LandmarkCapture
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// Runs the programs of `Examples/`.
@Suite("Examples")
struct ExampleTests {
    /// The path of a program next to the test bundle, or in the release build.
    static func path(_ name: String) -> String {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let beside = bundle.appendingPathComponent(name).path
        return Fixtures.exists(beside)
            ? beside : Fixtures.packageRoot + "/.build/release/" + name
    }

    /// The exit code and output of a program.
    struct Run {
        let code: Int32
        let output: String
        let errors: String
    }

    /// Runs a program. Its output is redirected to files, because a full pipe would block it.
    static func run(
        _ name: String, _ arguments: String..., environment: [String: String] = [:]
    ) throws -> Run {
        let folder = FileManager.default.temporaryDirectory
        let output = folder.appendingPathComponent(UUID().uuidString)
        let errors = folder.appendingPathComponent(UUID().uuidString)
        try Data().write(to: output)
        try Data().write(to: errors)
        defer {
            try? FileManager.default.removeItem(at: output)
            try? FileManager.default.removeItem(at: errors)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(name))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Run(
            code: process.terminationStatus,
            output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    @Test(
        "Fingertip reports an image without hands",
        .enabled(if: VisionTask.isAvailable && Fixtures.available(path("Fingertip"))))
    func noHand() throws {
        let run = try Self.run(
            "Fingertip", VisionTask.hand.model, Fixtures.footage("astronaut.png"))
        #expect(run.code == 0)
        #expect(run.output == "no hand\n")
    }

    static let thumb = Fixtures.shared("assets/hand_thumb_up.jpg")

    @Test(
        "Fingertip prints the position of an index fingertip",
        .enabled(if: VisionTask.isAvailable && Fixtures.available(path("Fingertip"), thumb)))
    func hand() throws {
        let size = try ImageFile.read(Self.thumb)
        let run = try Self.run("Fingertip", VisionTask.hand.model, Self.thumb)
        #expect(run.code == 0)
        let start = "Left hand: index fingertip at "
        try #require(run.output.hasPrefix(start) && run.output.hasSuffix("\n"))
        let numbers = run.output.dropFirst(start.count).dropLast().components(separatedBy: ", ")
        let place = try numbers.map { try #require(Float($0)) }
        try #require(place.count == 2)
        // The position given by MediaPipe 1.2.2, as fractions of the image.
        #expect(abs(place[0] / Float(size.width) - 0.4428) < 0.03)
        #expect(abs(place[1] / Float(size.height) - 0.5004) < 0.03)
    }

    @Test("Fingertip names a missing model", .enabled(if: Fixtures.available(path("Fingertip"))))
    func missingModel() throws {
        let run = try Self.run("Fingertip", "/no/such.task", "photo.jpg")
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors == "Fingertip: NOT_FOUND: Unable to open file at /no/such.task\n")
    }

    @Test(
        "PoseOverlay names a missing model", .enabled(if: Fixtures.available(path("PoseOverlay"))))
    func missingPoseModel() throws {
        let run = try Self.run("PoseOverlay", "/no/such.task", "clip.mp4", "overlay.mp4")
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors == "PoseOverlay: NOT_FOUND: Unable to open file at /no/such.task\n")
    }

    static let clip = Fixtures.footage("carphone_pristine.mp4")

    @Test(
        "PoseOverlay draws poses over a video",
        .enabled(if: VisionTask.isAvailable && Fixtures.available(path("PoseOverlay"), clip)))
    func poses() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let short = folder.appendingPathComponent("short.mp4").path
        let target = folder.appendingPathComponent("overlay.mp4").path
        try Self.cut(Self.clip, to: short, frames: 15)
        let run = try Self.run("PoseOverlay", VisionTask.pose.model, short, target)
        #expect(run.code == 0)
        #expect(run.output.hasSuffix(" frames drawn to \(target)\n"))
        let drawn = try VideoFile(path: target)
        var count = 0
        while try drawn.next() != nil { count += 1 }
        #expect(run.output.hasPrefix("\(count) frames"))
        #expect((1...15).contains(count))
    }

    /// Writes the first frames of a video, because PoseOverlay runs in real time.
    private static func cut(_ path: String, to target: String, frames: Int) throws {
        let source = try VideoFile(path: path)
        let size = try #require(source.information.size)
        let writer = try VideoWriter(path: target, size: size)
        for _ in 0..<frames {
            let frame = try #require(try source.next())
            try writer.write(frame.image, at: frame.timestamp)
        }
        try writer.finish()
    }
}
#endif
