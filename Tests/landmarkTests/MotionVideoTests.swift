import Foundation
import LandmarkTestSupport
import Testing

/// Videos of whole people.
enum MotionClips {
    /// A woman who walks past in profile, and a man who balances: 230 frames of 1768×994 at 30
    /// frames per second.
    static let walking = Fixtures.footage("walking.mp4")
    static let canWalk = Landmark.isReady && Fixtures.available(walking)

    /// Two complete squats and the beginning of a third: 65 frames of 720×1280 at 5 frames per
    /// second.
    static let squats = Fixtures.shared("motion/pose_squats.mp4")
    static let canSquat = Landmark.isReady && Fixtures.available(squats) && Clips.canEncode

    /// A man who balances, in front of three calibrated cameras at 60 frames per second.
    static let cameras = (1...3).map { Fixtures.shared("motion/pose2sim_cam0\($0).mp4") }
    static let calibration = Fixtures.shared("motion/pose2sim_calibration.toml")
    static let hasCameras =
        Landmark.isReady
        && Fixtures.available(cameras[0], cameras[1], cameras[2], calibration) && Clips.canEncode

    /// Makes a video from another with ffmpeg.
    static func make(_ path: String, from source: String, _ options: String) throws -> String {
        let outcome = try Landmark.shell(
            "ffmpeg -loglevel error -y -i '\(source)' \(options) '\(path)'")
        #expect(outcome.code == 0, "\(outcome.errors)")
        return path
    }

    /// The values of all angles of all people in all frames, by frame, person and angle.
    static func values(_ outcome: Landmark.Outcome) throws -> [String: Double] {
        var values: [String: Double] = [:]
        for frame in try outcome.objects() {
            for person in frame["people"] as? [[String: Any]] ?? [] {
                for (name, reading) in person["angles"] as? [String: [String: Any]] ?? [:] {
                    let key = "\(frame["frame"] ?? "") \(person["id"] ?? "") \(name)"
                    values[key] = (reading["degrees"] ?? reading["meters"]) as? Double
                }
            }
        }
        return values
    }

    /// Checks that nearly all values of two runs are present in both and equal.
    ///
    /// Lines have six decimals; a value at a limit of visibility may be present in only one run.
    static func expectSame(_ a: Landmark.Outcome, _ b: Landmark.Outcome) throws {
        let (a, b) = (try values(a), try values(b))
        let common = Set(a.keys).intersection(b.keys)
        let all = Set(a.keys).union(b.keys)
        #expect(common.count > 100 && Double(common.count) > 0.99 * Double(all.count))
        let different = common.filter { abs((a[$0] ?? 0) - (b[$0] ?? 0)) > 0.01 }
        #expect(different.isEmpty, "\(different.prefix(5)) of \(common.count)")
    }
}

@Suite("motion, exercise: videos of people who walk", .enabled(if: MotionClips.canWalk))
struct WalkingTests {
    @Test("landmarks that pose wrote give the same angles as the video")
    func sameFromLines() throws {
        let scratch = try Scratch()
        let clip = try MotionClips.make(
            scratch.path("clip.mp4"), from: MotionClips.walking, "-vf scale=640:-2 -frames:v 60 -an"
        )
        let video = try Landmark.run("motion", clip)
        let lines = scratch.path("lines.jsonl")
        let pose = try Landmark.run("pose", clip, "--raw", "--json", lines)
        #expect(video.code == 0 && pose.code == 0, "\(video.errors)\(pose.errors)")
        try MotionClips.expectSame(video, Landmark.run("motion", lines))
    }

    @Test("gait follows the walker in front rather than the man on a roof, who was there first")
    func walker() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "exercise", "gait", MotionClips.walking, "--json", scratch.path("a.jsonl"), "--events",
            scratch.path("e.jsonl"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        // The man on the roof makes no step.
        let steps = try Landmark.objects(scratch.text("e.jsonl"))
            .filter { $0["event"] as? String == "strike" }
        #expect(steps.count >= 4 && Set(steps.map { $0["id"] as? Int }) == [2], "\(outcome.errors)")
        #expect(!outcome.errors.contains("person 1"), "\(outcome.errors)")
    }

