import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Compares with MediaPipe's results on footage that every clone can fetch.
struct FootageParityTests {
    @Test(
        "hands are where MediaPipe finds them",
        .enabled(
            if: Fixtures.available(
                Landmarkers.handModel, Fixtures.footage("astronaut.png"),
                Fixtures.footage("carphone_0000.png"))))
    func hands() throws {
        let references = try FootageReferences.load()
        let landmarker = try Landmarkers.hand {
            $0.minDetectionConfidence = references.handConfidences.detection
            $0.minPresenceConfidence = references.handConfidences.presence
        }
        var table = ParityTable("hand on the footage")
        for image in references.images {
            let found = try landmarker.detect(Landmarkers.footage(image.file))
            table.add(found, image.hand, from: image.file)
        }
        table.conclude()
    }

    @Test(
        "poses are where MediaPipe finds them",
        .enabled(
            if: Fixtures.available(
                Landmarkers.poseModel, Fixtures.footage("astronaut.png"),
                Fixtures.footage("carphone_0000.png"))))
    func poses() throws {
        let landmarker = try Landmarkers.pose()
        var table = ParityTable("pose on the footage")
        for image in try FootageReferences.load().images {
            let found = try landmarker.detect(Landmarkers.footage(image.file))
            table.add(found, image.pose, from: image.file)
        }
        table.conclude()
    }

    @Test(
        "faces are where MediaPipe finds them",
        .enabled(
            if: Fixtures.available(
                Landmarkers.faceModel, Fixtures.footage("astronaut.png"),
                Fixtures.footage("carphone_0000.png"))))
    func faces() throws {
        let landmarker = try Landmarkers.face()
        var table = ParityTable("face on the footage")
        for image in try FootageReferences.load().images {
            let found = try landmarker.detect(Landmarkers.footage(image.file))
            table.add(found, image.face, from: image.file)
        }
        table.conclude()
    }
}

/// MediaPipe's results on further images, which are not in the repository.
struct SharedParityTests {
    static let golden = "golden/mediapipe-1.2.2.json.gz"
    static let poseGolden = "golden/pose-lite-heavy.json.gz"

    static func images(of task: String) throws -> [(file: String, result: ReferenceResult)] {
        try sharedJSON(SharedReferences.self, golden).items
            .filter { $0.task == task && $0.mode == "image" }
            .map { ($0.file, $0.frames[0]) }
    }

    @Test(
        "hands are where MediaPipe finds them",
        .enabled(if: Fixtures.available(Landmarkers.handModel, Fixtures.shared(golden))))
    func hands() throws {
        let landmarker = try Landmarkers.hand()
        var table = ParityTable("hand on the shared images")
        for (file, expected) in try Self.images(of: "hand") {
            table.add(try landmarker.detect(Landmarkers.asset(file)), expected, from: file)
        }
        table.conclude()
    }

    @Test(
        "poses are where MediaPipe finds them",
        .enabled(if: Fixtures.available(Landmarkers.poseModel, Fixtures.shared(golden))))
    func poses() throws {
        let landmarker = try Landmarkers.pose()
        var table = ParityTable("pose on the shared images")
        for (file, expected) in try Self.images(of: "pose") {
            table.add(try landmarker.detect(Landmarkers.asset(file)), expected, from: file)
        }
        table.conclude()
    }

    @Test(
        "faces are where MediaPipe finds them",
        .enabled(if: Fixtures.available(Landmarkers.faceModel, Fixtures.shared(golden))))
    func faces() throws {
        let landmarker = try Landmarkers.face()
        var table = ParityTable("face on the shared images")
        for (file, expected) in try Self.images(of: "face") {
            table.add(try landmarker.detect(Landmarkers.asset(file)), expected, from: file)
        }
        table.conclude()
    }

    @Test(
        "the lite and heavy models match the reference pipeline",
        .enabled(
            if: Fixtures.available(
                Fixtures.shared(poseGolden), Fixtures.shared("models/pose_landmarker_lite.task"),
                Fixtures.shared("models/pose_landmarker_heavy.task"))),
        arguments: ["lite", "heavy"])
    func otherModels(model: String) throws {
        let landmarker = try Landmarkers.pose {
            $0.model = .file(Fixtures.shared("models/pose_landmarker_\(model).task"))
            $0.numPoses = 1
            $0.segmentationMasks = false
        }
        var table = ParityTable("pose \(model) on the shared images")
        for item in try sharedJSON(PoseModelReferences.self, Self.poseGolden).items
        where item.model == model {
            let expected = ReferenceResult(landmarks: item.landmarks, world: item.world)
            table.add(
                try landmarker.detect(Landmarkers.asset(item.file)), expected, from: item.file)
        }
        table.conclude()
    }
}
