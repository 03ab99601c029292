import Foundation
import LandmarkCapture
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Frames that follow each other", .enabled(if: Clips.isReady))
struct VideoTests {
    /// `round(i · 1000 / fps)` for the first frames of the clip.
    static let times = [0, 33, 67, 100, 133, 167, 200, 234, 267, 300]

    @Test("a video gives a line per frame, with its number and timestamp, and one id throughout")
    func lines() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(10, to: scratch.path("clip.mp4"))
        let outcome = try Landmark.run("face", clip)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let objects = try outcome.objects()
        #expect(objects.map { $0["frame"] as? Int } == Array(0..<10))
        #expect(objects.map { $0["timestampMs"] as? Int } == Self.times)
        #expect(objects.allSatisfy { $0["file"] as? String == clip })
        #expect(objects.allSatisfy { $0["width"] as? Int == 176 && $0["height"] as? Int == 144 })
        #expect(objects.map { ids($0, "faces") } == Array(repeating: [1], count: 10))
        #expect(outcome.errors.contains("10 frames, faces in 10, "), "\(outcome.errors)")
        #expect(!outcome.errors.contains("\r"), "progress is for terminals")
    }

    @Test(
        "images that follow each other in one file are a video",
        .enabled(if: Clips.canEncode))
    func movingImages() throws {
        let scratch = try Scratch()
        let made = try Landmark.shell(
            """
            cd '\(scratch.folder)'; ffmpeg() { command ffmpeg -v error -i '\(Clips.carphone)' "$@"; }
            ffmpeg -frames:v 5 -c:v mjpeg -f mjpeg a.mjpeg; cp a.mjpeg stream
            ffmpeg -frames:v 5 -f apng a.apng; cp a.apng a.png; ffmpeg -frames:v 1 one.png
            """)
        #expect(made.code == 0, "\(made.errors)")
        for (name, count) in [
            ("a.mjpeg", 5), ("stream", 5), ("a.apng", 5), ("a.png", 5), ("one.png", 1),
        ] {
            let outcome = try Landmark.run("face", scratch.path(name))
            #expect(outcome.code == 0, "\(name): \(outcome.errors)")
            #expect(try outcome.objects().count == count, "\(name)")
        }
    }

    @Test("videos are tracked and smoothed by default; --mode image processes each frame by itself")
    func modes() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(6, to: scratch.path("clip.mp4"))
        let usual = try Landmark.run("face", clip)
        let video = try Landmark.run("face", clip, "--mode", "video")
        let unsmoothed = try Landmark.run("face", clip, "--smoothing", "off")
        let image = try Landmark.run("face", clip, "--mode", "image")
        #expect(usual.output == video.output && usual.output != unsmoothed.output)
        let followed = unsmoothed.output.split(separator: "\n")
        let single = image.output.split(separator: "\n")
        #expect(followed.count == 6 && single.count == 6)
        #expect(followed[0] == single[0] && followed[5] != single[5])
        #expect(try image.objects().map { $0["timestampMs"] as? Int } == Array(Self.times[..<6]))
    }

    @Test("several videos are independent streams")
    func severalVideos() throws {
        let scratch = try Scratch()
        let a = try Clips.write(5, to: scratch.path("a.mp4"))
        let b = try scratch.copy(a, as: "b.mp4")
        let outcome = try Landmark.run("pose", a, b, Landmark.astronaut)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 11)
        #expect(
            lines[..<5].map { $0.replacingOccurrences(of: a, with: b) } == Array(lines[5..<10]))
        let single = try Landmark.run("pose", Landmark.astronaut)
        #expect(lines[10] + "\n" == single.output)
        #expect(outcome.errors.contains("10 frames, poses in 10"))
        #expect(outcome.errors.contains("1 image, 1 pose"))
    }

    @Test("--smoothing off equals MediaPipe's default for hands")
    func smoothing() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(5, to: scratch.path("clip.mp4"))
        var outputs: [String: String] = [:]
        for kind in ["off", "mediapipe", "one-euro", "one-euro:1,0.5"] {
            let outcome = try Landmark.run("face", clip, "--smoothing", kind)
            #expect(outcome.code == 0, "\(outcome.errors)")
            outputs[kind] = outcome.output
        }
        #expect(Set(outputs.values).count >= 3)
        #expect(outputs["off"] != outputs["mediapipe"])
        #expect(outputs["one-euro"] != outputs["one-euro:1,0.5"])
    }

    @Test("--raw adds the landmarks before smoothing, mirrored like the others")
    func raw() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(3, to: scratch.path("clip.mp4"))
        let plain = try Landmark.run("pose", clip, "--mirrored", "--smoothing", "off").objects()
        let outcome = try Landmark.run("pose", clip, "--mirrored", "--raw")
        for (smooth, unsmoothed) in try zip(outcome.objects(), plain) {
            let pose = try #require((smooth["poses"] as? [[String: Any]])?.first)
            let expected = try #require((unsmoothed["poses"] as? [[String: Any]])?.first)
            for (raw, name) in [
                ("rawLandmarks", "landmarks"), ("rawWorldLandmarks", "worldLandmarks"),
            ] {
                let points = try #require(pose[raw] as? [[Double]])
                #expect(points == expected[name] as? [[Double]])
                #expect(expected[raw] == nil)
            }
        }
    }

    @Test("a mirrored video gives mirrored landmarks with --mirrored")
    func mirrored() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(4, to: scratch.path("clip.mp4"))
        let plain = try Landmark.run("face", clip).objects()
        for mode in ["video", "image", "live"] {
            let outcome = try Landmark.run("face", clip, "--mirrored", "--mode", mode)
            let mirrored = try outcome.objects()
            #expect(!mirrored.isEmpty, "\(outcome.errors)")
            for object in mirrored {
                let number = try #require(object["frame"] as? Int)
                let a = try points(plain[number])
                let b = try points(object)
                // The tip of the nose is the same landmark on either side; the outer corners of
                // the eyes are swapped.
                #expect(abs(a[1][0] - b[1][0]) < 0.02 && abs(a[1][1] - b[1][1]) < 0.02)
                #expect(abs(a[33][0] - b[263][0]) < 0.03 && abs(a[33][1] - b[263][1]) < 0.03)
            }
        }
    }

    @Test("CSV has the frame and its timestamp in every line")
    func csv() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(3, to: scratch.path("clip.mp4"))
        let outcome = try Landmark.run("pose", clip, "--csv", "-")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let rows = outcome.output.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)[1...3].joined(separator: ",")
        }
        let expected = ["0,0,1", "1,33,1", "2,67,1"].flatMap { Array(repeating: $0, count: 33) }
        #expect(rows == expected)
    }

    @Test("--mode video makes a folder's images the frames of a video")
    func folder() throws {
        let scratch = try Scratch()
        for (index, frame) in try Clips.frames(3).enumerated() {
            let path = scratch.path("\(index).png")
            try PNGFile.write(frame.image, to: path)
        }
        _ = try scratch.file("1a.png", [1, 2, 3])
        let loose = try Landmark.run("face", scratch.folder)
        #expect(try loose.objects().map { $0["frame"] as? Int } == [0, 0, 0])
        let results = try Scratch()
        let outcome = try Landmark.run(
            "face", scratch.folder, "--mode", "video", "--fps", "10", "--json", "-",
            "--overlay", results.path("a.mp4"))
        #expect(outcome.code == 1, "one image is bad")
        #expect(outcome.errors.contains("1a.png"))
        let objects = try outcome.objects()
        // The second of the four is damaged.
        #expect(objects.map { $0["frame"] as? Int } == [0, 1, 3])
        #expect(objects.map { $0["timestampMs"] as? Int } == [0, 100, 300])
        #expect(objects.allSatisfy { $0["file"] as? String == scratch.folder })
        #expect(objects.map { ids($0, "faces") } == [[1], [1], [1]])
        #expect(try Clips.times(of: results.path("a.mp4")) == [0, 100, 300])
    }

    @Test("an image without suffix is recognized by its first bytes")
    func sniffing() throws {
        let scratch = try Scratch()
        let image = try scratch.copy(Landmark.astronaut, as: "upload")
        let outcome = try Landmark.run("face", image)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try outcome.objects().count == 1)
    }

    private func ids(_ object: [String: Any], _ key: String) -> [Int] {
        (object[key] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
    }

    private func points(_ object: [String: Any]) throws -> [[Double]] {
        let face = try #require((object["faces"] as? [[String: Any]])?.first)
        return try #require(face["landmarks"] as? [[Double]])
    }
}

