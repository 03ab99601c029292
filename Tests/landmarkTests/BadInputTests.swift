import Foundation
import LandmarkTestSupport
import Testing

@Suite("Bad inputs are reported by name, and the exit code is 1", .enabled(if: Landmark.isReady))
struct BadInputTests {
    @Test("an image that cannot be read")
    func badImages() throws {
        let scratch = try Scratch()
        let whole = try #require(FileManager.default.contents(atPath: Landmark.astronaut))
        var huge = [UInt8](whole)
        huge.replaceSubrange(16..<24, with: [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20])
        let bad = [
            (try scratch.file("empty.png", []), "empty"),
            (try scratch.file("cut.png", [UInt8](whole.prefix(whole.count / 2))), "truncated"),
            (try scratch.file("text.jpg", Array("no image".utf8)), "is not a readable image"),
            (try scratch.file("huge.png", huge), "20000×20000"),
            (scratch.path("absent.png"), "No such file"),
        ]
        for (path, fact) in bad {
            for task in ["hand", "pose", "face"] {
                let outcome = try Landmark.run(task, path)
                #expect(outcome.code == 1 && !outcome.crashed, "\(task) \(path)")
                #expect(outcome.errors.contains(path) && outcome.errors.contains(fact))
                #expect(outcome.output.isEmpty)
            }
        }
    }

    @Test(
        "unusual but valid images are accepted",
        arguments: [
            "cmyk.jpg", "rgba-16.png", "gray.png", "gray-alpha.png", "one-pixel.png",
        ])
    func unusualImages(name: String) throws {
        for task in ["hand", "pose", "face"] {
            let outcome = try Landmark.run(task, Repository.image(name))
            #expect(outcome.code == 0, "\(task): \(outcome.errors)")
        }
    }

    @Test("a folder without images")
    func emptyFolder() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run("hand", scratch.folder)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("contains no images or videos"))
    }

    @Test("one bad image among others is reported, and the others are processed")
    func oneBadAmongOthers() throws {
        let scratch = try Scratch()
        _ = try scratch.copy(Landmark.astronaut, as: "a.png")
        _ = try scratch.file("b.png", [1, 2, 3])
        _ = try scratch.copy(Repository.image("rgb.png"), as: "c.png")
        let results = try Scratch()
        let outcome = try Landmark.run(
            "face", scratch.folder, "--json", results.path("all.jsonl"), "--overlay",
            results.path("drawn"))
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("b.png"))
        let files = try Landmark.objects(results.text("all.jsonl")).map { $0["file"] as? String }
        #expect(files == [scratch.path("a.png"), scratch.path("c.png")])
        #expect(results.names == ["all.jsonl", "drawn"])
        #expect(Fixtures.exists(results.path("drawn/a.png")))
        #expect(!Fixtures.exists(results.path("drawn/b.png")))
    }

    @Test("a file that is not a model")
    func badModels() throws {
        let scratch = try Scratch()
        let hand = Fixtures.model("hand_landmarker.task")
        let whole = try #require(FileManager.default.contents(atPath: hand))
        let bad = [
            (try scratch.file("empty.task", []), "empty"),
            (try scratch.file("text.task", Array("no model at all".utf8)), "text.task"),
            (try scratch.file("cut.task", [UInt8](whole.prefix(5000))), "cut.task"),
            (scratch.folder, scratch.folder),
            (scratch.path("absent.task"), "absent.task"),
            (Fixtures.model("face_landmarker.task"), "face_landmarker.task"),
        ]
        for (path, fact) in bad {
            let output = scratch.path("never.jsonl")
            let outcome = try Landmark.run(
                "hand", Landmark.astronaut, "--model", path, "--json", output)
            #expect(outcome.code == 1 && !outcome.crashed, "\(path)")
            #expect(outcome.errors.contains(fact), "\(outcome.errors)")
            #expect(!Fixtures.exists(output))
        }
    }

    @Test("the error for a missing model names the folders that were searched")
    func modelNotFound() throws {
        let scratch = try Scratch()
        let program = try scratch.copy(Landmark.path, as: "landmark")
        let image = try scratch.copy(Landmark.astronaut, as: "a.png")
        let outcome = try Landmark.launch(
            program, ["pose", image, "--model", "heavy"],
            environment: ["LANDMARK_MODELS": "/nowhere", "HOME": scratch.folder],
            folder: scratch.folder
        ).finish()
        #expect(outcome.code == 1)
        #expect(
            outcome.errors.contains("pose_landmarker_heavy.task was not found in /nowhere, models"))
        #expect(outcome.errors.contains("landmark models fetch"))
    }

    @Test("a kernel level that this processor lacks")
    func badKernels() throws {
        for level in ["neon", "fast"] {
            let outcome = try Landmark.run(
                "hand", Landmark.astronaut, environment: ["LANDMARK_KERNELS": level])
            #if arch(arm64)
            if level == "neon" { continue }
            #endif
            #expect(outcome.code == 1 && !outcome.crashed)
            #expect(outcome.errors.contains(level))
        }
    }
}

