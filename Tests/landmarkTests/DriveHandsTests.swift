import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("drive --hands: phone-like poses", .enabled(if: Clips.hasHand))
struct DriveHandsTests {
    @Test("without a phone, isPhonePose is false instead of null, and nothing else changes")
    func none() throws {
        let without = try Landmark.run("drive", Clips.carphone)
        let with = try Landmark.run("drive", Clips.carphone, "--hands")
        #expect(with.code == 0, "\(with.errors)")
        #expect(try Self.poses(without).isEmpty)
        #expect(try Self.poses(with) == [Bool](repeating: false, count: 120))
        #expect(
            with.output.replacingOccurrences(
                of: #""isPhonePose":false"#, with: #""isPhonePose":null"#) == without.output)
    }

    @Test("a hand at an ear for two seconds fires an event, also in live mode")
    func atTheEar() throws {
        let image = try Self.handAtTheEar()
        let raw = [[UInt8]](repeating: image, count: 28).flatMap { $0 }
        let size = ["--size", "320x240", "--fps", "10"]
        let outcome = try Self.run(raw, size + ["--hands", "--json", "-"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try Self.poses(outcome) == [Bool](repeating: true, count: 28))
        let alerts = try outcome.objects().map { $0["alerts"] as? [String] }
        #expect(alerts.firstIndex(of: ["PHONE_LIKE"]) == 20)
        let unseen = try Self.run(raw, size)
        #expect(unseen.code == 0 && !unseen.output.contains("PHONE_LIKE"))
        let slow = try Self.run(
            Array(raw.prefix(image.count * 5)), size + ["--hands", "--mode", "live"])
        #expect(try slow.code == 0 && Self.poses(slow).contains(true), "\(slow.errors)")
    }

    /// What the frames say of hands, where they say anything.
    private static func poses(_ outcome: Landmark.Outcome) throws -> [Bool] {
        try outcome.objects().compactMap { frame in
            (frame["signals"] as? [String: Any])?["isPhonePose"] as? Bool
        }
    }

    private static func run(
        _ bytes: [UInt8], _ arguments: [String]
    ) throws -> Landmark.Outcome {
        let scratch = try Scratch()
        let input = try #require(FileHandle(forReadingAtPath: try scratch.file("raw", bytes)))
        return try Landmark.launch(
            Landmark.path, ["drive", "-"] + arguments, input: input
        ).finish()
    }

    /// 320×240 pixels of a woman whose left ear a hand, that of an animated rabbit upside down,
    /// is held to.
    private static func handAtTheEar() throws -> [UInt8] {
        let woman = try ImageFile.read(Landmark.astronaut)
        let rabbit = try ImageFile.read(Clips.rabbit)
        var bytes: [UInt8] = []
        for y in 20..<260 {
            for x in 120..<440 {
                let isHand = (250..<450).contains(x) && (30..<220).contains(y)
                let source = isHand ? rabbit : woman
                // The part of the rabbit that ends at its 320th column and 340th row.
                let (column, row) = isHand ? (319 - (x - 250), 339 - (y - 30)) : (x, y)
                source.withUnsafeBytes { pixels in
                    let start = row * source.bytesPerRow + column * source.format.bytesPerPixel
                    bytes += pixels[start..<start + 3]
                }
            }
        }
        return bytes
    }
}
