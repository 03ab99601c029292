import Dispatch
import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import MediaPipeTasksVision
import Testing

/// Live streams: what the delegate hears, when and where.
struct LiveStreamTests {
    /// What a test keeps of a call to the delegate.
    struct Heard: Sendable {
        let timestamp: Int
        let resultTimestamp: Int?
        let code: Int?
        let isFromTask: Bool
        let isOnMainThread: Bool
    }

    /// Hears calls as a sequence, and holds the first ones back until it is told to let go.
    final class Ear {
        let calls: AsyncStream<Heard>
        let gate = DispatchSemaphore(value: 0)
        private let continuation: AsyncStream<Heard>.Continuation
        private(set) var listener = Listener { _ in }
        weak var task: NSObject?

        init(holdsBack: Bool = false) {
            let (calls, continuation) = AsyncStream.makeStream(of: Heard.self)
            self.calls = calls
            self.continuation = continuation
            let gate = gate
            listener = Listener { [weak self] call in
                continuation.yield(
                    Heard(
                        timestamp: call.timestamp,
                        resultTimestamp: call.result?.timestampInMilliseconds,
                        code: (call.error as NSError?)?.code,
                        isFromTask: self.map { $0.task === call.task } ?? false,
                        isOnMainThread: Thread.isMainThread))
                if holdsBack { gate.wait() }
            }
        }

        /// Makes what was heard so far all there is.
        func end() { continuation.finish() }
    }

    /// Hands `task` what comes of a frame that could not be looked at.
    static func deliverError(to task: any AnyVisionTask) throws {
        let frame = Frame(image: try Images.pixels(), timestamp: .milliseconds(9))
        let error = TaskError.imaging(.invalidImageSize(width: 0, height: 0))
        switch task {
        case let task as MediaPipeTasksVision.HandLandmarker:
            task.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        case let task as MediaPipeTasksVision.PoseLandmarker:
            task.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        case let task as MediaPipeTasksVision.FaceLandmarker:
            task.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        case let task as MediaPipeTasksVision.FaceDetector:
            task.deliver(FrameResult(frame: frame, dropped: 0, result: .failure(error)))
        default:
            Issue.record("no task: \(task)")
        }
    }

