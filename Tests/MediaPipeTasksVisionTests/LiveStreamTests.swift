import Dispatch
import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import MediaPipeTasksVision
import Testing

/// The delegate calls of live streams.
@Suite("Live streams")
struct LiveStreamTests {
    /// The parts of a delegate call that tests check.
    struct DelegateCall: Sendable {
        let timestamp: Int
        let resultTimestamp: Int?
        let code: Int?
        let isFromTask: Bool
        let isOnMainThread: Bool
    }

    /// Records delegate calls as a sequence, and optionally blocks each until `gate` is signaled.
    final class CallRecorder {
        let calls: AsyncStream<DelegateCall>
        let gate = DispatchSemaphore(value: 0)
        private let continuation: AsyncStream<DelegateCall>.Continuation
        private(set) var listener = Listener { _ in }
        weak var task: NSObject?

        init(blocks: Bool = false) {
            let (calls, continuation) = AsyncStream.makeStream(of: DelegateCall.self)
            self.calls = calls
            self.continuation = continuation
            let gate = gate
            listener = Listener { [weak self] call in
                continuation.yield(
                    DelegateCall(
                        timestamp: call.timestamp,
                        resultTimestamp: call.result?.timestampInMilliseconds,
                        code: (call.error as NSError?)?.code,
                        isFromTask: self.map { $0.task === call.task } ?? false,
                        isOnMainThread: Thread.isMainThread))
                if blocks { gate.wait() }
            }
        }

        /// Ends the sequence after the calls so far.
        func end() { continuation.finish() }
    }

    /// Delivers the error of a frame that could not be processed.
    static func deliverError(to task: any AnyVisionTask) throws {
        let frame = Frame(image: try Images.pixels(), timestamp: .milliseconds(9))
        let error = TaskError.imaging(.invalidImageSize(width: 0, height: 0))
        switch task {
        case let task as MediaPipeTasksVision.HandLandmarker:
            task.engine.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        case let task as MediaPipeTasksVision.PoseLandmarker:
            task.engine.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        case let task as MediaPipeTasksVision.FaceLandmarker:
            task.engine.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        case let task as MediaPipeTasksVision.FaceDetector:
            task.engine.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        case let task as MediaPipeTasksVision.HolisticLandmarker:
            task.engine.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        case let task as MediaPipeTasksVision.ImageSegmenter:
            task.engine.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        default:
            Issue.record("unknown task: \(task)")
        }
    }

