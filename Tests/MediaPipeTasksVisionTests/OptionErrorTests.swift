import Foundation
import MediaPipeTasksVision
import Testing

/// Options without sense, with the error of each: MediaPipe's table, row by row.
struct OptionErrorTests {
    static let range = "value must be in the range [0.0, 1.0]"

    @Test(arguments: VisionTask.allCases)
    func liveStreamWithoutDelegate(task: VisionTask) {
        // The model is not there: this is found before it is looked for.
        let found = failure { try task.options(.liveStream, path: "/none.task").makeTask() }
        #expect(
            found
                == Failure(
                    code: .invalidArgumentError,
                    message: "The vision task is in live stream mode. An object must be set as"
                        + " the delegate of the task in its options to ensure asynchronous"
                        + " delivery of results."))
    }

    @Test(arguments: VisionTask.allCases, [RunningMode.image, .video])
    func delegateInImageOrVideoMode(task: VisionTask, mode: RunningMode) {
        let listener = Listener { _ in }
        let found = failure {
            try task.options(mode, path: "/none.task", delegate: listener).makeTask()
        }
        #expect(
            found
                == Failure(
                    code: .invalidArgumentError,
                    message: "The vision task is in image or video mode. The delegate must not be"
                        + " set in the task's options."))
    }

    /// MediaPipe has an error for a mode that is none of the three; no such value can be made here.
    @Test func invalidRunningModeRawValue() {
        #expect(RunningMode(rawValue: 3) == nil)
    }

    @Test(arguments: [VisionTask.hand, .pose, .face], [Float(-0.1), 1.5, .nan])
    func presenceConfidenceOutOfRange(task: VisionTask, value: Float) {
        let options = task.options()
        options.minPresence = value
        expectFailure(
            .invalidArgumentError,
            "INVALID_ARGUMENT: Invalid `min_detection_confidence` option: " + Self.range
        ) { try options.makeTask() }
    }

    /// MediaPipe does not look at it.
    @Test(arguments: VisionTask.allCases, [Float(-0.1), 1.5, .nan])
    func detectionConfidenceOutOfRange(task: VisionTask, value: Float) {
        let options = task.options()
        options.minDetection = value
        expectFailure(
            .invalidArgumentError,
            "INVALID_ARGUMENT: Invalid `min_detection_confidence` option: " + Self.range
        ) { try options.makeTask() }
    }

    /// MediaPipe ends the program, or does not look at it.
    @Test(arguments: [VisionTask.hand, .pose, .face], [Float(-0.1), 1.5, .nan])
    func trackingConfidenceOutOfRange(task: VisionTask, value: Float) {
        let options = task.options(.video)
        options.minTracking = value
        expectFailure(
            .invalidArgumentError,
            "INVALID_ARGUMENT: Invalid `min_tracking_confidence` option: " + Self.range
        ) { try options.makeTask() }
    }

    /// MediaPipe ends the program for hands.
    @Test(.enabled(if: VisionTask.isAvailable), arguments: [VisionTask.hand, .pose, .face])
    func trackingConfidenceOfZero(task: VisionTask) throws {
        let options = task.options(.video)
        options.minTracking = 0
        #expect(try options.makeTask().frame(Images.blank(), 0).timestampInMilliseconds == 0)
    }

    @Test func suppressionThresholdOutOfRange() {
        let options = FaceDetectorOptions()
        options.baseOptions.modelAssetPath = VisionTask.detector.model
        options.minSuppressionThreshold = 2
        expectFailure(.invalidArgumentError, "`min_suppression_threshold` option: " + Self.range) {
            try FaceDetector(options: options)
        }
    }

    @Test(arguments: [VisionTask.hand, .pose, .face], [0, -1])
    func countBelowOne(task: VisionTask, count: Int) {
        let options = task.options()
        options.count = count
        expectFailure(
            .internalError, "max_vec_size should be greater than or equal to 1."
        ) { try options.makeTask() }
    }

    @Test(.enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func graphicsProcessor(task: VisionTask) throws {
        let options = task.options()
        options.baseOptions.delegate = .GPU
        #expect(try options.makeTask().still(Images.blank()).timestampInMilliseconds == 0)
    }

    @Test(.enabled(if: VisionTask.isAvailable))
    func optionsAreReadOnce() throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = VisionTask.hand.model
        let landmarker = try HandLandmarker(options: options)
        options.runningMode = .video
        options.baseOptions.modelAssetPath = ""
        #expect(try landmarker.detect(image: Images.blank()).landmarks.isEmpty)
    }
}
