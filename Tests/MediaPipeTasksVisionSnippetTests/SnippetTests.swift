#if !canImport(UIKit)
import Foundation
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

import struct LandmarkImaging.PixelBuffer

/// Runs the snippets; the main test is that they compile.
@Suite("Snippets")
struct SnippetTests {
    static let hand = Fixtures.model("hand_landmarker.task")
    static let pose = Fixtures.model("pose_landmarker_full.task")
    static let face = Fixtures.model("face_landmarker.task")
    static let image = Fixtures.footage("astronaut.png")

    static func pixels() throws -> PixelBuffer {
        try #require(MPImage(contentsOfFile: image).image)
    }

    @Test(
        "Tasks are created and their results read",
        .enabled(if: Fixtures.available(hand, pose, face, image)))
    func tasks() throws {
        let image = try MPImage(contentsOfFile: Self.image)
        let hands = try still(makeHand(Self.hand), image)
        let poses = try makePose(Self.pose).detect(image: image)
        #expect(poses.landmarks.count == 1)
        #expect(poses.segmentationMasks.count == 1)
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = Self.face
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let faces = try FaceLandmarker(options: options).detect(image: image)
        let matrix = try #require(faces.facialTransformationMatrixes.first)
        #expect(matrix.data[14] == matrix.value(atRow: 2, column: 3))
        #expect(matrix.value(atRow: 3, column: 0) == 0)
        #expect(faces.faceBlendshapes.first?.categories.count == 52)
        read(hands, poses, faces)
    }

    @Test("A model that is no resource gives no task")
    func missingModel() {
        #expect(quick == nil)
    }

    @Test("Images are created from files and pixels", .enabled(if: Fixtures.available(image)))
    func imageSources() throws {
        try images(Self.image, Self.pixels())
    }

    @Test("Video mode processes frames", .enabled(if: Fixtures.available(pose, image)))
    func video() throws {
        let options = PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = Self.pose
        options.runningMode = mode
        let landmarker = try PoseLandmarker(options: options)
        try optionalChain(landmarker, Self.pixels())
        try optionalChain(nil, Self.pixels())
        let image = try MPImage(contentsOfFile: Self.image)
        #expect(try frame(landmarker, image, 33).landmarks.first?.count == 33)
    }

    @Test("Live stream mode processes frames", .enabled(if: Fixtures.available(hand, image)))
    func liveStream() async throws {
        let (times, continuation) = AsyncStream.makeStream(of: Int.self)
        let live = Live()
        live.heard = { continuation.yield($0) }
        try live.start(Self.hand)
        for time in 0..<3 { live.push(try Self.pixels(), time) }
        // The first frame is processed at once, and the newest is never dropped.
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

    @Test("Connections and user-created values work")
    func values() {
        let dots = (0..<21).map { CGPoint(x: $0, y: 0) }
        #expect(segments(dots).map(\.1.x).max() == 20)
        #expect(poseEdges.count == 35)
        #expect(ovalEdges.count == 76)
        #expect(custom.end == 1)
        #expect(fake.landmarks.first?.first === lm)
    }

    @Test("Errors have codes")
    func errors() {
        do {
            _ = try HandLandmarker(modelPath: "/no/such/hand_landmarker.task")
            Issue.record("a missing file was read")
        } catch {
            #expect(classify(error) == .notFoundError)
        }
        #expect(classify(CocoaError(.fileNoSuchFile)) == nil)
    }

    @Test("The face detector accepts a bundle", .enabled(if: Fixtures.available(face, image)))
    func detectorBundle() throws {
        try others(MPImage(contentsOfFile: Self.image), Self.face)
    }
}
#endif