    @Test(
        "Delegate calls come in order, and not on the main thread",
        .enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func order(task: VisionTask) async throws {
        let recorder = CallRecorder()
        let made = try task.options(.liveStream, delegate: recorder.listener).makeTask()
        recorder.task = made
        var calls = recorder.calls.makeAsyncIterator()
        for time in [0, 1, 7, 100] {
            try made.push(Images.blank(), time)
            // One frame at a time, so that none is dropped.
            let call = try #require(await calls.next())
            #expect(call.timestamp == time && call.resultTimestamp == time)
            #expect(call.code == nil && call.isFromTask && !call.isOnMainThread)
        }
    }

    static func queueLabel(of task: any AnyVisionTask) throws -> String {
        switch task {
        case let task as MediaPipeTasksVision.HandLandmarker: task.engine.queueLabel
        case let task as MediaPipeTasksVision.PoseLandmarker: task.engine.queueLabel
        case let task as MediaPipeTasksVision.FaceLandmarker: task.engine.queueLabel
        case let task as MediaPipeTasksVision.HolisticLandmarker: task.engine.queueLabel
        case let task as MediaPipeTasksVision.ImageSegmenter: task.engine.queueLabel
        default: try #require(task as? MediaPipeTasksVision.FaceDetector).engine.queueLabel
        }
    }

    @Test(
        "Each task calls its delegate on a queue of its own, with MediaPipe's label",
        .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases)
    func queueLabel(task: VisionTask) async throws {
        let name =
            switch task {
            case .hand: "handLandmarker"
            case .pose: "poseLandmarker"
            case .face: "faceLandmarker"
            case .detector: "faceDetector"
            case .holistic: "holisticLandmarker"
            case .segmenter: "imageSegmenter"
            }
        var labels: Set<String> = []
        for _ in 0..<2 {
            let recorder = CallRecorder()
            let made = try task.options(.liveStream, delegate: recorder.listener).makeTask()
            let label = try Self.queueLabel(of: made)
            let parts = label.split(separator: "_", maxSplits: 1).map(String.init)
            #expect(parts.first == "com.mediapipe.tasks.vision." + name)
            #expect(parts.last.flatMap(UUID.init(uuidString:)) != nil, "\(label)")
            labels.insert(label)
        }
        #expect(labels.count == 2)
    }

    @Test(
        "A waiting frame is replaced by a newer one, without a call",
        .enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func drops(task: VisionTask) async throws {
        let recorder = CallRecorder(blocks: true)
        let made = try task.options(.liveStream, delegate: recorder.listener).makeTask()
        var calls = recorder.calls.makeAsyncIterator()
        try made.push(Images.blank(), 0)
        #expect(await calls.next()?.timestamp == 0)
        // The delegate is still in its first call, so only the newest of these frames waits.
        for time in 1...5 { try made.push(Images.blank(), time) }
        recorder.gate.signal()
        #expect(await calls.next()?.timestamp == 5)
        recorder.gate.signal()
        try made.push(Images.blank(), 6)
        #expect(await calls.next()?.timestamp == 6)
        recorder.gate.signal()
    }

    @Test(
        "Timestamps that do not increase are refused", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases)
    func timestamps(task: VisionTask) async throws {
        let recorder = CallRecorder()
        let made = try task.options(.liveStream, delegate: recorder.listener).makeTask()
        var calls = recorder.calls.makeAsyncIterator()
        try made.push(Images.blank(), 1)
        for time in [0, 1] {
            expectFailure(
                .invalidArgumentError,
                "INVALID_ARGUMENT: Input timestamp must be monotonically increasing."
            ) { try made.push(Images.blank(), time) }
        }
        #expect(await calls.next()?.timestamp == 1)
        try made.push(Images.blank(), 2)
        // The next call is for the next frame; the refused frames have none.
        #expect(await calls.next()?.timestamp == 2)
    }

    @Test(
        "An error comes without a result and with the timestamp Int.min",
        .enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func error(task: VisionTask) async throws {
        let recorder = CallRecorder()
        let made = try task.options(.liveStream, delegate: recorder.listener).makeTask()
        recorder.task = made
        var calls = recorder.calls.makeAsyncIterator()
        try Self.deliverError(to: made)
        let call = try #require(await calls.next())
        #expect(call.timestamp == Int.min && call.resultTimestamp == nil)
        #expect(call.code == 13 && call.isFromTask)
    }

    @Test(
        "The delegate is held weakly", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases)
    func weakDelegate(task: VisionTask) throws {
        var listener: Listener? = Listener { _ in }
        weak let watched = listener
        let options = task.options(.liveStream, delegate: listener)
        let made = try options.makeTask()
        listener = nil
        #expect(watched == nil)
        #expect(options.listener == nil)
        // Frames are still accepted; their results are discarded.
        try made.push(Images.blank(), 0)
        try Self.deliverError(to: made)
    }

    @Test(
        "A delegate that owns its task can be released while frames are in flight",
        .enabled(if: VisionTask.isAvailable))
    func serviceReleased() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: Service.Event.self)
        var iterator = events.makeAsyncIterator()
        let gate = DispatchSemaphore(value: 0)
        var service: Service? = try Service(gate: gate) { continuation.yield($0) }
        weak let watched = service
        try service?.push(0)
        #expect(await iterator.next() == .called(0))
        // One call is in progress and one frame waits when the last reference is released.
        try service?.push(1)
        service = nil
        gate.signal()
        #expect(await iterator.next() == .serviceReleased)
        #expect(watched == nil)
        #expect(await iterator.next() == .landmarkerReleased)
        continuation.finish()
        // The waiting frame has no call.
        #expect(await iterator.next() == nil)
    }

    @Test(
        "A task can be released while frames are in flight", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases)
    func taskReleasedInFlight(task: VisionTask) async throws {
        let recorder = CallRecorder(blocks: true)
        let (gone, continuation) = AsyncStream.makeStream(of: Bool.self)
        var made: (any AnyVisionTask)? = try task.options(.liveStream, delegate: recorder.listener)
            .makeWatched { continuation.yield(true) }
        var calls = recorder.calls.makeAsyncIterator()
        try made?.push(Images.blank(), 0)
        #expect(await calls.next()?.timestamp == 0)
        // One call is in progress and one frame waits when the last reference is released.
        try made?.push(Images.blank(), 1)
        made = nil
        recorder.gate.signal()
        var iterator = gone.makeAsyncIterator()
        #expect(await iterator.next() == true)
        // The waiting frame has no call.
        recorder.end()
        #expect(await calls.next() == nil)
    }

    @Test(
        "A task is deallocated when it is released", .enabled(if: VisionTask.isAvailable),
        arguments: VisionTask.allCases)
    func taskReleased(task: VisionTask) throws {
        let recorder = CallRecorder()
        var made: (any AnyVisionTask)? = try task.options(.liveStream, delegate: recorder.listener)
            .makeTask()
        weak let watched: NSObject? = made
        made = nil
        #expect(watched == nil)
    }
}

extension LiveStreamTests {
    /// Owns a landmarker and is its delegate, as in an app.
    final class Service: NSObject, PoseLandmarkerLiveStreamDelegate {
        enum Event: Sendable, Equatable {
            case called(Int)
            case serviceReleased
            case landmarkerReleased
        }