@Suite("Live mode", .enabled(if: Clips.isReady))
struct LiveTests {
    @Test("a video is played in real time, and dropped frames are counted")
    func statistics() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(20, to: scratch.path("clip.mp4"))
        let overlay = scratch.path("a.mp4")
        let start = ContinuousClock.now
        let outcome = try Landmark.run(
            "pose", clip, "--mode", "live", "--json", "-", "--overlay", overlay)
        // The last frame is due 634 ms after the first.
        #expect(ContinuousClock.now - start > .milliseconds(630))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let objects = try outcome.objects()
        let told = try #require(
            outcome.errors.firstMatch(
                of: /live: (\d+) received, (\d+) processed, (\d+) dropped\n/))
        #expect(told.1 == "20")
        #expect(Int(told.2) == objects.count && !objects.isEmpty)
        #expect(Int(told.3) == 20 - objects.count)
        // Numbers and timestamps are those of the file, even after dropped frames.
        let numbers = objects.compactMap { $0["frame"] as? Int }
        let times = objects.compactMap { $0["timestampMs"] as? Int }
        #expect(times == numbers.map { Int((Double($0) * 1001 / 30).rounded()) })
        #expect(numbers.first == 0 && zip(numbers, numbers.dropFirst()).allSatisfy(<))
        #expect(try Clips.times(of: overlay) == times)
    }
}
