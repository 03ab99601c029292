import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// The driver of the clip with closed eyes: the frame of the blink in which they are most closed is
/// repeated. The expected results follow from the time of that frame and the thresholds of the
/// definition.
@Suite("drive: eyes that stay closed", .enabled(if: Clips.isReady))
struct DriveSleepTests {
    /// The frame of the clip's first blink in which the eyes are most closed.
    static let closed = Result {
        let frames = try Landmark.run("drive", Clips.carphone).objects()
        let openness = frames.prefix(60).map { frame in
            (frame["signals"] as? [String: Any])?["openness"] as? Double ?? 1
        }
        return try #require(openness.indices.min { openness[$0] < openness[$1] })
    }

    /// The clip with its most closed frame repeated `count` times, between two complete clips.
    static func sleeper(
        _ count: Int, clipsBefore: Int = 0, clipsAfter: Int = 0
    ) throws -> (frames: [Frame], start: Int) {
        let clip = try Clips.frames(120)
        let closed = try closed.get()
        var frames: [Frame] = []
        for _ in 0..<clipsBefore { frames += clip }
        frames += clip[..<closed]
        frames += [Frame](repeating: clip[closed], count: count)
        frames += clip[(closed + 1)...]
        for _ in 0..<clipsAfter { frames += clip }
        return (frames, clipsBefore * 120 + closed)
    }

    /// The timestamp of a frame in milliseconds.
    static func time(_ frame: Int) -> Int { Int((Double(frame) * 1001 / 30).rounded()) }

    /// The first frame at least `milliseconds` after frame `start`, with a tolerance of 1 ms for
    /// the rounding of timestamps.
    static func frame(_ milliseconds: Int, after start: Int) -> Int {
        (start...).first { time($0) >= time(start) + milliseconds - 1 } ?? start
    }

    /// The score of eyes that have been closed for this many seconds.
    static func score(_ seconds: Double) -> Double {
        let points: [(Double, Double)] = [(1, 40), (1.5, 60), (3, 80), (6, 100), (7, 100)]
        for (low, high) in zip(points, points.dropFirst()) where seconds < high.0 {
            return low.1 + (seconds - low.0) / (high.0 - low.0) * (high.1 - low.1)
        }
        return 100
    }

    @Test("alerts after 1, 3 and 6 s, in the exact frame, in every output")
    func sleeps() throws {
        let (frames, start) = try Self.sleeper(195, clipsBefore: 1, clipsAfter: 1)
        let scratch = try Scratch()
        let outcome = try DriveTests.run(
            Clips.raw(frames), "--size", "176x144", "--fps", "30000/1001", "--json", "-",
            "--events", scratch.path("e"), "--overlay", scratch.path("a.mp4"), "--report",
            scratch.path("r"), "--report-images")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let results = try outcome.objects()
        #expect(results.compactMap { $0["timestampMs"] as? Int } == frames.indices.map(Self.time))

        let ladder = Ladder(start: start)
        try expect(ladder, in: results)
        let opened = try expect(ladder, in: Landmark.objects(scratch.text("e")), held: 195)
        // The sleep alert ends when the eyes have been open for 0.8 s; the fatigue alert remains
        // active.
        let awake = Self.frame(800, after: opened)
        #expect(alerts(results[awake - 1]) == ["UNRESPONSIVE", "SLEEP", "MICROSLEEP", "FATIGUE"])
        #expect(alerts(results[awake]) == ["FATIGUE"])

        try expectBanner(scratch.path("a.mp4"), results)
        let page = scratch.text("r.html")
        for text in [">4 critical<", ">score up to 100 of 100<", ">Unresponsive<", ">Sleep<"] {
            #expect(page.contains(text), "\(text)")
        }
        // One incident with one image, from the microsleep to the end.
        #expect(page.contains(">1<") && page.contains("<title>Unresponsive, 0:05.4"))
        #expect(page.contains(">1 incident: unresponsive at 0:05 for "))
        #expect(page.components(separatedBy: "data:image/jpeg").count == 2)
        #expect(outcome.errors.contains(", 1 incident; "))
        // The mark in the event row, the strip of levels and the dots in the list.
        let red = try ImageFile.read(scratch.path("r.png")).count { red, green, blue in
            (red, green, blue) == (0xD4, 0x2F, 0x2F)
        }
        #expect(red > 10_000, "\(red)")
    }

    private func alerts(_ result: [String: Any]) -> [String] { result["alerts"] as? [String] ?? [] }

    /// The frames in which alerts are due when the eyes close in frame `start`.
    private struct Ladder {
        let start: Int
        /// When the microsleep fires and level 2 is due.
        let microsleep: Int
        /// When level 3 is due.
        let severe: Int
        let sleep: Int
        let unresponsive: Int