        final class Landmarker: MediaPipeTasksVision.PoseLandmarker {
            var tell: (Event) -> Void = { _ in }

            deinit { tell(.landmarkerReleased) }
        }

        private var landmarker: Landmarker?
        private let gate: DispatchSemaphore
        private let tell: (Event) -> Void

        init(gate: DispatchSemaphore, _ tell: @escaping (Event) -> Void) throws {
            self.gate = gate
            self.tell = tell
            super.init()
            let options = MediaPipeTasksVision.PoseLandmarkerOptions()
            options.baseOptions.modelAssetPath = VisionTask.pose.model
            options.runningMode = .liveStream
            options.poseLandmarkerLiveStreamDelegate = self
            landmarker = try Landmarker(options: options)
            landmarker?.tell = tell
        }

        deinit { tell(.serviceReleased) }

        func push(_ milliseconds: Int) throws {
            try landmarker?.detectAsync(
                image: Images.blank(), timestampInMilliseconds: milliseconds)
        }

        func poseLandmarker(
            _ poseLandmarker: MediaPipeTasksVision.PoseLandmarker,
            didFinishDetection result: MediaPipeTasksVision.PoseLandmarkerResult?,
            timestampInMilliseconds: Int, error: (any Error)?
        ) {
            tell(.called(timestampInMilliseconds))
            gate.wait()
        }
    }
}

/// Tasks that report their deallocation.
enum WatchedTask {
    final class Hand: MediaPipeTasksVision.HandLandmarker {
        var onDeinit: () -> Void = {}
        deinit { onDeinit() }
    }

    final class Pose: MediaPipeTasksVision.PoseLandmarker {
        var onDeinit: () -> Void = {}
        deinit { onDeinit() }
    }

    final class Face: MediaPipeTasksVision.FaceLandmarker {
        var onDeinit: () -> Void = {}
        deinit { onDeinit() }
    }

    final class Detector: MediaPipeTasksVision.FaceDetector {
        var onDeinit: () -> Void = {}
        deinit { onDeinit() }
    }

    final class Holistic: MediaPipeTasksVision.HolisticLandmarker {
        var onDeinit: () -> Void = {}
        deinit { onDeinit() }
    }

    final class Segmenter: MediaPipeTasksVision.ImageSegmenter {
        var onDeinit: () -> Void = {}
        deinit { onDeinit() }
    }
}

extension AnyTaskOptions {
    /// Creates a task that calls `onDeinit` when it is deallocated.
    func makeWatched(_ onDeinit: @escaping () -> Void) throws -> (any AnyVisionTask)? {
        switch self {
        case let options as MediaPipeTasksVision.HandLandmarkerOptions:
            let task = try WatchedTask.Hand(options: options)
            task.onDeinit = onDeinit
            return task
        case let options as MediaPipeTasksVision.PoseLandmarkerOptions:
            let task = try WatchedTask.Pose(options: options)
            task.onDeinit = onDeinit
            return task
        case let options as MediaPipeTasksVision.FaceLandmarkerOptions:
            let task = try WatchedTask.Face(options: options)
            task.onDeinit = onDeinit
            return task
        case let options as MediaPipeTasksVision.FaceDetectorOptions:
            let task = try WatchedTask.Detector(options: options)
            task.onDeinit = onDeinit
            return task
        case let options as MediaPipeTasksVision.HolisticLandmarkerOptions:
            let task = try WatchedTask.Holistic(options: options)
            task.onDeinit = onDeinit
            return task
        case let options as MediaPipeTasksVision.ImageSegmenterOptions:
            let task = try WatchedTask.Segmenter(options: options)
            task.onDeinit = onDeinit
            return task
        default:
            return nil
        }
    }
}
