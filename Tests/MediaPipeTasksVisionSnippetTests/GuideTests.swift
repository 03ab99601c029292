#if !canImport(UIKit)
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// Runs what the guides' blocks do with a task; the main test is that they compile.
@Suite("Guides")
struct GuideTests {
    static let hand = Fixtures.model("hand_landmarker.task")
    static let pose = Fixtures.model("pose_landmarker_full.task")
    static let image = Fixtures.footage("astronaut.png")

    @Test("A hand landmarker runs in all modes", .enabled(if: Fixtures.available(hand, image)))
    func hands() throws {
        let image = try #require(
            try makeHandImage(pixelsOf: MPImage(contentsOfFile: Self.image)))
        #expect(image.imageSourceType == .pixelBuffer)
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = Self.hand
        let still = try detectHand(HandLandmarker(options: options), image: image)
        #expect(still.timestampInMilliseconds == 0)
        options.runningMode = .video
        let frame = try detectHand(HandLandmarker(options: options), videoFrame: image, 40)
        #expect(frame.timestampInMilliseconds == 40)
        let processor = HandLandmarkerResultProcessor()
        options.runningMode = .liveStream
        options.handLandmarkerLiveStreamDelegate = processor
        try detectHandAsync(HandLandmarker(options: options), image: image, 40)
    }

    @Test("A pose landmarker runs in all modes", .enabled(if: Fixtures.available(pose, image)))
    func poses() throws {
        let image = try #require(
            try makePoseImage(pixelsOf: MPImage(contentsOfFile: Self.image)))
        let options = PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = Self.pose
        let still = try detectPose(PoseLandmarker(options: options), image: image)
        #expect(still.landmarks.count == 1)
        options.runningMode = .video
        let frame = try detectPose(PoseLandmarker(options: options), videoFrame: image, 40)
        #expect(frame.timestampInMilliseconds == 40 && frame.landmarks.count == 1)
        let processor = PoseLandmarkerResultProcessor()
        options.runningMode = .liveStream
        options.poseLandmarkerLiveStreamDelegate = processor
        try detectPoseAsync(PoseLandmarker(options: options), image: image, 40)
    }
}
#endif
