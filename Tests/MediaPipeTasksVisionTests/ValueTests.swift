import Foundation
import MediaPipeTasksVision
import Testing

/// Defaults, raw values and equality of the shared types.
@Suite("Values")
struct ValueTests {
    @Test("Enumerations have MediaPipe's raw values")
    func rawValues() {
        #expect([Delegate.CPU, .GPU].map(\.rawValue) == [0, 1])
        #expect([RunningMode.image, .video, .liveStream].map(\.rawValue) == [0, 1, 2])
        #expect([MaskDataType.uInt8, .float32].map(\.rawValue) == [0, 1])
        let types = [MPImageSourceType.image, .pixelBuffer, .sampleBuffer]
        #expect(types.map(\.rawValue) == [0, 1, 2])
        #expect(MPImageSourceType(rawValue: 1) == .pixelBuffer)
        let modes: [MPPCoreRunningMode] = [
            .unspecified, .image, .video, .liveStream, .audioClips, .audioStream,
        ]
        #expect(modes.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        let joints: [HandLandmark] = [
            .wrist, .thumbCMC, .thumbMCP, .thumbIP, .thumbTIP,
            .indexFingerMCP, .indexFingerPIP, .indexFingerDIP, .indexFingerTIP,
            .middleFingerMCP, .middleFingerPIP, .middleFingerDIP, .middleFingerTIP,
            .ringFingerMCP, .ringFingerPIP, .ringFingerDIP, .ringFingerTIP,
            .pinkyMCP, .pinkyPIP, .pinkyDIP, .pinkyTIP,
        ]
        #expect(joints.map(\.rawValue) == Array(0...20))
        #expect(HandLandmark(rawValue: 21) == nil)
    }

    @Test("Error codes have MediaPipe's raw values")
    func errorCodes() {
        let codes: [TasksErrorCode] = [
            .cancelledError, .unknownError, .invalidArgumentError, .deadlineExceededError,
            .notFoundError, .alreadyExistsError, .permissionDeniedError, .resourceExhaustedError,
            .failedPreconditionError, .abortedError, .outOfRangeError, .unimplementedError,
            .internalError, .unavailableError, .dataLossError, .unauthenticatedError,
            .audioRecordPermissionDeniedError, .audioRecordPermissionUndeterminedError,
            .audioRecordWaitingForNewMicInputError, .audioRecordNotTappingMicError,
        ]
        #expect(codes.map(\.rawValue) == Array(1...20))
        #expect(TasksErrorCode.first.rawValue == 1)
        #expect(TasksErrorCode.last.rawValue == 20)
    }

    @Test("Running modes have MediaPipe's names")
    func runningModeNames() {
        #expect(MPPRunningModeDisplayName(.image) == "Image")
        #expect(MPPRunningModeDisplayName(.video) == "Video")
        #expect(MPPRunningModeDisplayName(.liveStream) == "Live Stream")
        #expect(MPPCoreRunningModeFromVisionRunningMode(.image) == .image)
        #expect(MPPCoreRunningModeFromVisionRunningMode(.video) == .video)
        #expect(MPPCoreRunningModeFromVisionRunningMode(.liveStream) == .liveStream)
    }

    @Test("Options have MediaPipe's defaults")
    func defaults() {
        let base = BaseOptions()
        #expect(base.modelAssetPath == "" && base.delegate == .CPU)
        for task in VisionTask.allCases {
            let options = task.options()
            #expect(options.runningMode == .image)
            #expect(options.listener == nil)
            #expect(options.baseOptions.delegate == .CPU)
            if VisionTask.detectors.contains(task) { #expect(options.minDetection == 0.5) }
            if VisionTask.landmarkers.contains(task) { #expect(options.minPresence == 0.5) }
            guard VisionTask.trackers.contains(task) else { continue }
            #expect(options.count == 1 && options.minTracking == 0.5)
        }
        #expect(!PoseLandmarkerOptions().shouldOutputSegmentationMasks)
        #expect(!FaceLandmarkerOptions().outputFaceBlendshapes)
        #expect(!FaceLandmarkerOptions().outputFacialTransformationMatrixes)
        #expect(FaceDetectorOptions().minSuppressionThreshold == 0.3)
        let holistic = HolisticLandmarkerOptions()
        #expect(holistic.minFaceDetectionConfidence == 0.5)
        #expect(holistic.minFaceSuppressionThreshold == 0.3)
        #expect(holistic.minFacePresenceConfidence == 0.5)
        #expect(holistic.minPoseSuppressionThreshold == 0.3)
        #expect(holistic.minHandLandmarksConfidence == 0.5)
        #expect(!holistic.outputFaceBlendshapes && !holistic.outputPoseSegmentationMasks)
        #expect(holistic.handModelAssetPath == nil && holistic.faceModelAssetPath == nil)
        let segmenter = ImageSegmenterOptions()
        #expect(segmenter.displayNamesLocale == "en")
        #expect(segmenter.shouldOutputConfidenceMasks && !segmenter.shouldOutputCategoryMask)
        let classifier = ClassifierOptions()
        #expect(classifier.displayNamesLocale == nil && classifier.maxResults == -1)
        #expect(classifier.scoreThreshold == 0)
        #expect(classifier.categoryAllowlist == nil && classifier.categoryDenylist == nil)
    }

    @Test("Landmarks are equal within 1e-6")
    func landmarkEquality() {
        func point(_ x: Float, _ visibility: NSNumber? = nil) -> NormalizedLandmark {
            NormalizedLandmark(x: x, y: 0.5, z: -0.25, visibility: visibility, presence: nil)
        }
        #expect(point(0.1) == point(0.1, 0.5))
        #expect(point(0.1).hash == point(0.1, 0.5).hash)
        #expect(point(0.1) == point(0.1 + 5e-7))
        #expect(point(0.1) != point(0.1 + 5e-6))
        let world = Landmark(x: 0.1, y: 0.5, z: -0.25, visibility: nil, presence: nil)
        #expect(!point(0.1).isEqual(world))
        #expect(!world.isEqual(point(0.1)))
        #expect(world == Landmark(x: 0.1, y: 0.5, z: -0.25, visibility: 1, presence: 1))
        #expect(!point(0.1).isEqual("0.1"))
    }

    @Test("Keypoints are equal when location, label and score are")
    func keypointEquality() {
        func keypoint(_ x: Double, _ label: String?, _ score: Float) -> NormalizedKeypoint {
            NormalizedKeypoint(location: CGPoint(x: x, y: 0.5), label: label, score: score)
        }
        #expect(keypoint(0.1, "eye", 0.5) == keypoint(0.1, "eye", 0.5))
        #expect(keypoint(0.1, "eye", 0.5).hash == keypoint(0.1, "eye", 0.5).hash)
        #expect(keypoint(0.1, "eye", 0.5) != keypoint(0.1, "nose", 0.5))
        #expect(keypoint(0.1, "eye", 0.5) != keypoint(0.2, "eye", 0.5))
        #expect(keypoint(0.1, nil, 0.5) != keypoint(0.1, nil, 0.6))
    }

    @Test("Other containers compare by identity")
    func identity() {
        #expect(Connection(start: 0, end: 1) != Connection(start: 0, end: 1))
        let category = ResultCategory(index: 0, score: 1, categoryName: "a", displayName: nil)
        #expect(category == category)
        #expect(
            category != ResultCategory(index: 0, score: 1, categoryName: "a", displayName: nil))
    }

    @Test("Containers keep the values they are created with")
    func contents() {
        let category = ResultCategory(index: 3, score: 0.5, categoryName: "a", displayName: "b")
        let plain = Classifications(headIndex: 1, categories: [category])
        #expect(plain.headName == nil && plain.headIndex == 1)
        let named = Classifications(headIndex: 1, headName: "head", categories: [category])
        #expect(named.headName == "head" && named.categories.first === category)
        let result = ClassificationResult(classifications: [named], timestampInMilliseconds: 7)
        #expect(result.classifications.first === named && result.timestampInMilliseconds == 7)
        let keypoint = NormalizedKeypoint(location: .zero, label: nil, score: 0)
        #expect(RegionOfInterest(normalizedKeyPoint: keypoint).keypoint === keypoint)
        #expect(RegionOfInterest(normalizedKeyPoint: keypoint).scribbles == nil)
        #expect(RegionOfInterest(scribbles: [keypoint]).scribbles?.count == 1)
        #expect(RegionOfInterest(scribbles: [keypoint]).keypoint == nil)
        let detection = Detection(categories: [category], boundingBox: .zero, keypoints: nil)
        #expect(detection.keypoints == nil && detection.categories.first === category)
    }
}