    @Test(.enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func callsComeInOrderAndNotOnTheMainThread(task: VisionTask) async throws {
        let ear = Ear()
        let made = try task.options(.liveStream, delegate: ear.listener).makeTask()
        ear.task = made
        var calls = ear.calls.makeAsyncIterator()
        for time in [0, 1, 7, 100] {
            try made.push(Images.blank(), time)
            // One at a time: none is dropped.
            let heard = try #require(await calls.next())
            #expect(heard.timestamp == time && heard.resultTimestamp == time)
            #expect(heard.code == nil && heard.isFromTask && !heard.isOnMainThread)
        }
    }

    @Test(.enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func framesThatWaitTooLongAreDroppedWithoutACall(task: VisionTask) async throws {
        let ear = Ear(holdsBack: true)
        let made = try task.options(.liveStream, delegate: ear.listener).makeTask()
        var calls = ear.calls.makeAsyncIterator()
        try made.push(Images.blank(), 0)
        #expect(await calls.next()?.timestamp == 0)
        // The delegate is still in its first call: of these only the newest waits.
        for time in 1...5 { try made.push(Images.blank(), time) }
        ear.gate.signal()
        #expect(await calls.next()?.timestamp == 5)
        ear.gate.signal()
        try made.push(Images.blank(), 6)
        #expect(await calls.next()?.timestamp == 6)
        ear.gate.signal()
    }

    @Test(.enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func timestampNotAboveThePreviousInLiveStreamMode(task: VisionTask) async throws {
        let ear = Ear()
        let made = try task.options(.liveStream, delegate: ear.listener).makeTask()
        var calls = ear.calls.makeAsyncIterator()
        try made.push(Images.blank(), 1)
        for time in [0, 1] {
            expectFailure(
                .invalidArgumentError,
                "INVALID_ARGUMENT: Input timestamp must be monotonically increasing."
            ) { try made.push(Images.blank(), time) }
        }
        #expect(await calls.next()?.timestamp == 1)
        try made.push(Images.blank(), 2)
        // The next call is of the next frame: the refused ones had none.
        #expect(await calls.next()?.timestamp == 2)
    }

    @Test(.enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func anErrorComesWithoutResultAndTimestamp(task: VisionTask) async throws {
        let ear = Ear()
        let made = try task.options(.liveStream, delegate: ear.listener).makeTask()
        ear.task = made
        var calls = ear.calls.makeAsyncIterator()
        try Self.deliverError(to: made)
        let heard = try #require(await calls.next())
        #expect(heard.timestamp == Int.min && heard.resultTimestamp == nil)
        #expect(heard.code == 13 && heard.isFromTask)
    }

    @Test(.enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func theDelegateIsHeldWeakly(task: VisionTask) throws {
        var listener: Listener? = Listener { _ in }
        weak let watched = listener
        let options = task.options(.liveStream, delegate: listener)
        let made = try options.makeTask()
        listener = nil
        #expect(watched == nil)
        #expect(options.listener == nil)
        // Frames are still taken, and what comes of them reaches nobody.
        try made.push(Images.blank(), 0)
        try Self.deliverError(to: made)
    }

    @Test(.enabled(if: VisionTask.isAvailable))
    func aServiceThatOwnsItsTaskAndIsItsDelegateGoesWhileFramesAreInFlight() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: Service.Event.self)
        var iterator = events.makeAsyncIterator()
        let gate = DispatchSemaphore(value: 0)
        var service: Service? = try Service(gate: gate) { continuation.yield($0) }
        weak let watched = service
        try service?.push(0)
        #expect(await iterator.next() == .called(0))
        // One call is under way and one frame waits when the last owner lets go.
        try service?.push(1)
        service = nil
        gate.signal()
        #expect(await iterator.next() == .serviceIsGone)
        #expect(watched == nil)
        #expect(await iterator.next() == .landmarkerIsGone)
        continuation.finish()
        // The frame that waited was never heard of.
        #expect(await iterator.next() == nil)
    }

    @Test(.enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func aTaskGoesWhileFramesAreInFlight(task: VisionTask) async throws {
        let ear = Ear(holdsBack: true)
        let (gone, continuation) = AsyncStream.makeStream(of: Bool.self)
        var made: (any AnyVisionTask)? = try task.options(.liveStream, delegate: ear.listener)
            .makeWatched { continuation.yield(true) }
        var calls = ear.calls.makeAsyncIterator()
        try made?.push(Images.blank(), 0)
        #expect(await calls.next()?.timestamp == 0)
        // One call is under way and one frame waits when the last owner lets go.
        try made?.push(Images.blank(), 1)
        made = nil
        ear.gate.signal()
        var iterator = gone.makeAsyncIterator()
        #expect(await iterator.next() == true)
        // The frame that waited was never heard of.
        ear.end()
        #expect(await calls.next() == nil)
    }

    @Test(.enabled(if: VisionTask.isAvailable), arguments: VisionTask.allCases)
    func aTaskGoesWhenItIsLetGo(task: VisionTask) throws {
        let ear = Ear()
        var made: (any AnyVisionTask)? = try task.options(.liveStream, delegate: ear.listener)
            .makeTask()
        weak let watched: NSObject? = made
        made = nil
        #expect(watched == nil)
    }
}

extension LiveStreamTests {
    /// As an app has it: owns the landmarker and is its delegate.
    final class Service: NSObject, PoseLandmarkerLiveStreamDelegate {
        enum Event: Sendable, Equatable {
            case called(Int)
            case serviceIsGone
            case landmarkerIsGone
        }

        final class Landmarker: MediaPipeTasksVision.PoseLandmarker {
            var tell: (Event) -> Void = { _ in }

            deinit { tell(.landmarkerIsGone) }
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

        deinit { tell(.serviceIsGone) }

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
