import Foundation
import LandmarkTestSupport
import Testing

extension Landmark {
    /// Whether the models of `holistic` and `segment` are available as well.
    static let hasSolutions = isReady && SolutionsModels.areHere

    /// Runs the command with these models.
    static func runSolution(_ arguments: String...) throws -> Outcome {
        try runSolution(arguments)
    }

    static func runSolution(_ arguments: [String]) throws -> Outcome {
        let folder = try SolutionsModels.fetched.get().url.path
        return try run(arguments, environment: ["LANDMARK_MODELS": folder])
    }
}

@Suite("Holistic persons", .enabled(if: Landmark.hasSolutions))
struct HolisticTests {
    private typealias Object = [String: Any]

    private func people(_ object: Object?) throws -> [Object] {
        try #require(object?["people"] as? [Object])
    }

    private func points(_ part: Any?) -> [[Double]] {
        (part as? Object)?["landmarks"] as? [[Double]] ?? []
    }

    @Test("have a body, and a face where it has its head")
    func parts() throws {
        let outcome = try Landmark.runSolution("holistic", Landmark.astronaut)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let person = try #require(people(outcome.objects().first).first)
        #expect(person["id"] as? Int == 1)
        let (pose, face) = (points(person["pose"]), points(person["face"]))
        #expect(pose.count == 33 && face.count == 478)
        #expect(abs(pose[0][0] - face[1][0]) < 0.03 && abs(pose[0][1] - face[1][1]) < 0.05)
        #expect(person["leftHand"] is NSNull && person["rightHand"] is NSNull)
        #expect((person["face"] as? Object)?["blendshapes"] is NSNull)
    }

    @Test("do not depend on the images before, nor on jobs")
    func independence() throws {
        let images = [Fixtures.footage("carphone_0000.png"), Fixtures.footage("carphone_0030.png")]
        try #require(images.allSatisfy(Fixtures.exists))
        let alone = try Landmark.runSolution("holistic", images[1])
        let after = try Landmark.runSolution("holistic", images[0], images[1])
        let jobs = try Landmark.runSolution("holistic", images[0], images[1], "--jobs", "2")
        let line = try #require(after.output.split(separator: "\n").last)
        #expect(line + "\n" == alone.output && !alone.output.contains("\"people\":[]"))
        #expect(jobs.output == after.output)
    }

    @Test("are written and drawn in one run")
    func outputs() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.runSolution(
            "holistic", Landmark.astronaut, "--csv", scratch.path("a.csv"), "--overlay",
            scratch.path("a.png"), "--masks", scratch.path("m"), "--openpose", scratch.path("op"),
            "--coco", scratch.path("c.json"), "--crops", scratch.path("crops"))
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        let lines = scratch.text("a.csv").split(separator: "\n")
        #expect(lines.count == 1 + 33 + 478)
        #expect(scratch.names == ["a.csv", "a.png", "c.json", "crops", "m", "op"])
        for image in ["m/astronaut-1.png", "crops/astronaut-1.png", "a.png"] {
            #expect(Fixtures.exists(scratch.path(image)), "\(image)")
        }
        #expect(scratch.text("c.json").contains("\"num_keypoints\":"))
    }

    @Test("are followed and drawn in a video", .enabled(if: Fixtures.available(Clips.carphone)))
    func video() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.runSolution(
            "holistic", Clips.carphone, "--end", "0.5", "--json", scratch.path("a.jsonl"),
            "--overlay", scratch.path("a.mp4"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let objects = try Landmark.objects(scratch.text("a.jsonl"))
        #expect(objects.count == 15)
        #expect(try objects.allSatisfy { try people($0).first?["id"] as? Int == 1 })
        #expect(try objects.allSatisfy { try points(people($0).first?["face"]).count == 478 })
        #expect(Fixtures.exists(scratch.path("a.mp4")))
    }

    @Test("in a mirrored image have the other side's coordinates")
    func mirrored() throws {
        let scratch = try Scratch()
        let image = scratch.path("mirrored.png")
        let made = try Landmark.shell(
            "ffmpeg -v error -i '\(Landmark.astronaut)' -vf hflip '\(image)'")
        #expect(made.code == 0, "\(made.errors)")
        let poses = try [[Landmark.astronaut], [image, "--mirrored"]].map { arguments in
            let outcome = try Landmark.runSolution(["holistic"] + arguments)
            return try points(people(outcome.objects().first).first?["pose"])
        }
        let (expected, found) = (poses[0], poses[1])
        #expect(found.count == 33)
        for (a, b) in zip(found, expected) {
            #expect(abs(1 - a[0] - b[0]) < 1e-5 && abs(a[1] - b[1]) < 1e-5)
        }
    }

    @Test("need models, whose names and options an error gives")
    func models() throws {
        let scratch = try Scratch()
        let program = try scratch.copy(Landmark.path, as: "landmark")
        let image = try scratch.copy(Landmark.astronaut, as: "a.png")
        func errors(_ arguments: String...) throws -> String {
            let outcome = try Landmark.launch(
                program, arguments,
                environment: ["LANDMARK_MODELS": "/nowhere", "HOME": scratch.folder],
                folder: scratch.folder
            ).finish()
            #expect(outcome.code == 1)
            return outcome.errors
        }
        let pose = Fixtures.model("pose_landmarker_full.task")
        let hands = try errors("holistic", image, "--model", pose)
        #expect(hands.contains("holistic_hands.task was not found in /nowhere, models"))
        #expect(
            hands.contains(
                "“landmark models fetch holistic-hands” or give its path with --hand-model"))
        let folder = try SolutionsModels.fetched.get()
        let face = try errors(
            "holistic", image, "--model", pose, "--hand-model", folder.path("holistic_hands.task"))
        #expect(
            face.contains("“landmark models fetch face-mesh” or give its path with --face-model"))
        let wrong = try errors(
            "holistic", image, "--model", pose, "--hand-model", pose, "--face-model",
            folder.path("face_mesh_with_attention.task"))
        #expect(wrong.contains("hand_recrop.tflite"))
        let selfie = try errors("segment", image)
        #expect(selfie.contains("“landmark models fetch selfie” or give its path with --model"))
    }
}