    @Test("a person with an id is measured where one person is detected")
    func id() throws {
        let scratch = try Scratch()
        let clip = try MotionClips.make(
            scratch.path("clip.mp4"), from: MotionClips.walking, "-vf scale=640:-2 -frames:v 30 -an"
        )
        let outcome = try Landmark.run("motion", clip, "--person", "1", "--max", "1")
        #expect(outcome.code == 0 && !outcome.errors.contains("people in 0"), "\(outcome.errors)")
        let people = try outcome.objects().flatMap { $0["people"] as? [[String: Any]] ?? [] }
        #expect(!people.isEmpty && people.allSatisfy { $0["id"] as? Int == 1 })
    }

    @Test("every output of a video is made, of several people, and names hands and faces")
    func outputs() throws {
        let scratch = try Scratch()
        let clip = try MotionClips.make(
            scratch.path("clip.mp4"), from: MotionClips.walking, "-vf scale=640:-2 -frames:v 40 -an"
        )
        let outcome = try Landmark.run(
            "motion", clip, "--max", "2", "--hands", "--face", "--json", scratch.path("a.jsonl"),
            "--overlay", scratch.path("o.mp4"), "--report", scratch.path("r"), "--mot",
            scratch.path("m/"))
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        let frames = try Landmark.objects(scratch.text("a.jsonl"))
        #expect(frames.count == 40)
        #expect(
            try Clips.times(of: scratch.path("o.mp4")) == frames.map { $0["timestampMs"] as? Int })
        let angles = try #require(
            frames.lazy.compactMap { ($0["people"] as? [[String: Any]])?.first }.first?["angles"]
                as? [String: Any])
        #expect(angles["wristFlexion.left"] != nil && angles["neck.flexion"] != nil)
        #expect(scratch.names.contains("r.html") && scratch.names.contains("r.png"))
        let tables = try FileManager.default.contentsOfDirectory(atPath: scratch.path("m"))
        #expect(
            !tables.isEmpty && tables.allSatisfy { $0.hasPrefix("clip") && $0.hasSuffix(".mot") })
    }

    @Test("Ctrl-C leaves whole lines, a whole video and a report that says so")
    func interrupt() throws {
        let scratch = try Scratch()
        let running = try Landmark.launch(
            Landmark.path,
            [
                "motion", MotionClips.walking, "--mode", "live", "--json", "-", "--overlay",
                scratch.path("a.mp4"), "--report", scratch.path("r.html"), "--trc",
                scratch.path("t.trc"),
            ])
        #expect(running.waits { $0.filter(\.isNewline).count > 5 })
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed, "\(outcome.errors)")
        let frames = try outcome.objects()
        #expect(
            try Clips.times(of: scratch.path("a.mp4")) == frames.map { $0["timestampMs"] as? Int })
        #expect(scratch.text("r.html").contains("interrupted: the report so far"))
        #expect(scratch.names.allSatisfy { !$0.hasPrefix(".") })
    }
}

@Suite("exercise: two squats and a third begun", .enabled(if: MotionClips.canSquat))
struct SquatTests {
    /// Options of ffmpeg.
    static let changes: [(String, [String])] = [
        ("", []),
        ("-vf scale=360:-2,fps=15", []),
        ("-vf scale=360:-2,fps=30", []),
        ("-vf scale=360:-2,minterpolate=fps=15:mi_mode=blend", []),
        ("-vf scale=360:-2,hflip", []),
        ("-vf scale=360:-2,hflip", ["--mirrored"]),
        ("-vf scale=720:-2", []),
        ("-vf \"scale=360:-2,select='mod(n+3,5)'\" -fps_mode vfr", []),
        ("-vf transpose=1", ["--orientation", "right"]),
    ]

    @Test(
        "two count and the end is at the bottom, however the video is changed",
        arguments: changes.indices)
    func changed(index: Int) throws {
        let (change, arguments) = Self.changes[index]
        let scratch = try Scratch()
        let clip =
            change.isEmpty
            ? MotionClips.squats
            : try MotionClips.make(
                scratch.path("clip.mp4"), from: MotionClips.squats, "\(change) -crf 12")
        try expectTwo(try Landmark.run(["exercise", "squat", clip] + arguments))
    }