@Suite("Bad videos are reported by name, and the others are processed", .enabled(if: Clips.isReady))
struct BadVideoTests {
    @Test("videos that cannot be read")
    func unreadable() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(8, to: scratch.path("good.mp4"))
        let whole = try #require(FileManager.default.contents(atPath: clip))
        let bad = [
            (try scratch.file("empty.mp4", []), "is empty"),
            (try scratch.file("cut.mp4", [UInt8](whole.prefix(200))), "cut.mp4"),
            (try scratch.file("text.mp4", Array("no video at all\n".utf8)), "not a readable video"),
            (
                try scratch.file("notes.txt", Array("no video at all\n".utf8)),
                "not a readable video"
            ),
            (scratch.path("absent.mp4"), "no such file"),
            (scratch.path("absent"), "no such file"),
            ("http://localhost/a.mp4", "is an address"),
            ("camera:99", "camera:99"),
            ("/dev/video99", "is not an available camera"),
        ]
        for (path, fact) in bad {
            let outcome = try Landmark.run("face", path)
            #expect(outcome.code == 1 && !outcome.crashed, "\(path)")
            #expect(outcome.errors.contains(path) && outcome.errors.contains(fact))
            #expect(outcome.output.isEmpty)
        }
        let results = try Scratch()
        let all = try Landmark.run(
            ["face"] + bad.map(\.0) + [
                clip, "--json", results.path("a.jsonl"), "--overlay", results.path("drawn"),
            ])
        #expect(all.code == 1 && !all.crashed)
        for (path, _) in bad { #expect(all.errors.contains(path)) }
        let files = try Landmark.objects(results.text("a.jsonl")).map { $0["file"] as? String }
        #expect(files == Array(repeating: clip, count: 8))
        let drawn = try FileManager.default.contentsOfDirectory(atPath: results.path("drawn"))
        #expect(drawn == ["good.mp4"])
        #expect(try Clips.times(of: results.path("drawn/good.mp4")).count == 8)
    }

    @Test("a video that is damaged midway gives what can be decoded, and an error")
    func damaged() throws {
        let scratch = try Scratch()
        let bytes = try #require(FileManager.default.contents(atPath: Clips.carphone))
        var damaged = [UInt8](bytes)
        for index in damaged.count / 2..<damaged.count / 2 + 20_000 { damaged[index] = 0xa5 }
        let clip = try scratch.file("damaged.mp4", damaged)
        let outcome = try Landmark.run(
            "face", clip, "--json", scratch.path("a.jsonl"), "--overlay", scratch.path("a.mp4"))
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("\(clip) is damaged"), "\(outcome.errors)")
        let count = try Landmark.objects(scratch.text("a.jsonl")).count
        #expect(count > 30)
        #expect(try Clips.times(of: scratch.path("a.mp4")).count == count)
    }

    @Test(
        "a video that is cut off is processed up to there, one that changes its size to its end",
        .enabled(if: Clips.canEncode))
    func endsEarly() throws {
        let scratch = try Scratch()
        let made = try Landmark.shell(
            """
            cd '\(scratch.folder)'; ffmpeg() { command ffmpeg -v error -i '\(Clips.carphone)' "$@"; }
            ffmpeg -c copy whole.mkv; head -c 200000 whole.mkv > cut.mkv; rm whole.mkv
            ffmpeg -frames:v 6 -c:v libx264 -bf 0 -f h264 - > sizes.h264
            ffmpeg -frames:v 6 -vf scale=352:288 -c:v libx264 -bf 0 -f h264 - >> sizes.h264
            """)
        #expect(made.code == 0, "\(made.errors)")
        for (name, code, fact) in [
            ("cut.mkv", Int32(1), "is damaged in one place"),
            ("sizes.h264", 0, "is 176×144; images of 352×288 are scaled to this"),
        ] {
            let results = try Scratch()
            let outcome = try Landmark.run(
                "face", scratch.path(name), Clips.carphone, "--csv", results.path("a.csv"),
                "--json", results.path("a.jsonl"), "--overlay", results.path("drawn"))
            #expect(outcome.code == code && !outcome.crashed, "\(outcome.errors)")
            #expect(outcome.errors.contains(fact), "\(outcome.errors)")
            let files = try Landmark.objects(results.text("a.jsonl")).map { $0["file"] as? String }
            let count = files.count(where: { $0 == scratch.path(name) })
            #expect(count >= (code == 0 ? 12 : 6) && files.count == count + 120)
            let stem = name.prefix { $0 != "." }
            #expect(try Clips.times(of: results.path("drawn/\(stem).mp4")).count == count)
        }
    }
}
