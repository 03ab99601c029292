package import Dispatch
public import LandmarkCore
public import LandmarkImaging

/// Detects the instances of a task in images, videos and live streams, such as hands.
///
/// Use it through an alias, such as `HandLandmarker`, `PoseLandmarker`, `FaceLandmarker` or `FaceDetector`.
/// The initializer reads the model and prepares the networks. After that a landmarker can be used from any
/// thread; concurrent calls wait for each other. In image mode calls are independent; in video and live
/// stream mode instances are tracked from frame to frame.
public final class Landmarker<Task: LandmarkTask>: Sendable {
    /// The result of a call.
    public typealias Output = LandmarkerResult<Task.Instance>
    /// Receives the results of `detectAsync(_:)`.
    public typealias ResultHandler = @Sendable (FrameResult<Output>) -> Void

    private let runner: TaskRunner<Task>
    private let resultHandler: ResultHandler?
    /// Runs the frames of `detectAsync(_:)` and the result handler.
    package let queue: DispatchQueue
    private let liveQueue = Mutex(LiveQueue())
    private let streamStatistics = StatisticsCounter()

    /// Reads the model bundle and prepares the networks.
    ///
    /// - Parameters:
    ///   - options: The model and what to detect.
    ///   - resultHandler: Receives the results of `detectAsync(_:)`; live stream mode only. It is
    ///     called in frame order on a private queue, one call at a time; frames that arrive while
    ///     it runs are dropped. It is not called after the landmarker has been released. The
    ///     landmarker retains it, so capture an owner of the landmarker weakly.
    /// - Throws: `TaskError.invalidOption` for an option out of range; `.resultHandlerNotAllowed`
    ///   in image and video mode; `.modelFile`, `.notAFileURL`, `.bundleExpected`,
    ///   `.unexpectedModel` or `.unusableGeometry` for a model that cannot be read or belongs to
    ///   another task; `.inference` or `.imaging` if a network cannot be prepared on the device.
    public convenience init(
        options: Task.Options, resultHandler: ResultHandler? = nil
    ) throws(TaskError) {
        try self.init(
            options: options, queueLabel: "LandmarkTasks.\(Task.plural)",
            resultHandler: resultHandler)
    }

    /// Reads the model bundle and prepares the networks; the private queue gets `queueLabel`.
    ///
    /// - Throws: `TaskError`, like the public initializer.
    package init(
        options: Task.Options, queueLabel: String, resultHandler: ResultHandler?
    ) throws(TaskError) {
        if resultHandler != nil, options.runningMode != .liveStream {
            throw .resultHandlerNotAllowed(mode: options.runningMode)
        }
        runner = try TaskRunner(options)
        self.resultHandler = resultHandler
        queue = DispatchQueue(label: queueLabel)
    }

    /// Detects instances in an independent image; image mode only.
    ///
    /// - Parameters:
    ///   - image: The image, of any format and size.
    ///   - orientation: How the scene is rotated in the image. Results are in the coordinates of
    ///     the image as passed.
    /// - Returns: The detected instances, best first; an image without any is not an error.
    /// - Throws: `TaskError.wrongMode` in another mode; `.imaging` if the image cannot be sampled;
    ///   `.inference` if a network fails, or returns an unusable number, such as NaN
    ///   (`InferenceError.outputValue`). Numbers in results are finite.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation = .up
    ) throws(TaskError) -> Output {
        try runner.require(.image, for: "detect(_ image:)")
        return try runner.detect(image, orientation: orientation)
    }

    /// Detects instances in the next frame of a video; video mode only.
    ///
    /// - Parameter frame: The frame, with a timestamp above that of the previous frame. Size and
    ///   orientation may change from frame to frame.
    /// - Returns: The detected instances; a frame without any is not an error.
    /// - Throws: `TaskError.wrongMode` in another mode; `.timestampNotIncreasing`, after which the
    ///   landmarker continues as if the call had not been made; `.imaging` if the image cannot be
    ///   sampled; `.inference` if a network fails, or returns an unusable number, such as NaN. The next frame
    ///   may succeed; what was tracked is then detected anew.
    public func detect(_ frame: Frame) throws(TaskError) -> Output {
        try runner.require(.video, for: "detect(_ frame:)")
        return try runner.detect(frame)
    }

    /// Discards all tracking state: the next frame may have any timestamp, and ids start at 1
    /// again.
    ///
    /// This does not wait for frames of `detectAsync(_:)`: the result of the frame being processed
    /// is still delivered, and a waiting frame is dropped.
    public func reset() {
        liveQueue.withLock { queue in
            if queue.reset() { runner.reset() }
        }
    }
}