        init(start: Int) {
            self.start = start
            microsleep = DriveSleepTests.frame(1000, after: start)
            severe = DriveSleepTests.frame(1500, after: start)
            sleep = DriveSleepTests.frame(3000, after: start)
            unresponsive = DriveSleepTests.frame(6000, after: start)
        }
    }

    /// Levels, alerts, scores and sounds of each frame until the eyes open.
    private func expect(_ ladder: Ladder, in results: [[String: Any]]) throws {
        let (start, microsleep, sleep) = (ladder.start, ladder.microsleep, ladder.sleep)
        for number in 0..<start + 195 {
            let result = results[number]
            let level = [microsleep, ladder.severe, sleep].count { number >= $0 }
            #expect(result["fatigueLevel"] as? Int == (level == 0 ? 0 : level + 1), "\(number)")
            let due = [
                ("UNRESPONSIVE", ladder.unresponsive), ("SLEEP", sleep), ("MICROSLEEP", microsleep),
                ("FATIGUE", ladder.severe),
            ]
            let expected = due.filter { number >= $0.1 }.map(\.0)
            #expect(alerts(result) == expected, "\(number)")
            #expect(result["isAlert"] as? Bool == (number >= microsleep))
            let sound = result["sound"] as? String
            if number < sleep { #expect(sound == (number == microsleep ? "fatigue" : nil)) }
            if number >= microsleep {
                let seconds = Double(Self.time(number) - Self.time(start)) / 1000
                let score = try #require(result["fatigueScore"] as? Double)
                // The tolerance of 1 ms.
                #expect(abs(score - Self.score(seconds)) < 0.05, "\(number): \(score)")
            }
        }
        #expect(results[start - 1]["calibration"] as? String == "provisional")
        let critical = results.indices.filter { results[$0]["sound"] as? String == "critical" }
        #expect(Array(critical.prefix(2)) == [sleep, Self.frame(2000, after: sleep)])
    }

    /// Checks all events except blinks; returns the frame in which the eyes are open again.
    private func expect(
        _ ladder: Ladder, in events: [[String: Any]], held: Int
    ) throws -> Int {
        let told = events.filter { $0["event"] as? String != "BLINK" }
        let fired = told.filter { $0["phase"] as? String != "ended" }.map { event in
            "\(event["event"] ?? "") \(event["startMs"] ?? "") \(event["fireMs"] ?? "")"
        }
        var expected: [String] = []
        for (name, fire) in [
            ("MICROSLEEP", ladder.microsleep), ("", ladder.severe), ("SLEEP", ladder.sleep),
            ("UNRESPONSIVE", ladder.unresponsive),
        ] {
            let time = Self.time(fire)
            if !name.isEmpty { expected.append("\(name) \(Self.time(ladder.start)) \(time)") }
            if name != "UNRESPONSIVE" { expected.append("LEVEL_CHANGED \(time) \(time)") }
        }
        #expect(fired == expected)
        let ended = told.filter { $0["phase"] as? String == "ended" }
        #expect(
            ended.map { $0["event"] as? String } == ["MICROSLEEP", "SLEEP", "UNRESPONSIVE"])
        #expect(ended.allSatisfy { $0["endedBy"] as? String == "seen" })
        #expect(ended.allSatisfy { ($0["peak"] as? Double ?? 0) >= 0.8 })
        let end = try #require(ended.first?["endMs"] as? Int)
        // The eyes may still be closed in the last frame of the blink.
        let opened = try #require(
            (ladder.start + held...ladder.start + held + 2).first { Self.time($0) == end })
        #expect(ended.allSatisfy { $0["endMs"] as? Int == end })
        return opened
    }

    /// The overlay is red above its lower bar during alerts, and only then.
    private func expectBanner(_ path: String, _ results: [[String: Any]]) throws {
        let video = try VideoFile(path: path)
        var number = 0
        while let frame = try video.next() {
            let red = frame.image.count(rows: 112..<126) { red, green, blue in
                red > 140 && green < 80 && blue < 100
            }
            let share = Double(red) / Double(176 * 14)
            let isAlert = results[number]["isAlert"] as? Bool
            #expect(isAlert == true ? share > 0.5 : share < 0.05, "\(number): \(share)")
            number += 1
        }
        #expect(number == results.count)
    }

    @Test("two seconds are one microsleep also in an encoded clip, and no fatigue at 30 km/h")
    func microsleepInAClip() throws {
        let (frames, held) = try Self.sleeper(60)
        let scratch = try Scratch()
        let clip = scratch.path("clip.mp4")
        var options = VideoWriterOptions()
        options.frameRate = Clips.rate
        let writer = try VideoWriter(
            path: clip, size: PixelSize(width: 176, height: 144), options: options)
        for (number, frame) in frames.enumerated() {
            try writer.write(frame.image, at: .milliseconds(Self.time(number)))
        }
        try writer.finish()
        let outcome = try Landmark.run(
            "drive", clip, "--speed-kmh", "30", "--json", "-", "--events", scratch.path("e"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let results = try outcome.objects()
        // The encoder may blur the first closed frame.
        let start = try #require(
            results.firstIndex { result in
                let signals = result["signals"] as? [String: Any]
                return signals?["openness"] as? Double ?? 1 <= 0.3
            })
        #expect((held...held + 1).contains(start))
        let fire = Self.frame(1000, after: start)
        // The alert lasts for 2 s; the eyes are open by then.
        let end = Self.frame(2000, after: fire)
        for (number, result) in results.enumerated() {
            let isOn = (fire..<end).contains(number)
            #expect(alerts(result) == (isOn ? ["MICROSLEEP"] : []), "\(number)")
        }
        let closures = try Landmark.objects(scratch.text("e")).filter {
            $0["event"] as? String != "LEVEL_CHANGED"
        }
        #expect(closures.map { $0["event"] as? String } == ["MICROSLEEP", "MICROSLEEP"])
        #expect(closures.map { $0["phase"] as? String } == ["fired", "ended"])
        // Two seconds without attention, and other rules.
        let attention = try #require(results[fire]["attention"] as? [String: Any])
        #expect(attention["warning"] as? String == "none")
        #expect(attention["isLockedOut"] as? Bool == false)
        let other = try Landmark.run(
            "drive", clip, "--microsleep", "2.5", "--attention", "0.5,0.7,0.8", "--lock-out",
            "1,30", "--json", "-", "--events", scratch.path("f"))
        #expect(other.code == 0, "\(other.errors)")
        let kinds = try Landmark.objects(scratch.text("f")).compactMap { $0["event"] as? String }
        #expect(!kinds.contains("MICROSLEEP"))
        #expect(kinds.filter { $0 == "LOCKED_OUT" }.count == 1)
        let last = try #require(try other.objects().last?["attention"] as? [String: Any])
        #expect(last["terminalAlerts"] as? Int == 1 && last["isLockedOut"] as? Bool == true)
        let rules = """
            {"microsleepDuration": 2.5, "attention": {"notice": 0.5, "prompt": 0.7, "terminal": 0.8},
             "lockOut": {"alerts": 1}}
            """
        try Data(rules.utf8).write(to: URL(fileURLWithPath: scratch.path("rules.json")))
        let same = try Landmark.run(
            "drive", clip, "--rules", scratch.path("rules.json"), "--json", "-")
        #expect(same.code == 0 && same.output == other.output, "\(same.errors)")
        #if os(Linux)
        try expectLockOut(of: clip, scratch)
        #endif
        #expect(closures.allSatisfy { $0["startMs"] as? Int == Self.time(start) })
        #expect(closures.allSatisfy { $0["fireMs"] as? Int == Self.time(fire) })
    }

    #if os(Linux)
    /// A live page follows the same file of rules; its own rules lock nobody out.
    private func expectLockOut(of clip: String, _ scratch: Scratch) throws {
        for (rules, isLockedOut) in [(scratch.path("rules.json"), true), ("default", false)] {
            let recording = scratch.path("live \(isLockedOut).sqlite")
            let live = try Landmark.run(
                "serve", clip, "--task", "drive", "--rules", rules, "--port", "0",
                "--end-with-input", "--record", recording)
            #expect(live.code == 0, "\(live.errors)")
            let events = try Landmark.run("sessions", "show", recording, "1").output
            #expect(events.contains("LOCKED_OUT") == isLockedOut, "\(events)")
        }
    }
    #endif

    @Test("0.9 s are a long blink, and no alert")
    func longBlink() throws {
        let (frames, start) = try Self.sleeper(27)
        let outcome = try DriveTests.run(
            Clips.raw(frames), "--size", "176x144", "--fps", "30000/1001")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let results = try outcome.objects()
        #expect(results.allSatisfy { $0["isAlert"] as? Bool == false })
        #expect(results.allSatisfy { $0["fatigueLevel"] as? Int == 0 })
        let events = results.flatMap { $0["events"] as? [[String: Any]] ?? [] }
        #expect(events.map { $0["event"] as? String } == ["LONG_BLINK"])
        #expect(events.first?["startMs"] as? Int == Self.time(start))
    }
}

extension PixelBuffer {
    /// The number of RGB pixels in the rows, all by default, that satisfy a condition.
    fileprivate func count(
        rows: Range<Int>? = nil, _ isCounted: (UInt8, UInt8, UInt8) -> Bool
    ) -> Int {
        withUnsafeBytes { bytes in
            (rows ?? 0..<height).reduce(0) { sum, row in
                sum
                    + (0..<width).count { column in
                        let pixel = row * bytesPerRow + column * format.bytesPerPixel
                        return isCounted(bytes[pixel], bytes[pixel + 1], bytes[pixel + 2])
                    }
            }
        }
    }
}
