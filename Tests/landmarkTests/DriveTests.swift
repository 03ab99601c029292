import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("drive: results of a driver", .enabled(if: Clips.isReady))
struct DriveTests {
    static let members: Set = [
        "file", "frame", "timestampMs", "width", "height", "fatigueScore", "confidence",
        "fatigueLevel", "isLevelKnown", "isAlert", "alerts", "sound", "calibration",
        "unvalidatedKss", "attention", "signals",
        "events",
    ]
    static let signals: Set = [
        "isFacePresent", "isUsable", "eyeReadability", "eyeUnreadableReason", "smallEyeWidth",
        "openness", "opennessByAspectRatio", "leftEye", "rightEye",
        "closureSeconds", "perclos60", "perclos180", "blinks", "mouthOpenness",
        "mouthAspectRatio", "head", "relativeHead", "gaze", "gazeZone", "isOffRoad",
        "offRoadSeconds", "isPhonePose", "yawns", "nods", "microsleeps", "usableShare",
        "usableSeconds", "visibility", "frameRate", "speedKmh",
    ]

    @Test("an alert driver who blinks twice: a line per frame, level 0, two events")
    func carphone() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "drive", Clips.carphone, "--json", "-", "--events", scratch.path("events.jsonl"),
            "--speed-kmh", "87.5")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let frames = try outcome.objects()
        #expect(frames.compactMap { $0["timestampMs"] as? Int } == Clips.allTimes)
        for frame in frames {
            #expect(Set(frame.keys) == Self.members)
            #expect(frame["fatigueLevel"] as? Int == 0 && frame["isAlert"] as? Bool == false)
            #expect(frame["fatigueScore"] as? Double == 0)
            #expect((frame["alerts"] as? [String])?.isEmpty == true)
            let confidence = try #require(frame["confidence"] as? Double)
            #expect((0...1).contains(confidence))
            let signals = try #require(frame["signals"] as? [String: Any])
            #expect(Set(signals.keys) == Self.signals)
            #expect(signals["speedKmh"] as? Double == 87.5)
            #expect(signals["isPhonePose"] is NSNull)
        }
        let events = try Landmark.objects(scratch.text("events.jsonl"))
        #expect(events.compactMap { $0["event"] as? String } == ["BLINK", "BLINK"])
        let blink = try #require(events.first)
        #expect(blink["phase"] as? String == "complete")
        #expect(blink["endedBy"] as? String == "seen")
        let start = try #require(blink["startMs"] as? Int)
        let end = try #require(blink["endMs"] as? Int)
        #expect(abs(start - 1400) <= 100 && end > start)
        #expect(blink["durationMs"] as? Int == end - start)
        #expect(blink["file"] as? String == Clips.carphone)
        // The frame in which it fired has the same event.
        let told = frames.compactMap { $0["events"] as? [[String: Any]] }.flatMap { $0 }
        #expect(told.count == 2)
        #expect(told.first?["startMs"] as? Int == start && told.first?["file"] == nil)
    }

    @Test("the same bytes with any number of threads, and from raw frames in either format")
    func sameBytes() throws {
        let one = try Landmark.run("drive", Clips.carphone, "--threads", "1")
        let three = try Landmark.run("drive", Clips.carphone, "--threads", "3")
        #expect(one.code == 0 && one.output == three.output)
        let expected = one.output.replacingOccurrences(of: Clips.carphone, with: "-")
        let frames = try Clips.frames(120)
        for (format, name) in [(PixelFormat.rgb24, "rgb24"), (.bgra32, "bgra")] {
            let raw = try Self.run(
                Clips.raw(frames, format), "--size", "176x144", "--pixel-format", name, "--fps",
                "30000/1001")
            #expect(raw.code == 0 && raw.output == expected, "\(name): \(raw.errors)")
        }
    }

    @Test(
        "no face: unknown signals are null, an event fires and ends with the input, and there is no alert"
    )
    func noFace() throws {
        let scratch = try Scratch()
        let gray = [UInt8](repeating: 128, count: 32 * 32 * 3 * 80)
        let outcome = try Self.run(
            gray, "--size", "32x32", "--json", "-", "--events", scratch.path("e"), "--report",
            scratch.path("r"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        // Without a terminal, the events of a stream are lines on standard error.
        #expect(outcome.errors.contains("0:00.00  NO_FACE  2.00 s, ongoing\n"))
        for frame in try outcome.objects() {
            let signals = try #require(frame["signals"] as? [String: Any])
            #expect(signals["openness"] is NSNull && signals["head"] is NSNull)
            #expect(signals["isFacePresent"] as? Bool == false)
            #expect(frame["confidence"] as? Double == 0 && frame["isAlert"] as? Bool == false)
        }
        let events = try Landmark.objects(scratch.text("e"))
        #expect(events.map { $0["event"] as? String } == ["NO_FACE", "NO_FACE"])
        #expect(events.map { $0["phase"] as? String } == ["fired", "ended"])
        #expect(events.map { $0["id"] as? Int } == [1, 1])
        #expect(events[0]["endMs"] is NSNull && events[0]["endedBy"] is NSNull)
        #expect(events[1]["endMs"] as? Int == 2633)
        #expect(events[1]["endedBy"] as? String == "inputEnd")
        #expect(scratch.text("r.html").contains(">unknown<"))
        #expect(outcome.errors.contains("highest level unknown ("))
        #expect(!outcome.errors.contains("than 2 frames"))
    }

    @Test("too few frames to monitor a driver: one message, and no level")
    func tooFewFrames() throws {
        let scratch = try Scratch()
        let outcome = try Self.run(
            Clips.raw(try Clips.frames(8)), "--size", "176x144", "--fps", "1", "--report",
            scratch.path("r.html"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let page = scratch.text("r.html")
        #expect(page.contains(">standard input<") && page.contains("Driver report: standard input"))
        #expect(outcome.errors.split(separator: "than 2 frames per second").count == 2)
        #expect(outcome.errors.contains("highest level unknown ("))
        #expect(page.contains(">eyes not seen enough<"))
    }

    @Test("an event's end is seen when the face comes back")
    func faceComes() throws {
        let gray = [UInt8](repeating: 128, count: 176 * 144 * 3 * 75)
        let outcome = try Self.run(
            gray + Clips.raw(try Clips.frames(5)), "--size", "176x144", "--events", "-")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let events = try outcome.objects()
        #expect(events.map { $0["phase"] as? String } == ["fired", "ended"])
        #expect(events.last?["endedBy"] as? String == "seen")
        #expect(events.last?["endMs"] as? Int == 2500)
    }

    @Test("a mirrored image gives the driver's own left and right")
    func mirrored() throws {
        let frames = try Clips.frames(40)
        let plain = try yaws(Self.run(Clips.raw(frames), "--size", "176x144"))
        let flipped = frames.flatMap { frame -> [UInt8] in
            let pixels = Clips.raw([frame])
            return (0..<144 * 176).flatMap { index in
                let start = 3 * (index / 176 * 176 + 175 - index % 176)
                return pixels[start..<start + 3]
            }
        }
        let mirrored = try yaws(Self.run(flipped, "--size", "176x144", "--mirrored"))
        let naive = try yaws(Self.run(flipped, "--size", "176x144"))
        #expect(plain.count == 40 && mirrored.count == 40 && naive.count == 40)
        // Once the head is turned, unlike at the beginning.
        for index in 32..<40 {
            #expect(abs(plain[index]) > 4)
            #expect(abs(plain[index] - mirrored[index]) < 4)
            #expect(plain[index] * naive[index] < 0)
        }
    }

    private func yaws(_ outcome: Landmark.Outcome) throws -> [Double] {
        try outcome.objects().compactMap { frame in
            let signals = frame["signals"] as? [String: Any]
            return (signals?["head"] as? [String: Any])?["yaw"] as? Double
        }
    }

    /// Runs `drive` on raw frames.
    static func run(_ bytes: [UInt8], _ arguments: String...) throws -> Landmark.Outcome {
        let scratch = try Scratch()
        let input = try #require(FileHandle(forReadingAtPath: try scratch.file("raw", bytes)))
        return try Landmark.launch(Landmark.path, ["drive", "-"] + arguments, input: input)
            .finish()
    }
}

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

    @Test("an open hand at an ear holds no phone, also in live mode")
    func atTheEar() throws {
        let image = try Self.handAtTheEar()
        let raw = [[UInt8]](repeating: image, count: 28).flatMap { $0 }
        let size = ["--size", "320x240", "--fps", "10"]
        let outcome = try Self.run(raw, size + ["--hands", "--json", "-"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try Self.poses(outcome) == [Bool](repeating: false, count: 28))
        #expect(!outcome.output.contains("PHONE_LIKE"))
        let slow = try Self.run(
            Array(raw.prefix(image.count * 5)), size + ["--hands", "--mode", "live"])
        #expect(try slow.code == 0 && Self.poses(slow).contains(false), "\(slow.errors)")
    }

    /// The values of `isPhonePose` that are not null.
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

    /// 320×240 pixels: a woman with a hand at her left ear, which is an animated rabbit's, upside
    /// down.
    private static func handAtTheEar() throws -> [UInt8] {
        let woman = try ImageFile.read(Landmark.astronaut)
        let rabbit = try ImageFile.read(Clips.rabbit)
        var bytes: [UInt8] = []
        for y in 20..<260 {
            for x in 120..<440 {
                let isHand = (250..<450).contains(x) && (30..<220).contains(y)
                let source = isHand ? rabbit : woman
                // The part of the rabbit up to column 320 and row 340.
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
