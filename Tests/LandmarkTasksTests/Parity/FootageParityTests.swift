import LandmarkTasks
import LandmarkTestSupport
import Testing

/// MediaPipe's results on footage that every clone can get.
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
