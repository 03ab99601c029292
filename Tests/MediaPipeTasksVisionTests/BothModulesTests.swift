import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// Both APIs in one file, as in an app that migrates from one to the other. Names that several
/// modules declare are qualified by the module.
@Suite("Both APIs in one file")
struct BothModulesTests {
    @Test("have options that can be created side by side")
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

    @Test("have the same connections")
    func connections() {
        let values: [LandmarkTasks.Connection] = LandmarkTasks.HandConnections.all
        let objects: [MediaPipeTasksVision.Connection] =
            MediaPipeTasksVision.HandLandmarker.handConnections
        #expect(values.map { UInt($0.start) } == objects.map(\.start))
        #expect(values.map { UInt($0.end) } == objects.map(\.end))
    }

    @Test("detect the same faces", .enabled(if: VisionTask.isAvailable))
    func faces() throws {
        let (image, pixels) = try Images.footage(Images.face)
        var options = LandmarkTasks.FaceLandmarkerOptions(model: .file(VisionTask.face.model))
        options.transformationMatrices = true
        let result: LandmarkTasks.FaceLandmarkerResult =
            try LandmarkTasks.FaceLandmarker(options: options).detect(pixels)
        let classOptions = MediaPipeTasksVision.FaceLandmarkerOptions()
        classOptions.baseOptions.modelAssetPath = VisionTask.face.model
        classOptions.outputFacialTransformationMatrixes = true
        let classResult: MediaPipeTasksVision.FaceLandmarkerResult =
            try MediaPipeTasksVision.FaceLandmarker(options: classOptions).detect(image: image)
        let matrix: LandmarkTasks.TransformMatrix = try #require(
            result.faces.first?.transformationMatrix)
        let classMatrix: MediaPipeTasksVision.TransformMatrix = try #require(
            classResult.facialTransformationMatrixes.first)
        #expect(matrix.column(3)[2] == classMatrix.value(atRow: 2, column: 3))
    }

    @Test("detect the same poses in a video", .enabled(if: VisionTask.isAvailable))
    func poses() throws {
        let (image, pixels) = try Images.footage(Images.face)
        var options = LandmarkTasks.PoseLandmarkerOptions(model: .file(VisionTask.pose.model))
        options.runningMode = .video
        options.segmentationMasks = true
        let frame = Frame(image: pixels, timestamp: .milliseconds(40), orientation: .up)
        let pose = try #require(
            try LandmarkTasks.PoseLandmarker(options: options).detect(frame).poses.first)
        let classOptions = MediaPipeTasksVision.PoseLandmarkerOptions()
        classOptions.baseOptions.modelAssetPath = VisionTask.pose.model
        classOptions.runningMode = .video
        classOptions.shouldOutputSegmentationMasks = true
        let classResult = try MediaPipeTasksVision.PoseLandmarker(options: classOptions)
            .detect(videoFrame: image, timestampInMilliseconds: 40)
        let nose: LandmarkCore.Landmark = pose[.nose]
        #expect(nose.x == classResult.landmarks.first?.first?.x)
        let world: MediaPipeTasksVision.Landmark? = classResult.worldLandmarks.first?.first
        #expect(pose.worldLandmarks.first?.x == world?.x)
        let mask: LandmarkImaging.Mask = try #require(pose.mask)
        let classMask: MediaPipeTasksVision.Mask = try #require(
            classResult.segmentationMasks.first)
        #expect(mask.width == classMask.width && mask.values[0] == classMask.float32Data[0])
    }
}
