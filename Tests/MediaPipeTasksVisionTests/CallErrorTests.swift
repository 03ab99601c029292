import Foundation
import LandmarkImaging
import MediaPipeTasksVision
import Testing

/// The errors of invalid calls, compared with MediaPipe's.
@Suite("Errors of calls")
struct CallErrorTests {
    static let start = "The vision task is not initialized with "

    static func task(_ task: VisionTask, _ mode: RunningMode) throws -> any AnyVisionTask {
        try task.options(mode).makeTask()
    }

    @Test(
        "detectAsync throws in image and video mode", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases,
        [RunningMode.image, .video])
    func detectAsyncInOtherModes(task: VisionTask, mode: RunningMode) throws {
        let made = try Self.task(task, mode)
        let name = mode == .image ? "Image" : "Video"
        let found = failure { try made.push(Images.blank(), 0) }
        #expect(
            found
                == Failure(
                    code: .invalidArgumentError,
                    message: Self.start + "live stream mode. Current Running Mode: " + name))
    }

    @Test(
        "detect(videoFrame:) throws in image and live stream mode",
        .enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases,
        [RunningMode.image, .liveStream])
    func detectVideoFrameInOtherModes(task: VisionTask, mode: RunningMode) throws {
        let listener = Listener { _ in }
        let made = try task.options(mode, delegate: mode == .liveStream ? listener : nil)
            .makeTask()
        let name = mode == .image ? "Image" : "Live Stream"
        let found = failure { try made.frame(Images.blank(), 0) }
        #expect(
            found
                == Failure(
                    code: .invalidArgumentError,
                    message: Self.start + "video mode. Current Running Mode: " + name))
        withExtendedLifetime(listener) {}
    }

    @Test(
        "detect(image:) throws in video and live stream mode", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases,
        [RunningMode.video, .liveStream])
    func detectImageInOtherModes(task: VisionTask, mode: RunningMode) throws {
        let listener = Listener { _ in }
        let made = try task.options(mode, delegate: mode == .liveStream ? listener : nil)
            .makeTask()
        let name = mode == .video ? "Video" : "Live Stream"
        let found = failure { try made.still(Images.blank()) }
        #expect(
            found
                == Failure(
                    code: .invalidArgumentError,
                    message: Self.start + "image mode. Current Running Mode: " + name))
        withExtendedLifetime(listener) {}
    }

    @Test(
        "Timestamps that do not increase are refused, and later ones accepted",
        .enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func timestamps(task: VisionTask) throws {
        let made = try Self.task(task, .video)
        let image = try Images.blank()
        #expect(try made.frame(image, 5).timestampInMilliseconds == 5)
        for time in [5, 4] {
            expectFailure(
                .invalidArgumentError,
                "INVALID_ARGUMENT: Input timestamp must be monotonically increasing."
            ) { try made.frame(image, time) }
        }
        #expect(try made.frame(image, 6).timestampInMilliseconds == 6)
    }

    @Test(
        "The first timestamp may be 0", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases)
    func zeroTimestamp(task: VisionTask) throws {
        let made = try Self.task(task, .video)
        let image = try Images.blank()
        #expect(try (0..<3).map { try made.frame(image, $0).timestampInMilliseconds } == [0, 1, 2])
    }

    @Test(
        "Negative timestamps are accepted", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases)
    func negativeTimestamps(task: VisionTask) throws {
        let made = try Self.task(task, .video)
        let image = try Images.blank()
        let times = [-Int.max / 1000, -5, -1, 0, Int.max / 1000]
        #expect(try times.map { try made.frame(image, $0).timestampInMilliseconds } == times)
    }

    /// MediaPipe multiplies by 1000 without a check for overflow, and divides the result's time.
    @Test(
        "Timestamps wrap around as microseconds", .enabled(if: VisionTask.isAvailable),
        arguments: [(Int.min, 0), (Int.max, -1), (Int.max / 1000 + 1, Int.min / 1000)])
    func extremeTimestamps(time: Int, expected: Int) throws {
        for task in VisionTask.allCases {
            let made = try Self.task(task, .video)
            let image = try Images.blank()
            #expect(try made.frame(image, time).timestampInMilliseconds == expected)
            expectFailure(
                .invalidArgumentError,
                "INVALID_ARGUMENT: Input timestamp must be monotonically increasing."
            ) { try made.frame(image, time) }
        }
    }

    /// MediaPipe terminates the process.
    @Test("The one reserved timestamp is refused", .enabled(if: VisionTask.isAvailable))
    func reservedTimestamp() throws {
        let made = try Self.task(.hand, .video)
        // 1000·2⁶⁰ = 125·2⁶³, and 125 is odd: all but the highest bit are 0.
        expectFailure(.invalidArgumentError, "Timestamp out of range: 1152921504606846976 ms") {
            try made.frame(Images.blank(), 1 << 60)
        }
        #expect(try made.frame(Images.blank(), 0).timestampInMilliseconds == 0)
    }

    /// MediaPipe records the error and processes the image as upright.
    @Test(
        "Mirrored orientations are refused", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases,
        [ImageOrientation.upMirrored, .downMirrored, .leftMirrored, .rightMirrored])
    func mirroredOrientation(task: VisionTask, orientation: ImageOrientation) throws {
        let made = try Self.task(task, .image)
        let pixels = try Images.pixels()
        let image = try MPImage(pixelBuffer: pixels, orientation: orientation)
        expectFailure(
            .invalidArgumentError,
            "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the"
                + " mirrored orientations"
        ) {
            try made.still(image)
        }
    }

    @Test(
        "The mode is checked first, then the image, then the timestamp",
        .enabled(if: VisionTask.isAvailable))
    func orderOfChecks() throws {
        let pixels = try Images.pixels()
        let mirrored = try MPImage(pixelBuffer: pixels, orientation: .upMirrored)
        let video = try Self.task(.detector, .video)
        expectFailure(.invalidArgumentError, "Current Running Mode: Video") {
            try video.still(mirrored)
        }
        #expect(try video.frame(Images.blank(), 1).timestampInMilliseconds == 1)
        expectFailure(.invalidArgumentError, "Unsupported UIImageOrientation") {
            try video.frame(mirrored, 0)
        }
        // A refused image does not use up its timestamp.
        expectFailure(.invalidArgumentError, "Unsupported UIImageOrientation") {
            try video.frame(mirrored, 2)
        }
        #expect(try video.frame(Images.blank(), 2).timestampInMilliseconds == 2)
    }

    @Test("An image without objects gives empty arrays", .enabled(if: VisionTask.isAvailable))
    func noDetections() throws {
        let image = try Images.blank()
        let hands = try HandLandmarker(modelPath: VisionTask.hand.model).detect(image: image)
        #expect(hands.landmarks.isEmpty && hands.worldLandmarks.isEmpty)
        #expect(hands.handedness.isEmpty)
        let poses = try PoseLandmarker(modelPath: VisionTask.pose.model).detect(image: image)
        #expect(poses.landmarks.isEmpty && poses.worldLandmarks.isEmpty)
        #expect(poses.segmentationMasks.isEmpty)
        let faces = try FaceLandmarker(modelPath: VisionTask.face.model).detect(image: image)
        #expect(faces.faceLandmarks.isEmpty && faces.faceBlendshapes.isEmpty)
        #expect(faces.facialTransformationMatrixes.isEmpty)
        let boxes = try FaceDetector(modelPath: VisionTask.detector.model).detect(image: image)
        #expect(boxes.detections.isEmpty)
    }

    @Test("Tasks may be called from many threads", .enabled(if: VisionTask.isAvailable))
    func threads() async throws {
        let detector = try Self.task(.detector, .image)
        let shared = Shared(detector)
        let times = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let image = try Images.blank()
                    return try (0..<25).map { _ in
                        try shared.task.still(image).timestampInMilliseconds
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(times.sorted() == (0..<100).map { $0 * 1000 })
    }

    // SAFETY: tasks may be used from any thread, as this test verifies; like MediaPipe's, their types
    // are not Sendable.
    private struct Shared: @unchecked Sendable {
        let task: any AnyVisionTask

        init(_ task: any AnyVisionTask) {
            self.task = task
        }
    }
}
