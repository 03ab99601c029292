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
            (try scratch.file("cut.png", [UInt8](whole.prefix(whole.count / 2))), "cut off"),
            (try scratch.file("text.jpg", Array("no image".utf8)), "neither JPEG nor PNG"),
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
        #expect(outcome.errors.contains("holds no JPEG or PNG image"))
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
        #expect(outcome.errors.contains("pose_landmarker_heavy.task is not in /nowhere, models"))
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
