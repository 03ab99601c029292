import Foundation
import LandmarkCapture
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// The programs of `Examples/`, run as a person runs them.
struct ExampleTests {
    /// A program beside the test bundle, or where a release build puts it.
    static func path(_ name: String) -> String {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let beside = bundle.appendingPathComponent(name).path
        return Fixtures.exists(beside)
            ? beside : Fixtures.packageRoot + "/.build/release/" + name
    }

    /// Runs a program to its end; its output goes to a file, so that no pipe fills.
    static func run(_ name: String, _ arguments: String...) throws -> (code: Int32, output: String)
    {
        let folder = FileManager.default.temporaryDirectory
        let output = folder.appendingPathComponent(UUID().uuidString)
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(name))
        process.arguments = arguments
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }

    @Test(.enabled(if: VisionTask.isAvailable && Fixtures.available(path("Fingertip"))))
    func aPictureWithoutHandsHasNoFingertip() throws {
        let (code, output) = try Self.run(
            "Fingertip", VisionTask.hand.model, Fixtures.footage("astronaut.png"))
        #expect(code == 0)
        #expect(output == "no hand\n")
    }

    static let thumb = Fixtures.shared("assets/hand_thumb_up.jpg")

    @Test(.enabled(if: VisionTask.isAvailable && Fixtures.available(path("Fingertip"), thumb)))
    func aPictureWithAHandHasAFingertip() throws {
        let (code, output) = try Self.run("Fingertip", VisionTask.hand.model, Self.thumb)
        #expect(code == 0)
        #expect(output.hasPrefix("Left hand: index fingertip at "))
    }

    @Test(.enabled(if: Fixtures.available(path("Fingertip"))))
    func aModelThatIsNotThereIsNamed() throws {
        let (code, output) = try Self.run("Fingertip", "/no/such.task", "photo.jpg")
        #expect(code == 1)
        #expect(output == "Fingertip: NOT_FOUND: Unable to open file at /no/such.task\n")
    }

    static let clip = Fixtures.footage("carphone_pristine.mp4")

    @Test(.enabled(if: VisionTask.isAvailable && Fixtures.available(path("PoseOverlay"), clip)))
    func bodiesAreDrawnOverLiveFrames() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let short = folder.appendingPathComponent("short.mp4").path
        let target = folder.appendingPathComponent("overlay.mp4").path
        try Self.cut(Self.clip, to: short, frames: 15)
        let (code, output) = try Self.run("PoseOverlay", VisionTask.pose.model, short, target)
        #expect(code == 0)
        #expect(output.hasSuffix(" frames drawn to \(target)\n"))
        let drawn = try VideoFile(path: target)
        var count = 0
        while try drawn.next() != nil { count += 1 }
        #expect(output.hasPrefix("\(count) frames"))
        #expect((1...15).contains(count))
    }

    /// The first frames of a video: a second of one is enough to see, and plays in a second.
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
