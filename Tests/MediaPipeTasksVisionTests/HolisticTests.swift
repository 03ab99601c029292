import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkModelFile
import LandmarkTasks
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// What only the holistic landmarker has.
@Suite(
    "Holistic landmarker",
    .enabled(if: VisionTask.isAvailable && VisionTask.allCases.contains(.holistic)))
struct HolisticTests {
    /// Options with the models in three bundles.
    static func options() throws -> MediaPipeTasksVision.HolisticLandmarkerOptions {
        let folder = try SolutionsModels.fetched.get()
        let options = MediaPipeTasksVision.HolisticLandmarkerOptions()
        options.baseOptions.modelAssetPath = VisionTask.pose.model
        options.handModelAssetPath = folder.path("holistic_hands.task")
        options.faceModelAssetPath = folder.path("face_mesh_with_attention.task")
        return options
    }

    @Test("finds what that of LandmarkTasks finds")
    func results() throws {
        let (image, pixels) = try Images.footage(Images.face)
        let options = try Self.options()
        options.outputPoseSegmentationMasks = true
        // The hands in the image are hidden; without a threshold the model places them.
        options.minHandLandmarksConfidence = 0
        var settings = LandmarkTasks.HolisticLandmarkerOptions(model: .file(VisionTask.pose.model))
        settings.handModel = options.handModelAssetPath.map { .file($0) }
        settings.faceModel = options.faceModelAssetPath.map { .file($0) }
        settings.segmentationMasks = true
        settings.minHandPresenceConfidence = 0
        let person = try #require(
            try LandmarkTasks.HolisticLandmarker(options: settings).detect(pixels).person)
        let found = try MediaPipeTasksVision.HolisticLandmarker(options: options)
            .detect(image: image)
        let face = try #require(person.face)
        let (left, right) = (person.leftHand, try #require(person.rightHand))
        #expect(
            ResultTests.same(
                [found.poseLandmarks, found.faceLandmarks, found.rightHandLandmarks],
                [person.pose.landmarks, face.landmarks, right.landmarks]))
        #expect(
            ResultTests.same(
                [found.poseWorldLandmarks, found.rightHandWorldLandmarks],
                [person.pose.worldLandmarks, right.worldLandmarks]))
        #expect(found.leftHandLandmarks.count == left?.landmarks.count ?? 0)
        #expect(found.leftHandWorldLandmarks.count == found.leftHandLandmarks.count)
        let mask = try #require(found.poseSegmentationMask)
        let values = UnsafeBufferPointer(start: mask.float32Data, count: 512 * 512)
        #expect(Array(values) == person.pose.mask?.values)
        #expect(found.faceBlendshapes == nil)
        let copy = try #require(found.copy() as? MediaPipeTasksVision.HolisticLandmarkerResult)
        #expect(copy.poseLandmarks == found.poseLandmarks && copy.faceLandmarks.count == 478)
        #expect(copy.rightHandLandmarks == found.rightHandLandmarks)
        #expect(copy.rightHandWorldLandmarks == found.rightHandWorldLandmarks)
        #expect(copy.poseSegmentationMask !== found.poseSegmentationMask)
        #expect(copy.poseSegmentationMask?.float32Data[0] == values[0])
    }

    @Test("an image's result does not depend on the image before")
    func independentImages() throws {
        let (image, pixels) = try Images.footage(Images.face)
        // The same scene, a little to the right.
        let moved = try PixelBuffer(
            width: pixels.width, height: pixels.height, format: pixels.format,
            bytes: (0..<pixels.height).flatMap { y in
                (0..<pixels.width).flatMap { x in pixels.pixel(x: max(x - 30, 0), y: y) }
            })
        let landmarker = try MediaPipeTasksVision.HolisticLandmarker(options: Self.options())
        let first = try landmarker.detect(image: image)
        _ = try landmarker.detect(image: MPImage(pixelBuffer: moved))
        let again = try landmarker.detect(image: image)
        #expect(!first.faceLandmarks.isEmpty)
        #expect(again.faceLandmarks == first.faceLandmarks)
        #expect(again.poseLandmarks == first.poseLandmarks)
    }

    @Test("reads one bundle or three")
    func oneBundle() throws {
        let (image, _) = try Images.footage(Images.face)
        let one = try MediaPipeTasksVision.HolisticLandmarker(modelPath: VisionTask.holistic.model)
            .detect(image: image)
        let three = try MediaPipeTasksVision.HolisticLandmarker(options: Self.options())
            .detect(image: image)
        #expect(one.faceLandmarks.count == 478 && three.faceLandmarks.count == 478)
        #expect(one.poseSegmentationMask == nil)
        // The networks are the same; the metadata of those of the bundle for poses are not.
        #expect(abs(one.poseLandmarks[0].x - three.poseLandmarks[0].x) < 1e-3)
    }

    @Test("returns empty lists where there is no one")
    func nobody() throws {
        let found = try MediaPipeTasksVision.HolisticLandmarker(options: Self.options())
            .detect(image: Images.blank())
        #expect(found.poseLandmarks.isEmpty && found.poseWorldLandmarks.isEmpty)
        #expect(found.faceLandmarks.isEmpty && found.leftHandLandmarks.isEmpty)
        #expect(found.rightHandLandmarks.isEmpty && found.poseSegmentationMask == nil)
    }

    @Test("refuses MediaPipe's bundle, whose networks are others, and says so")
    func bundleOfTasks() throws {
        let pose = try ModelBundle(path: VisionTask.pose.model)
        let names = ["pose_detector.tflite", "pose_landmarks_detector.tflite"]
        let entries = try names.map { name in
            (name, try pose.bytes(named: name).withUnsafeBytes { Array($0) })
        }
        let others = [
            "face_detector.tflite", "face_landmarks_detector.tflite", "face_blendshapes.tflite",
            "hand_landmarks_detector.tflite", "hand_roi_refinement.tflite",
        ]
        let bytes = ModelErrorTests.zip(entries + others.map { ($0, [0]) })
        try ModelErrorTests.withFile("holistic_landmarker.task", bytes) { path in
            let found = failure { try MediaPipeTasksVision.HolisticLandmarker(modelPath: path) }
            #expect(found?.code == .notFoundError)
            let message = try #require(found?.message)
            #expect(message.hasPrefix("NOT_FOUND: No file with name: hand_recrop.tflite. All"))
            #expect(message.contains("hand_roi_refinement.tflite."))
            #expect(message.hasSuffix("see HolisticLandmarkerOptions.)"))
        }
        expectFailure(.notFoundError, "No file with name: hand_recrop.tflite.") {
            try MediaPipeTasksVision.HolisticLandmarker(modelPath: VisionTask.pose.model)
        }
    }

    @Test("refuses blendshapes, and models of other parts")
    func errors() throws {
        let options = try Self.options()
        options.outputFaceBlendshapes = true
        expectFailure(.invalidArgumentError, "INVALID_ARGUMENT: BLENDSHAPES Tag and blendshapes") {
            try MediaPipeTasksVision.HolisticLandmarker(options: options)
        }
        options.outputFaceBlendshapes = false
        options.faceModelAssetPath = options.handModelAssetPath
        expectFailure(.notFoundError, "No file with name: face_detector.tflite.") {
            try MediaPipeTasksVision.HolisticLandmarker(options: options)
        }
        options.faceModelAssetPath = "/no/face.task"
        expectFailure(.notFoundError, "Unable to open file at /no/face.task") {
            try MediaPipeTasksVision.HolisticLandmarker(options: options)
        }
    }

    @Test("refuses thresholds outside 0…1")
    func thresholds() throws {
        typealias Options = MediaPipeTasksVision.HolisticLandmarkerOptions
        let fields: [(ReferenceWritableKeyPath<Options, Float>, String)] = [
            (\.minFaceDetectionConfidence, "min_detection_confidence"),
            (\.minFacePresenceConfidence, "min_detection_confidence"),
            (\.minHandLandmarksConfidence, "min_detection_confidence"),
            (\.minFaceSuppressionThreshold, "min_suppression_threshold"),
            (\.minPoseSuppressionThreshold, "min_suppression_threshold"),
        ]
        for (option, field) in fields {
            let options = try Self.options()
            options[keyPath: option] = 2
            expectFailure(
                .invalidArgumentError, "Invalid `\(field)` option: " + OptionErrorTests.range
            ) { try MediaPipeTasksVision.HolisticLandmarker(options: options) }
        }
    }
}
