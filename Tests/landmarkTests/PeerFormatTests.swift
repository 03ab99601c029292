import Foundation
import LandmarkTestSupport
import Testing

@Suite("Keypoints of COCO and OpenPose", .enabled(if: Clips.isReady))
struct PeerFormatTests {
    private static func json(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The landmarks of the first pose of the image, in pixels, with their visibility.
    private static func landmarks(_ outcome: Landmark.Outcome) throws -> [[Double]] {
        let object = try #require(try outcome.objects().first)
        let pose = try #require((object["poses"] as? [[String: Any]])?.first)
        return try #require(pose["landmarks"] as? [[Double]]).map {
            [$0[0] * 512, $0[1] * 512, $0[3]]
        }
    }

    @Test("COCO has 17 of the landmarks in its own order")
    func coco() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "pose", Landmark.astronaut, "--json", "-", "--coco", scratch.path("coco.json"))
        #expect(outcome.code == 0)
        let landmarks = try Self.landmarks(outcome)
        let coco = try Self.json(scratch.path("coco.json"))
        let image = try #require((coco["images"] as? [[String: Any]])?.first)
        #expect(image["file_name"] as? String == Landmark.astronaut)
        #expect(image["width"] as? Int == 512)
        let annotation = try #require((coco["annotations"] as? [[String: Any]])?.first)
        #expect(annotation["image_id"] as? Int == image["id"] as? Int)
        let keypoints = try #require(annotation["keypoints"] as? [Double])
        let order = [0, 2, 5, 7, 8, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28]
        #expect(keypoints.count == 51)
        for (place, index) in order.enumerated() {
            let (expected, got) = (landmarks[index], keypoints[(3 * place)..<(3 * place + 3)])
            let isInside = (0..<512).contains(expected[0]) && (0..<512).contains(expected[1])
            let v = !isInside ? 0 : expected[2] >= 0.5 ? 2 : 1
            #expect(got.last == Double(v))
            guard isInside else { continue }
            #expect(abs(expected[0] - got[got.startIndex]) < 0.01)
            #expect(abs(expected[1] - got[got.startIndex + 1]) < 0.01)
        }
        let box = try #require(annotation["bbox"] as? [Double])
        #expect(box.count == 4 && box[0] >= 0 && box[0] + box[2] <= 512)
        #expect((annotation["score"] as? Double ?? 0) > 0.5)
        let names = (coco["categories"] as? [[String: Any]])?.first?["keypoints"] as? [String]
        #expect(names?.count == 17 && names?.last == "right_ankle")
    }

    @Test("a video without people has images and no annotations")
    func empty() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "pose", Repository.image("rgb.png"), "--coco", scratch.path("coco.json"))
        #expect(outcome.code == 0 && outcome.output.isEmpty)
        let coco = try Self.json(scratch.path("coco.json"))
        #expect((coco["images"] as? [Any])?.count == 1)
        #expect((coco["annotations"] as? [Any])?.isEmpty == true)
    }

    @Test("BODY_25 has midpoints for neck and hips, and no small toes")
    func openPose() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "pose", Landmark.astronaut, "--json", "-", "--openpose", scratch.path("op"))
        let landmarks = try Self.landmarks(outcome)
        let file = try Self.json(scratch.path("op/astronaut_keypoints.json"))
        #expect(file["version"] as? Double == 1.3)
        let person = try #require((file["people"] as? [[String: Any]])?.first)
        let points = try #require(person["pose_keypoints_2d"] as? [Double])
        #expect(points.count == 75)
        #expect(abs(points[3] - (landmarks[11][0] + landmarks[12][0]) / 2) < 0.01)
        #expect(abs(points[24] - (landmarks[23][0] + landmarks[24][0]) / 2) < 0.01)
        // Right wrist and left eye.
        #expect(abs(points[12] - landmarks[16][0]) < 0.01)
        #expect(abs(points[48] - landmarks[2][0]) < 0.01)
        #expect(Array(points[60..<63]) == [0, 0, 0] && Array(points[69..<72]) == [0, 0, 0])
        #expect((person["face_keypoints_2d"] as? [Any])?.isEmpty == true)
    }

    @Test("each frame of a video has a file")
    func frames() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(3, to: scratch.path("clip.mp4"))
        let outcome = try Landmark.run("pose", clip, "--openpose", scratch.path("op"), "--quiet")
        #expect(outcome.code == 0 && outcome.output.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("op")).sorted()
        #expect(names == (0..<3).map { "clip_00000000000\($0)_keypoints.json" })
    }

    @Test("hands go to their side", .enabled(if: Clips.hasHand))
    func hands() throws {
        let scratch = try Scratch()
        let hands = try Landmark.run(
            "hand", Clips.rabbit, "--json", "-", "--openpose", scratch.path("op"))
        let hand = try #require((try hands.objects().first?["hands"] as? [[String: Any]])?.first)
        let file = try Self.json(scratch.path("op/bunny_0040_keypoints.json"))
        let person = try #require((file["people"] as? [[String: Any]])?.first)
        let side = (hand["handedness"] as? String) == "Left" ? "left" : "right"
        let other = side == "left" ? "right" : "left"
        #expect((person["hand_\(side)_keypoints_2d"] as? [Any])?.count == 63)
        #expect((person["hand_\(other)_keypoints_2d"] as? [Any])?.isEmpty == true)
    }

    @Test("the options belong to what the formats have")
    func options() throws {
        #expect(try Landmark.run("face", "a.png", "--openpose", "x").errors.contains("no option"))
        #expect(try Landmark.run("hand", "a.png", "--coco", "x").errors.contains("no option"))
        let same = try Landmark.run("pose", Landmark.astronaut, "--coco", "-", "--json", "-")
        #expect(same.code == 2)
    }
}

