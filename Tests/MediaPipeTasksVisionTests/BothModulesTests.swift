import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// An app that moves from one API to the other imports both. Names that stand in both are qualified
/// by their module.
@Suite("Both APIs in one file")
struct BothModulesTests {
    @Test("options of both APIs can be made side by side")
    func options() {
        let hand = (
            LandmarkTasks.HandLandmarkerOptions(model: .file("a")),
            MediaPipeTasksVision.HandLandmarkerOptions()
        )
        let pose = (
            LandmarkTasks.PoseLandmarkerOptions(model: .file("a")),
            MediaPipeTasksVision.PoseLandmarkerOptions()
        )
        let face = (
            LandmarkTasks.FaceLandmarkerOptions(model: .file("a")),
            MediaPipeTasksVision.FaceLandmarkerOptions()
        )
        let detector = (
            LandmarkTasks.FaceDetectorOptions(model: .file("a")),
            MediaPipeTasksVision.FaceDetectorOptions()
        )
        #expect(hand.0.numHands == hand.1.numHands)
        #expect(pose.0.numPoses == pose.1.numPoses)
        #expect(face.0.numFaces == face.1.numFaces)
        #expect(detector.0.minSuppressionThreshold == detector.1.minSuppressionThreshold)
        let modes = (LandmarkTasks.RunningMode.video, MediaPipeTasksVision.RunningMode.video)
        #expect("\(modes.0)" == "video" && modes.1 == .video)
    }

    @Test("connections of both APIs are the same lines")
    func connections() {
        let ours: [LandmarkTasks.Connection] = LandmarkTasks.HandTask.connections
        let theirs: [MediaPipeTasksVision.Connection] =
            MediaPipeTasksVision.HandLandmarker.handConnections
        #expect(ours.map { UInt($0.start) } == theirs.map(\.start))
    }

    @Test(
        "both APIs detect the same faces",
        .enabled(if: Fixtures.available(VisionTask.face.model, Fixtures.footage("astronaut.png"))))
    func detection() throws {
        let (image, pixels) = try Images.footage("astronaut.png")
        let ours: LandmarkTasks.FaceLandmarkerResult = try LandmarkTasks.FaceLandmarker(
            options: LandmarkTasks.FaceLandmarkerOptions(model: .file(VisionTask.face.model))
        ).detect(pixels)
        let theirs: MediaPipeTasksVision.FaceLandmarkerResult =
            try MediaPipeTasksVision.FaceLandmarker(modelPath: VisionTask.face.model)
            .detect(image: image)
        #expect(ours.faces.count == theirs.faceLandmarks.count)
        #expect(ours.faces.first?.landmarks.first?.x == theirs.faceLandmarks.first?.first?.x)
    }
}
