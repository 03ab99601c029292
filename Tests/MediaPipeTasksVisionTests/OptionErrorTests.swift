import Foundation
import LandmarkCore
import MediaPipeTasksVision
import Testing

/// The errors of invalid options, compared with MediaPipe's.
@Suite("Errors of options")
struct OptionErrorTests {
    static let range = "value must be in the range [0.0, 1.0]"

    @Test("Live stream mode requires a delegate", arguments: VisionTask.allCases)
    func missingDelegate(task: VisionTask) {
        // Checked before the model, which does not exist.
        let found = failure { try task.options(.liveStream, path: "/none.task").makeTask() }
        #expect(
            found
                == Failure(
                    code: .invalidArgumentError,
                    message: "The vision task is in live stream mode. An object must be set as"
                        + " the delegate of the task in its options to ensure asynchronous"
                        + " delivery of results."))
    }

    @Test(
        "A delegate is refused in image and video mode", arguments: VisionTask.allCases,
        [RunningMode.image, .video])
    func unexpectedDelegate(task: VisionTask, mode: RunningMode) {
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

    @Test(
        "A precision that the processor lacks is refused",
        arguments: VisionTask.landmarkers)
    func precision(task: VisionTask) {
        let options = task.options()
        options.baseOptions.precision = .half
        #expect((options.baseOptions.copy() as? BaseOptions)?.precision == .half)
        #if arch(x86_64)
        let found = failure { try options.makeTask() }
        #expect(found?.message.contains("half precision is not available") == true)
        #endif
    }

    /// MediaPipe has an error for other modes; here no such value can be created.
    @Test("An invalid running mode cannot be created")
    func invalidRunningMode() {
        #expect(RunningMode(rawValue: 3) == nil)
    }

    @Test(
        "A presence confidence outside 0…1 is refused", arguments: VisionTask.landmarkers,
        [Float(-0.1), 1.5, .nan])
    func presenceConfidence(task: VisionTask, value: Float) {
        let options = task.options()
        options.minPresence = value
        expectFailure(
            .invalidArgumentError,
            "INVALID_ARGUMENT: Invalid `min_detection_confidence` option: " + Self.range
        ) { try options.makeTask() }
    }

    /// MediaPipe does not check it.
    @Test(
        "A detection confidence outside 0…1 is refused", arguments: VisionTask.detectors,
        [Float(-0.1), 1.5, .nan])
    func detectionConfidence(task: VisionTask, value: Float) {
        let options = task.options()
        options.minDetection = value
        expectFailure(
            .invalidArgumentError,
            "INVALID_ARGUMENT: Invalid `min_detection_confidence` option: " + Self.range
        ) { try options.makeTask() }
    }

    /// MediaPipe terminates the process, or does not check it.
    @Test(
        "A tracking confidence outside 0…1 is refused", arguments: VisionTask.trackers,
        [Float(-0.1), 1.5, .nan])
    func trackingConfidence(task: VisionTask, value: Float) {
        let options = task.options(.video)
        options.minTracking = value
        expectFailure(
            .invalidArgumentError,
            "INVALID_ARGUMENT: Invalid `min_tracking_confidence` option: " + Self.range
        ) { try options.makeTask() }
    }

    /// MediaPipe terminates the process for hands.
    @Test(
        "A tracking confidence of 0 is accepted", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.trackers)
    func zeroTrackingConfidence(task: VisionTask) throws {
        let options = task.options(.video)
        options.minTracking = 0
        #expect(try options.makeTask().frame(Images.blank(), 0).timestampInMilliseconds == 0)
    }

    @Test("A suppression threshold outside 0…1 is refused")
    func suppressionThreshold() {
        let options = FaceDetectorOptions()
        options.baseOptions.modelAssetPath = VisionTask.detector.model
        options.minSuppressionThreshold = 2
        expectFailure(.invalidArgumentError, "`min_suppression_threshold` option: " + Self.range) {
            try FaceDetector(options: options)
        }
    }

    @Test(
        "A maximum count below 1 is refused", arguments: VisionTask.trackers, [0, -1])
    func count(task: VisionTask, count: Int) {
        let options = task.options()
        options.count = count
        expectFailure(
            .internalError, "max_vec_size should be greater than or equal to 1."
        ) { try options.makeTask() }
    }

    @Test(
        "The GPU delegate is accepted", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases)
    func gpu(task: VisionTask) throws {
        let options = task.options()
        options.baseOptions.delegate = .GPU
        #expect(try options.makeTask().still(Images.blank()).timestampInMilliseconds == 0)
    }

    @Test("Options are read once", .enabled(if: VisionTask.isAvailable))
    func readOnce() throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.modelAssetPath = VisionTask.hand.model
        let landmarker = try HandLandmarker(options: options)
        options.runningMode = .video
        options.baseOptions.modelAssetPath = ""
        #expect(try landmarker.detect(image: Images.blank()).landmarks.isEmpty)
    }
}