// MARK: Live streams

extension Landmarker {
    /// Submits the next frame of a live stream and returns at once; live stream mode only.
    ///
    /// The result goes to the result handler. One frame is processed while one waits; a newer frame
    /// replaces the waiting one, which is dropped and counted. This method may be called from any
    /// thread.
    ///
    /// - Parameter frame: The frame, with a timestamp above that of the last submitted frame.
    /// - Throws: `TaskError.wrongMode` in another mode; `.resultHandlerMissing`; or
    ///   `.timestampNotIncreasing`, after which later frames are still accepted. Errors in
    ///   processing the frame are delivered as its result.
    public func detectAsync(_ frame: Frame) throws(TaskError) {
        try runner.require(.liveStream, for: "detectAsync(_:)")
        guard let resultHandler else { throw .resultHandlerMissing }
        let job = try liveQueue.withLock { (queue) throws(TaskError) in
            try queue.checkOrder(frame)
            return queue.submit(frame)
        }
        if let job { start(job, resultHandler) }
    }

    /// Processes a sequence of frames; video and live stream mode only.
    ///
    /// The frames belong to the same stream as those of other calls: use one source at a time, and
    /// call `reset()` between sources. A frame that fails, for example because of its timestamp,
    /// yields a result with an error. In image mode every frame does.
    ///
    /// - Parameters:
    ///   - frames: The source, such as a camera or a file. It is iterated once for each iteration
    ///     of the results.
    ///   - overflow: The handling of frames that arrive too fast.
    /// - Returns: The results in order; iterating also throws the errors of the source. The
    ///   sequence keeps working after the landmarker has been released.
    public func results<Frames: AsyncSequence & Sendable>(
        of frames: Frames, overflow: OverflowPolicy = .latestOnly
    ) -> FrameResults<Frames, Output> where Frames.Element == Frame {
        FrameResults(frames: frames, overflow: overflow, statistics: streamStatistics) {
            [runner] frame in
            Result { () throws(TaskError) in
                if runner.mode == .image { try runner.require(.video, for: "results(of:)") }
                return try runner.detect(frame)
            }
        }
    }

    /// Counts of the frames that went through `detectAsync(_:)` and `results(of:overflow:)`.
    public var liveStatistics: LiveStatistics {
        liveQueue.withLock { $0.statistics } + streamStatistics.value
    }

    /// Processes `job` on the queue, without keeping the landmarker alive in the meantime.
    private func start(_ job: LiveQueue.Job, _ handler: @escaping ResultHandler) {
        queue.async { [weak self, runner] in
            guard self != nil else { return }
            if job.startsAnew { runner.reset() }
            let result = Result { () throws(TaskError) in try runner.detect(job.frame) }
            // From here on the landmarker lives until the handler has returned. If it has already
            // been released, the handler is not called.
            guard let self else { return }
            liveQueue.withLock { $0.didProcess(failed: result.isFailure) }
            withExtendedLifetime(self) {
                handler(FrameResult(frame: job.frame, dropped: job.dropped, result: result))
            }
            if let next = liveQueue.withLock({ $0.finish() }) { start(next, handler) }
        }
    }
}

// MARK: Results

/// The result of a `Landmarker` for one image.
///
/// Each task names its instances: a `HandLandmarkerResult` has `hands`, a `PoseLandmarkerResult`
/// `poses`, a `FaceLandmarkerResult` `faces` and a `FaceDetectorResult` `detections`.
public struct LandmarkerResult<Instance: Sendable & Hashable & Codable>: Sendable, Hashable, Codable
{
    /// The detected instances, at most as many as the options allow; empty if there are none.
    public let instances: [Instance]
    /// The timestamp of the frame; nil in image mode.
    public let timestamp: Timestamp?
    /// The size of the unrotated input image, which normalized coordinates refer to.
    public let imageSize: PixelSize
    /// The time each stage took.
    public let timings: StageTimings
    /// The device that the networks ran on.
    public let device: ComputeDevice