    @Test("and from landmarks that pose wrote, with the same angles")
    func lines() throws {
        let scratch = try Scratch()
        let lines = scratch.path("lines.jsonl")
        let pose = try Landmark.run("pose", MotionClips.squats, "--raw", "--json", lines)
        #expect(pose.code == 0, "\(pose.errors)")
        let outcome = try Landmark.run("exercise", "squat", lines)
        try expectTwo(outcome)
        try MotionClips.expectSame(
            try Landmark.run("exercise", "squat", MotionClips.squats), outcome)
    }

    private func expectTwo(_ outcome: Landmark.Outcome) throws {
        #expect(outcome.code == 0, "\(outcome.errors)")
        let person = try #require((outcome.objects().last?["people"] as? [[String: Any]])?.first)
        let state = try #require(person["exercise"] as? [String: Any])
        #expect(state["reps"] as? Int == 2 && state["state"] as? String == "bottom", "\(state)")
    }
}

@Suite("motion: three calibrated cameras", .enabled(if: MotionClips.hasCameras))
struct CameraTests {
    /// The first frames of each camera as landmarks and as videos.
    private func clips(_ scratch: Scratch) throws -> (lines: [String], videos: [String]) {
        var (lines, videos): ([String], [String]) = ([], [])
        for (index, source) in MotionClips.cameras.enumerated() {
            let video = try MotionClips.make(
                scratch.path("cam0\(index + 1).mp4"), from: source, "-frames:v 20 -crf 12")
            let path = scratch.path("cam0\(index + 1).jsonl")
            let pose = try Landmark.run(
                "pose", video, "--raw", "--json", path, "--max", "4", "--detection-interval",
                "adaptive")
            #expect(pose.code == 0, "\(pose.errors)")
            lines.append(path)
            videos.append(video)
        }
        return (lines, videos)
    }

    @Test("landmarks and videos are triangulated alike; sizes and counts are checked")
    func triangulated() throws {
        let scratch = try Scratch()
        let (lines, videos) = try clips(scratch)
        let options = ["--calibration", MotionClips.calibration]
        let fromLines = try Landmark.run(
            ["motion"] + lines + options + ["--json", "-", "--trc", scratch.path("a.trc")])
        #expect(fromLines.code == 0, "\(fromLines.errors)")
        #expect(try fromLines.objects().count == 20)
        #expect(scratch.text("a.trc").contains("\t20\t33\tm\t"))
        let single = try Landmark.run(["motion", lines[0]])
        #expect(single.output != fromLines.output)
        let fromVideos = try Landmark.run(["motion"] + videos + options)
        try MotionClips.expectSame(fromVideos, fromLines)

        // A camera with half the rate: only its frames are triangulated.
        let text = try String(contentsOfFile: lines[1], encoding: .utf8)
        let rows = text.split(separator: "\n")
        let half = stride(from: 0, to: rows.count, by: 2).map { rows[$0] + "\n" }.joined()
        let slow = try scratch.file("slow-cam02.jsonl", Array(half.utf8))
        let mixed = try Landmark.run(["motion", lines[0], slow, lines[2]] + options)
        let numbers = try mixed.objects().map { $0["frame"] as? Int }
        #expect(numbers == (0..<10).map { 2 * $0 }, "\(mixed.errors)")

        let unnamed = try scratch.copy(lines[1], as: "b.jsonl")
        let few = try Landmark.run(["motion", lines[0], unnamed] + options)
        #expect(few.code == 1 && few.errors.contains("2 recordings"), "\(few.errors)")
        let uncalibrated = try Landmark.run(["motion"] + lines)
        #expect(uncalibrated.code == 2)
        #expect(uncalibrated.errors.contains("--calibration FILE is required"))
        let turned = try scratch.file(
            "turned-cam02.jsonl",
            Array(
                text.replacing(
                    "\"width\":1080,\"height\":1920", with: "\"width\":1920,\"height\":1080"
                ).utf8))
        let wrong = try Landmark.run(["motion", lines[0], turned, lines[2]] + options)
        #expect(wrong.code == 1 && wrong.errors.contains("1920×1080"), "\(wrong.errors)")
    }
}
