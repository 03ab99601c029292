import Foundation
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// Results are bit-identical to those of `LandmarkTasks`.
@Suite("Results")
struct ResultTests {
    /// Whether two lists of landmarks are bit-identical.
    static func same(
        _ found: [[NormalizedLandmark]], _ expected: [[LandmarkCore.Landmark]]
    ) -> Bool {
        found.map { $0.map { [$0.x, $0.y, $0.z] } }
            == expected.map { $0.map { [$0.x, $0.y, $0.z] } }
            && found.map { $0.map { $0.visibility?.floatValue } }
                == expected.map { $0.map(\.visibility) }
            && found.map { $0.map { $0.presence?.floatValue } }
                == expected.map { $0.map(\.presence) }
    }

    static func same(
        _ found: [[MediaPipeTasksVision.Landmark]], _ expected: [[WorldLandmark]]
    ) -> Bool {
        found.map { $0.map { [$0.x, $0.y, $0.z] } }
            == expected.map { $0.map { [$0.x, $0.y, $0.z] } }
            && found.map { $0.map { $0.visibility?.floatValue } }
                == expected.map { $0.map(\.visibility) }
    }

    /// MediaPipe's names of blendshapes, in its order.
    static let blendshapes = """
        _neutral browDownLeft browDownRight browInnerUp browOuterUpLeft browOuterUpRight \
        cheekPuff cheekSquintLeft cheekSquintRight eyeBlinkLeft eyeBlinkRight eyeLookDownLeft \
        eyeLookDownRight eyeLookInLeft eyeLookInRight eyeLookOutLeft eyeLookOutRight \
        eyeLookUpLeft eyeLookUpRight eyeSquintLeft eyeSquintRight eyeWideLeft eyeWideRight \
        jawForward jawLeft jawOpen jawRight mouthClose mouthDimpleLeft mouthDimpleRight \
        mouthFrownLeft mouthFrownRight mouthFunnel mouthLeft mouthLowerDownLeft \
        mouthLowerDownRight mouthPressLeft mouthPressRight mouthPucker mouthRight \
        mouthRollLower mouthRollUpper mouthShrugLower mouthShrugUpper mouthSmileLeft \
        mouthSmileRight mouthStretchLeft mouthStretchRight mouthUpperUpLeft mouthUpperUpRight \
        noseSneerLeft noseSneerRight
        """.split(separator: " ").map(String.init)

    @Test("Hands equal those of LandmarkTasks", .enabled(if: VisionTask.isAvailable))
    func hands() throws {
        // The footage has no hands; with low thresholds the model detects some.
        let options = MediaPipeTasksVision.HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = VisionTask.hand.model
        options.numHands = 2
        options.minHandDetectionConfidence = 0.02
        options.minHandPresenceConfidence = 0.001
        let (image, pixels) = try Images.footage("astronaut.png")
        let found = try MediaPipeTasksVision.HandLandmarker(options: options).detect(image: image)
        var settings = LandmarkTasks.HandLandmarkerOptions(model: .file(VisionTask.hand.model))
        settings.numHands = 2
        settings.minDetectionConfidence = 0.02
        settings.minPresenceConfidence = 0.001
        let hands = try LandmarkTasks.HandLandmarker(options: settings).detect(pixels).hands
        try #require(!hands.isEmpty)
        #expect(Self.same(found.landmarks, hands.map(\.landmarks)))
        #expect(Self.same(found.worldLandmarks, hands.map(\.worldLandmarks)))
        #expect(found.landmarks.first?.first?.visibility == nil)
        for (categories, hand) in zip(found.handedness, hands) {
            let category = try #require(categories.first)
            #expect(categories.count == 1)
            #expect(category.categoryName == hand.handedness.rawValue)
            #expect(category.displayName == hand.handedness.rawValue)
            #expect(category.index == (hand.handedness == .right ? 0 : 1))
            #expect(category.score == hand.handednessScore)
        }
    }