    /// Creates a result.
    public init(
        instances: [Instance], timestamp: Timestamp? = nil, imageSize: PixelSize,
        timings: StageTimings, device: ComputeDevice
    ) {
        self.instances = instances
        self.timestamp = timestamp
        self.imageSize = imageSize
        self.timings = timings
        self.device = device
    }
}

extension Landmarker<SegmentationTask> {
    /// The names of the masks from the model's metadata; empty if it does not list them.
    package var labels: [String] { runner.withTask(\.labels) }
}

// MARK: Tracking internals, for graph calculators and comparisons frame by frame

extension Landmarker where Task: TrackingTask {
    /// The detections and ROIs of the last image.
    package var trace: ROITrace { runner.withTask { $0.steps.trace } }

    /// Detects instances in an image independently of the frames of a stream, in any mode, and
    /// without changing the tracking state.
    ///
    /// - Throws: `TaskError.imaging` if the image cannot be sampled; `.inference` if a network fails.
    package func glance(
        at image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> (output: Output, trace: ROITrace) {
        (try runner.detect(image, orientation: orientation), trace)
    }

    /// Makes `roi` the only tracked ROI for the next frame.
    ///
    /// A tracker feeds back its own rounding. With the ROIs of another tracker, each frame can be
    /// compared separately.
    package func track(_ roi: NormalizedRect) {
        runner.withTask { $0.steps.track(roi) }
    }

    /// Calls `body` with the steps of detection, in any mode.
    ///
    /// - Throws: What `body` throws.
    package func withSteps<Value: Sendable>(
        _ body: (any LandmarkSteps<Task.Instance>) throws(TaskError) -> Value
    ) throws(TaskError) -> Value {
        try runner.tryTask { (task) throws(TaskError) in try body(task.steps) }
    }
}

extension Landmarker<PoseTask> {
    /// Makes `roi` the only tracked ROI for the next frame. It belongs to someone else: the person found
    /// there does not get the id `old`.
    package func track(_ roi: NormalizedRect, insteadOf old: Int?) {
        runner.withTask { task in
            if let old { task.forget(old) }
            task.steps.track(roi)
        }
    }
}

/// A task that tracks ROIs from frame to frame.
package protocol TrackingTask: LandmarkTask {
    /// The steps of the task.
    var steps: any LandmarkSteps<Instance> { get }
}

/// A task behind a lock, with its running mode and the timestamp of its last frame.
private final class TaskRunner<Task: LandmarkTask>: Sendable {
    let mode: RunningMode
    private let state: Mutex<State>

    private struct State {
        var task: Task
        var last: Timestamp?
    }

    init(_ options: Task.Options) throws(TaskError) {
        mode = options.runningMode
        state = Mutex(State(task: try Task(options: options)))
    }

    /// Processes an independent image.
    func detect(
        _ image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> LandmarkerResult<Task.Instance> {
        try state.withLock { (state) throws(TaskError) in
            try state.task.detect(image, orientation: orientation, at: nil)
        }
    }

    /// Processes the next frame of a stream. An out-of-order frame changes nothing.
    func detect(_ frame: Frame) throws(TaskError) -> LandmarkerResult<Task.Instance> {
        try state.withLock { (state) throws(TaskError) in
            if let last = state.last, frame.timestamp <= last {
                throw .timestampNotIncreasing(previous: last, got: frame.timestamp)
            }
            state.last = frame.timestamp
            return try state.task.detect(
                frame.image, orientation: frame.orientation, at: frame.timestamp)
        }
    }

    func withTask<Value: Sendable>(_ body: (inout Task) -> Value) -> Value {
        state.withLock { body(&$0.task) }
    }

    func tryTask<Value: Sendable>(
        _ body: (inout Task) throws(TaskError) -> Value
    ) throws(TaskError) -> Value {
        try state.withLock { (state) throws(TaskError) in try body(&state.task) }
    }

    func reset() {
        state.withLock { state in
            state.last = nil
            state.task.reset()
        }
    }

    /// Throws `TaskError.wrongMode` unless the mode is `needed`.
    func require(_ needed: RunningMode, for call: String) throws(TaskError) {
        guard mode == needed else { throw .wrongMode(call: call, needed: needed, mode: mode) }
    }
}

extension Result {
    fileprivate var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
