#if !canImport(UIKit)
import Foundation
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

import struct LandmarkImaging.PixelBuffer

/// Runs the snippets; that they compile is the larger part.
struct SnippetTests {
    static let hand = Fixtures.model("hand_landmarker.task")
    static let pose = Fixtures.model("pose_landmarker_full.task")
    static let face = Fixtures.model("face_landmarker.task")
    static let image = Fixtures.footage("astronaut.png")

    static func pixels() throws -> PixelBuffer {
        try #require(MPImage(contentsOfFile: image).image)
    }

    @Test(.enabled(if: Fixtures.available(hand, pose, face, image)))
    func tasksAreMadeAndTheirResultsRead() throws {
        let image = try MPImage(contentsOfFile: Self.image)
        let hands = try still(makeHand(Self.hand), image)
        let bodies = try makePose(Self.pose).detect(image: image)
        #expect(bodies.landmarks.count == 1)
        #expect(bodies.segmentationMasks.count == 1)
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = Self.face
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let faces = try FaceLandmarker(options: options).detect(image: image)
        let matrix = try #require(faces.facialTransformationMatrixes.first)
        #expect(matrix.data[14] == matrix.value(atRow: 2, column: 3))
        #expect(matrix.value(atRow: 3, column: 0) == 0)
        #expect(faces.faceBlendshapes.first?.categories.count == 52)
        read(hands, bodies, faces)
    }

    @Test func aModelThatIsNoResourceMakesNoTask() {
        #expect(quick == nil)
    }

    @Test(.enabled(if: Fixtures.available(image)))
    func imagesComeFromFilesAndPixels() throws {
        try images(Self.image, Self.pixels())
    }

    @Test(.enabled(if: Fixtures.available(pose, image)))
    func framesAreTakenInVideoMode() throws {
        let options = PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = Self.pose
        options.runningMode = mode
        let landmarker = try PoseLandmarker(options: options)
        try optionalChain(landmarker, Self.pixels())
        try optionalChain(nil, Self.pixels())
        let image = try MPImage(contentsOfFile: Self.image)
        #expect(try frame(landmarker, image, 33).landmarks.first?.count == 33)
    }

    @Test(.enabled(if: Fixtures.available(hand, image)))
    func framesAreTakenInLiveStreamMode() async throws {
        let (times, continuation) = AsyncStream.makeStream(of: Int.self)
        let live = Live()
        live.heard = { continuation.yield($0) }
        try live.start(Self.hand)
        for time in 0..<3 { live.push(try Self.pixels(), time) }
        // The first frame is looked at once it comes, and the newest is never dropped.
        var heard: [Int] = []
        for await time in times {
            heard.append(time)
            if time == 2 { break }
        }
        #expect(heard.first == 0 && heard.count <= 3)
        withExtendedLifetime(live) {}
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = Self.hand
        options.runningMode = .liveStream
        let silent = SilentHand()
        options.handLandmarkerLiveStreamDelegate = silent
        let landmarker = try HandLandmarker(options: options)
        let image = try MPImage(contentsOfFile: Self.image)
        try landmarker.detectAsync(image: image, timestampInMilliseconds: 0)
    }

    @Test func connectionsAndValuesAreOfUse() {
        let dots = (0..<21).map { CGPoint(x: $0, y: 0) }
        #expect(segments(dots).map(\.1.x).max() == 20)
        #expect(poseEdges.count == 35)
        #expect(ovalEdges.count == 76)
        #expect(custom.end == 1)
        #expect(fake.landmarks.first?.first === lm)
    }

    @Test func errorsHaveACode() {
        do {
            _ = try HandLandmarker(modelPath: "/no/such/hand_landmarker.task")
            Issue.record("a file that is not there was read")
        } catch {
            #expect(classify(error) == .notFoundError)
        }
        #expect(classify(CocoaError(.fileNoSuchFile)) == nil)
    }

    @Test(.enabled(if: Fixtures.available(face, image)))
    func theFaceDetectorTakesABundle() throws {
        try others(MPImage(contentsOfFile: Self.image), Self.face)
    }
}
#endif