    @Test("Poses equal those of LandmarkTasks", .enabled(if: VisionTask.isAvailable))
    func poses() throws {
        let options = MediaPipeTasksVision.PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = VisionTask.pose.model
        options.shouldOutputSegmentationMasks = true
        let (image, pixels) = try Images.footage("astronaut.png")
        let found = try MediaPipeTasksVision.PoseLandmarker(options: options).detect(image: image)
        var settings = LandmarkTasks.PoseLandmarkerOptions(model: .file(VisionTask.pose.model))
        settings.segmentationMasks = true
        let poses = try LandmarkTasks.PoseLandmarker(options: settings).detect(pixels).poses
        #expect(poses.count == 1)
        #expect(Self.same(found.landmarks, poses.map(\.landmarks)))
        #expect(Self.same(found.worldLandmarks, poses.map(\.worldLandmarks)))
        #expect(found.landmarks.first?.first?.visibility != nil)
        let mask = try #require(found.segmentationMasks.first)
        let expected = try #require(poses.first?.mask)
        #expect(mask.width == pixels.width && mask.height == pixels.height)
        #expect(mask.dataType == .float32)
        let values = UnsafeBufferPointer(start: mask.float32Data, count: 512 * 512)
        #expect(values.elementsEqual(expected.values))
    }

    @Test("Masks are created only when requested", .enabled(if: VisionTask.isAvailable))
    func masksOnRequest() throws {
        let (image, _) = try Images.footage("astronaut.png")
        let landmarker = try MediaPipeTasksVision.PoseLandmarker(
            modelPath: VisionTask.pose.model)
        let found = try landmarker.detect(image: image)
        #expect(found.landmarks.count == 1)
        #expect(found.segmentationMasks.isEmpty)
    }