@Suite("Completion and manual page", .enabled(if: Landmark.isReady))
struct ShellTests {
    private static let commands = [
        "hand", "pose", "face", "all", "holistic", "segment", "motion", "exercise", "rom",
        "progress", "drive", "graph",
        "models", "bench",
    ]

    /// The options that a command's help lists.
    private static func options(of command: String) throws -> [String] {
        try Landmark.run(command, "--help").output.split(separator: "\n").compactMap { line in
            line.hasPrefix("  --")
                ? line.dropFirst(2).split(separator: " ").first.map(String.init) : nil
        }
    }

    @Test("every script and the page have every option", arguments: ["bash", "zsh", "fish", "man"])
    func complete(kind: String) throws {
        let outcome = try kind == "man" ? Landmark.run("man") : Landmark.run("completion", kind)
        #expect(outcome.code == 0)
        for command in Self.commands {
            let options = try Self.options(of: command)
            #expect(!options.isEmpty)
            for option in options {
                let spelled =
                    switch kind {
                    case "fish": " -l \(option.dropFirst(2)) "
                    case "man": option.map { $0 == "-" ? "\\-" : String($0) }.joined()
                    default: option
                    }
                #expect(outcome.output.contains(spelled), "\(option) of \(command)")
            }
        }
    }

    @Test(
        "bash completes commands, options and their values",
        arguments: [
            ("landmark dri", "drive"),
            ("landmark pose --ov", "--overlay"),
            ("landmark pose clip.mp4 --mode li", "live"),
            ("landmark pose --orientation=up --mode vid", "video"),
            ("landmark exercise squ", "squat"),
            ("landmark models fe", "fetch"),
            ("landmark completion fi", "fish"),
        ])
    func bash(line: String, expected: String) throws {
        let words = line.split(separator: " ").map { "'\($0)'" }
        let outcome = try Landmark.shell(
            """
            set -u; script=$($LANDMARK completion bash) && bash -n <<< "$script" && eval "$script"
            COMP_WORDS=(\(words.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
            _landmark; echo "${COMPREPLY[@]}"
            """)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.output.split(separator: "\n").last?.split(separator: " ").contains(
                expected[...]) == true, "\(outcome.output)")
    }

    @Test("zsh and fish accept their scripts, if they are installed", arguments: ["zsh", "fish"])
    func syntax(shell: String) throws {
        guard try Landmark.shell("command -v \(shell)").code == 0 else {
            try Test.cancel("\(shell) is not installed")
        }
        let scratch = try Scratch()
        let script = scratch.path("script")
        let outcome = try Landmark.shell(
            "$LANDMARK completion \(shell) > '\(script)' && \(shell) -n '\(script)'")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test("man accepts the page without a warning")
    func manual() throws {
        guard try Landmark.shell("command -v man && command -v groff").code == 0 else {
            try Test.cancel("man or groff is not installed")
        }
        let scratch = try Scratch()
        let outcome = try Landmark.shell(
            """
            set -e -o pipefail; page='\(scratch.path("landmark.1"))'; $LANDMARK man > "$page"
            for locale in C C.UTF-8; do
                LC_ALL=$locale MANWIDTH=80 man --warnings -P cat -l "$page" | grep -c OpenSim
            done
            """)
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test("other shells are refused")
    func unknown() throws {
        #expect(try Landmark.run("completion", "tcsh").code == 2)
        #expect(try Landmark.run("completion").code == 2)
        #expect(try Landmark.run("man", "x").code == 2)
    }
}
