import Foundation
import MediaPipeTasksVision
import Testing

/// Copies have the same class and content, and are independent of later changes.
@Suite("Copies")
struct CopyTests {
    @Test("Base options are copied when assigned")
    func baseOptionsAssigned() {
        let base = BaseOptions()
        base.modelAssetPath = "a.task"
        let options = TaskOptions()
        options.baseOptions = base
        base.modelAssetPath = "b.task"
        #expect(options.baseOptions.modelAssetPath == "a.task")
        #expect(options.baseOptions !== base)
    }

    @Test("Base options are not copied when read")
    func baseOptionsRead() {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = "a.task"
        options.baseOptions.delegate = .GPU
        #expect(options.baseOptions.modelAssetPath == "a.task")
        #expect(options.baseOptions.delegate == .GPU)
    }

    @Test("Options of each task are copied completely", arguments: VisionTask.allCases)
    func options(task: VisionTask) throws {
        let listener = Listener { _ in }
        let options = task.options(.liveStream, path: "a.task", delegate: listener)
        options.count = 3
        options.minDetection = 0.1
        options.minPresence = 0.2
        options.minTracking = 0.3
        let copy = try #require(options.copy() as? any AnyTaskOptions)
        #expect(type(of: copy) == type(of: options))
        #expect(copy !== options)
        options.runningMode = .image
        options.baseOptions.modelAssetPath = "b.task"
        options.minDetection = 0.9
        #expect(copy.runningMode == .liveStream)
        #expect(copy.baseOptions.modelAssetPath == "a.task")
        #expect(copy.listener === listener)
        if VisionTask.detectors.contains(task) { #expect(copy.minDetection == 0.1) }
        if VisionTask.landmarkers.contains(task) { #expect(copy.minPresence == 0.2) }
        guard VisionTask.trackers.contains(task) else { return }
        #expect(copy.count == 3 && copy.minTracking == 0.3)
    }

    @Test("Options that only one task has are copied, too")
    func particularOptions() throws {
        let pose = PoseLandmarkerOptions()
        pose.shouldOutputSegmentationMasks = true
        let poseCopy = try #require(pose.copy() as? PoseLandmarkerOptions)
        #expect(poseCopy.shouldOutputSegmentationMasks)
        let face = FaceLandmarkerOptions()
        face.outputFaceBlendshapes = true
        face.outputFacialTransformationMatrixes = true
        let faceCopy = try #require(face.copy() as? FaceLandmarkerOptions)
        #expect(faceCopy.outputFaceBlendshapes && faceCopy.outputFacialTransformationMatrixes)
        let detector = FaceDetectorOptions()
        detector.minSuppressionThreshold = 0.7
        let detectorCopy = try #require(detector.copy() as? FaceDetectorOptions)
        #expect(detectorCopy.minSuppressionThreshold == 0.7)
        let segmenter = ImageSegmenterOptions()
        segmenter.displayNamesLocale = "de"
        segmenter.shouldOutputConfidenceMasks = false
        segmenter.shouldOutputCategoryMask = true
        let segmenterCopy = try #require(segmenter.copy() as? ImageSegmenterOptions)
        #expect(segmenterCopy.displayNamesLocale == "de")
        #expect(!segmenterCopy.shouldOutputConfidenceMasks)
        #expect(segmenterCopy.shouldOutputCategoryMask)
        let classifier = ClassifierOptions()
        classifier.displayNamesLocale = "de"
        classifier.maxResults = 2
        classifier.scoreThreshold = 0.4
        classifier.categoryAllowlist = ["a"]
        classifier.categoryDenylist = ["b"]
        let copy = try #require(classifier.copy() as? ClassifierOptions)
        #expect(copy.displayNamesLocale == "de" && copy.maxResults == 2)
        #expect(copy.scoreThreshold == 0.4)
        #expect(copy.categoryAllowlist == ["a"] && copy.categoryDenylist == ["b"])
    }

    @Test("All options of a holistic landmarker are copied")
    func holisticOptions() throws {
        let options = HolisticLandmarkerOptions()
        options.minFaceDetectionConfidence = 0.1
        options.minFaceSuppressionThreshold = 0.2
        options.minFacePresenceConfidence = 0.3
        options.minPoseSuppressionThreshold = 0.4
        options.minHandLandmarksConfidence = 0.6
        options.outputFaceBlendshapes = true
        options.outputPoseSegmentationMasks = true
        options.handModelAssetPath = "hands"
        options.faceModelAssetPath = "face"
        let copy = try #require(options.copy() as? HolisticLandmarkerOptions)
        let thresholds = [
            copy.minFaceDetectionConfidence, copy.minFaceSuppressionThreshold,
            copy.minFacePresenceConfidence, copy.minPoseSuppressionThreshold,
            copy.minHandLandmarksConfidence,
        ]
        #expect(thresholds == [0.1, 0.2, 0.3, 0.4, 0.6])
        #expect(copy.outputFaceBlendshapes && copy.outputPoseSegmentationMasks)
        #expect(copy.handModelAssetPath == "hands" && copy.faceModelAssetPath == "face")
    }

    @Test("Values of a subclass of options are copied")
    func subclass() {
        final class OwnOptions: HandLandmarkerOptions {
            override init() {
                super.init()
                numHands = 4
            }
        }
        #expect((OwnOptions().copy() as? HandLandmarkerOptions)?.numHands == 4)
    }

    @Test("Results are copied completely")
    func results() throws {
        let point = NormalizedLandmark(x: 1, y: 2, z: 3, visibility: nil, presence: nil)
        let world = Landmark(x: 1, y: 2, z: 3, visibility: nil, presence: nil)
        let category = ResultCategory(index: 0, score: 1, categoryName: "Left", displayName: nil)
        let hand = HandLandmarkerResult(
            landmarks: [[point]], worldLandmarks: [[world]], handedness: [[category]],
            timestampInMilliseconds: 5)
        let handCopy = try #require(hand.copy() as? HandLandmarkerResult)
        #expect(handCopy !== hand && handCopy.timestampInMilliseconds == 5)
        #expect(handCopy.landmarks == [[point]] && handCopy.worldLandmarks == [[world]])
        #expect(handCopy.handedness.first?.first?.categoryName == "Left")
        let detection = Detection(categories: [category], boundingBox: .zero, keypoints: nil)
        let faces = FaceDetectorResult(detections: [detection], timestampInMilliseconds: 6)
        let facesCopy = try #require(faces.copy() as? FaceDetectorResult)
        #expect(facesCopy.detections.count == 1 && facesCopy.timestampInMilliseconds == 6)
        let plain = try #require(
            TaskResult(timestampInMilliseconds: 7).copy() as? TaskResult)
        #expect(plain.timestampInMilliseconds == 7)
    }

    @Test("A copied result has its own masks and matrices")
    func masksAndMatrices() throws {
        let mask = try #require(
            Mask(float32Data: [0.25, 0.5], width: 2, height: 1, shouldCopy: true))
        let pose = PoseLandmarkerResult(
            landmarks: [], worldLandmarks: [], segmentationMasks: [mask],
            timestampInMilliseconds: 1)
        let poseCopy = try #require(pose.copy() as? PoseLandmarkerResult)
        let maskCopy = try #require(poseCopy.segmentationMasks.first)
        #expect(maskCopy !== mask && maskCopy.float32Data != mask.float32Data)
        #expect(maskCopy.float32Data[1] == 0.5)
        let matrix = TransformMatrix(data: (0..<16).map(Float.init), rows: 4, columns: 4)
        let face = FaceLandmarkerResult(
            faceLandmarks: [], faceBlendshapes: [], facialTransformationMatrixes: [matrix],
            timestampInMilliseconds: 1)
        let segments = ImageSegmenterResult(
            confidenceMasks: [mask], categoryMask: mask, qualityScores: [1],
            timestampInMilliseconds: 1)
        let segmentsCopy = try #require(segments.copy() as? ImageSegmenterResult)
        for copied in [segmentsCopy.confidenceMasks?.first, segmentsCopy.categoryMask] {
            #expect(copied !== mask && copied?.float32Data[1] == 0.5)
        }
        #expect(segmentsCopy.qualityScores == [1] && segmentsCopy.timestampInMilliseconds == 1)
        let faceCopy = try #require(face.copy() as? FaceLandmarkerResult)
        let matrixCopy = try #require(faceCopy.facialTransformationMatrixes.first)
        matrix.data[12] = 100
        #expect(matrixCopy.data[12] == 12)
    }

    @Test("Results can be created without objects")
    func emptyResults() {
        #expect(HandLandmarkerResult(timestampInMilliseconds: 3).landmarks.isEmpty)
        #expect(FaceDetectorResult(timestampInMilliseconds: 3).timestampInMilliseconds == 3)
        #expect(ImageSegmenterResult(timestampInMilliseconds: 3).confidenceMasks == nil)
        let pose = PoseLandmarkerResult(
            landmarks: [], worldLandmarks: [], segmentationMasks: nil, timestampInMilliseconds: 0)
        #expect(pose.segmentationMasks.isEmpty)
    }
}