    @Test("Faces equal those of LandmarkTasks", .enabled(if: VisionTask.isAvailable))
    func faces() throws {
        let options = MediaPipeTasksVision.FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = VisionTask.face.model
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let (image, pixels) = try Images.footage("astronaut.png")
        let found = try MediaPipeTasksVision.FaceLandmarker(options: options).detect(image: image)
        var settings = LandmarkTasks.FaceLandmarkerOptions(model: .file(VisionTask.face.model))
        settings.blendshapes = true
        settings.transformationMatrices = true
        let faces = try LandmarkTasks.FaceLandmarker(options: settings).detect(pixels).faces
        #expect(faces.count == 1)
        #expect(Self.same(found.faceLandmarks, faces.map(\.landmarks)))
        let shapes = try #require(found.faceBlendshapes.first)
        #expect(shapes.headIndex == 0 && shapes.headName == "")
        #expect(shapes.categories.map(\.score) == faces[0].blendshapes?.values)
        #expect(shapes.categories.map(\.index) == Array(0..<52))
        #expect(shapes.categories.map(\.categoryName) == Self.blendshapes)
        #expect(shapes.categories.first?.displayName == nil)
        let matrix = try #require(found.facialTransformationMatrixes.first)
        let expected = try #require(faces[0].transformationMatrix)
        for row in 0..<4 {
            for column in 0..<4 {
                #expect(
                    matrix.value(atRow: UInt(row), column: UInt(column))
                        == expected[row: row, column: column])
                #expect(matrix.data[column * 4 + row] == expected[row: row, column: column])
            }
        }
    }

    @Test(
        "Blendshapes and matrices are empty unless requested", .enabled(if: VisionTask.isAvailable))
    func facesWithoutOutputs() throws {
        let (image, _) = try Images.footage("astronaut.png")
        let found = try MediaPipeTasksVision.FaceLandmarker(modelPath: VisionTask.face.model)
            .detect(image: image)
        #expect(found.faceLandmarks.first?.count == 478)
        #expect(found.faceBlendshapes.isEmpty && found.facialTransformationMatrixes.isEmpty)
    }

    @Test(
        "Detections equal those of LandmarkTasks, truncated to whole pixels",
        .enabled(if: VisionTask.isAvailable))
    func detections() throws {
        let (image, pixels) = try Images.footage("astronaut.png")
        let found = try MediaPipeTasksVision.FaceDetector(modelPath: VisionTask.detector.model)
            .detect(image: image)
        let settings = LandmarkTasks.FaceDetectorOptions(model: .file(VisionTask.detector.model))
        let faces = try LandmarkTasks.FaceDetector(options: settings).detect(pixels).detections
        #expect(found.detections.count == faces.count)
        let detection = try #require(found.detections.first)
        // The box and the first keypoint given by MediaPipe 1.2.2.
        #expect(detection.boundingBox == CGRect(x: 177, y: 82, width: 95, height: 95))
        let keypoints = try #require(detection.keypoints)
        #expect(abs(keypoints[0].location.x - 0.393546) < 1e-5)
        #expect(abs(keypoints[0].location.y - 0.20488) < 1e-5)
        #expect(keypoints.count == 6)
        #expect(keypoints.allSatisfy { $0.label == nil && $0.score == 0 })
        #expect(detection.categories.count == 1)
        #expect(detection.categories.first?.index == 0)
        #expect(detection.categories.first?.categoryName == nil)
        #expect(detection.categories.first?.score == faces.first?.score)
    }

    @Test(
        "Faces are tracked in video mode",
        .enabled(
            if: VisionTask.isAvailable && Fixtures.available(Fixtures.footage("carphone_0000.png")))
    )
    func tracking() throws {
        let options = MediaPipeTasksVision.FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = VisionTask.face.model
        options.runningMode = .video
        let landmarker = try MediaPipeTasksVision.FaceLandmarker(options: options)
        var settings = LandmarkTasks.FaceLandmarkerOptions(model: .file(VisionTask.face.model))
        settings.runningMode = .video
        let task = try LandmarkTasks.FaceLandmarker(options: settings)
        let (image, pixels) = try Images.footage("carphone_0000.png")
        for time in [0, 33, 66] {
            let found = try landmarker.detect(videoFrame: image, timestampInMilliseconds: time)
            let frame = Frame(image: pixels, timestamp: .milliseconds(time))
            let result = try task.detect(frame)
            #expect(found.timestampInMilliseconds == time)
            #expect(Self.same(found.faceLandmarks, result.faces.map(\.landmarks)))
            // After the first frame the face is tracked, and the detector does not run.
            #expect((result.timings[.detector] == .zero) == (time > 0))
        }
    }

    @Test(
        "Results of images have the timestamps 0, 1000, 2000", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases)
    func imageTimestamps(task: VisionTask) throws {
        let made = try task.options().makeTask()
        let image = try Images.blank()
        let times = try (0..<3).map { _ in try made.still(image).timestampInMilliseconds }
        #expect(times == [0, 1000, 2000])
    }

    @Test(
        "Landmarks refer to the image as passed in", .enabled(if: VisionTask.isAvailable),
        arguments: [ImageOrientation.up, .left, .down, .right])
    func orientations(orientation: ImageOrientation) throws {
        let pixels = try ImageFile.read(Fixtures.footage("astronaut.png"))
        let rotated = try Rotated.pixels(pixels, orientation)
        let image = try MPImage(pixelBuffer: rotated, orientation: orientation)
        let landmarker = try MediaPipeTasksVision.FaceLandmarker(modelPath: VisionTask.face.model)
        let upright = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
        let found = try landmarker.detect(image: image)
        let nose = try #require(found.faceLandmarks.first?[1])
        let expected = try #require(upright.faceLandmarks.first?[1])
        let place = Rotated.place(CGPoint(x: CGFloat(nose.x), y: CGFloat(nose.y)), orientation)
        #expect(abs(place.x - CGFloat(expected.x)) < 0.002)
        #expect(abs(place.y - CGFloat(expected.y)) < 0.002)
    }
}
