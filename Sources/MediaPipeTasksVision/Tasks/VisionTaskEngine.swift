import Dispatch
import Foundation
import LandmarkCore
import LandmarkImaging
package import LandmarkTasks

/// The implementation shared by all task classes: a landmarker of `LandmarkTasks` with MediaPipe's checks,
/// error messages and delegate calls.
///
/// It may be used from any thread.
package final class VisionTaskEngine<Task: LandmarkTask, Result: TaskResult> {
    /// The landmarker's result.
    package typealias Output = LandmarkerResult<Task.Instance>
    /// Calls the delegate of a task with a result, a timestamp in milliseconds and an error.
    typealias Notify<Owner> = @Sendable (Owner, Result?, Int, NSError?) -> Void

    private let mode: RunningMode
    private let landmarker: Landmarker<Task>
    private let makeResult: @Sendable (Output, Int) -> Result
    private let notify: @Sendable (FrameResult<Output>) -> Void
    private let owner: WeakReference
    /// The timestamp of the next image in image mode, in milliseconds.
    private let nextImageTimestamp = Mutex(0)

    /// Checks the options and loads the model, in MediaPipe's order.
    ///
    /// - Parameters:
    ///   - name: MediaPipe's name of the task, which is part of the queue label.
    ///   - options: The options of the task class.
    ///   - acceptsModelFile: Whether the model may be a single model file instead of a bundle,
    ///     which changes the error for a file that is neither.
    ///   - makeResult: Converts a landmarker's result and a timestamp.
    ///   - notify: Calls the task's delegate; see `setOwner(_:)`.
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    init<Options: VisionTaskOptions, Owner: NSObject>(
        _ name: String, _ options: Options, acceptsModelFile: Bool = false,
        makeResult: @escaping @Sendable (Output, Int) -> Result,
        notify: @escaping Notify<Owner>
    ) throws where Options.Task == Task {
        guard let mode = options.runningMode.checked else {
            throw NSError.task(.invalidArgumentError, "Unrecognized running mode")
        }
        self.mode = mode
        try Self.checkDelegate(isSet: options.hasDelegate, in: mode)
        var taskOptions = Task.Options(
            model: .file(try ModelPath.resolve(options.baseOptions.modelAssetPath ?? "")))
        taskOptions.runningMode = LandmarkTasks.RunningMode(mode)
        taskOptions.device = options.baseOptions.device
        try options.configure(&taskOptions)
        let owner = WeakReference()
        let notify: @Sendable (FrameResult<Output>) -> Void = { frame in
            guard let owner = owner.object as? Owner else { return }
            switch frame.result {
            case .success(let output):
                let timestamp = frame.frame.timestamp.milliseconds
                notify(owner, makeResult(output, timestamp), timestamp, nil)
            case .failure(let error):
                notify(owner, nil, Int.min, error.nsError())
            }
        }
        landmarker = try Self.converting(acceptsModelFile: acceptsModelFile) {
            [taskOptions] () throws(TaskError) in
            try Landmarker<Task>(
                options: taskOptions,
                queueLabel: "com.mediapipe.tasks.vision.\(name)_\(UUID().uuidString)",
                resultHandler: mode == .liveStream ? notify : nil)
        }
        self.owner = owner
        self.makeResult = makeResult
        self.notify = notify
    }

    /// Sets the task that delegate calls pass as their first argument. The task is held weakly, and
    /// its delegate is not called before this call or after the task is released.
    func setOwner(_ task: NSObject) { owner.object = task }

    /// Detects in an image; image mode only. The result's timestamp is 0 for the first image and
    /// increases by 1000 ms for each further one.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    func detect(_ image: MPImage) throws -> Result {
        try checkMode(.image)
        let (pixels, orientation) = try image.taskInput()
        let timestamp = nextImageTimestamp.withLock { next in
            defer { next += 1000 }
            return next
        }
        let output = try Self.converting { () throws(TaskError) in
            try landmarker.detect(pixels, orientation: orientation)
        }
        return makeResult(output, timestamp)
    }

    /// Detects in the next frame of a video; video mode only.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    func detect(_ image: MPImage, at milliseconds: Int) throws -> Result {
        let frame = try frame(image, at: milliseconds, for: .video)
        let output = try Self.converting { () throws(TaskError) in try landmarker.detect(frame) }
        return makeResult(output, frame.timestamp.milliseconds)
    }

    /// Submits the next frame of a live stream and returns at once; live stream mode only.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    func detectAsync(_ image: MPImage, at milliseconds: Int) throws {
        let frame = try frame(image, at: milliseconds, for: .liveStream)
        try Self.converting { () throws(TaskError) in try landmarker.detectAsync(frame) }
    }

    /// The label of the queue on which the delegate is called.
    package var queueLabel: String { landmarker.queue.label }

    /// Calls the delegate with a frame's result or error; the landmarker does this on its queue.
    package func deliver(_ frame: FrameResult<Output>) { notify(frame) }

    private func frame(
        _ image: MPImage, at milliseconds: Int, for mode: RunningMode
    ) throws -> Frame {
        try checkMode(mode)
        let (pixels, orientation) = try image.taskInput()
        return Frame(
            image: pixels, timestamp: try Self.timestamp(milliseconds), orientation: orientation)
    }

    /// Returns the time of a frame as MediaPipe sees it: in microseconds that wrap around at 64
    /// bits, so that `Int.min` is 0 ms and `Int.max` -1 ms. Any time that fits is unchanged, even a
    /// negative one.
    ///
    /// - Throws: `NSError` with code 3 for the one number of microseconds that MediaPipe reserves;
    ///   MediaPipe terminates the process for it.
    private static func timestamp(_ milliseconds: Int) throws -> Timestamp {
        let microseconds = milliseconds.multipliedReportingOverflow(by: 1000).partialValue
        guard microseconds != .min else {
            throw NSError.task(
                .invalidArgumentError, "Timestamp out of range: \(milliseconds) ms")
        }
        return .milliseconds(microseconds / 1000)
    }

    private static func checkDelegate(isSet: Bool, in mode: RunningMode) throws {
        if mode == .liveStream, !isSet {
            throw NSError.task(
                .invalidArgumentError,
                "The vision task is in live stream mode. An object must be set as the delegate of"
                    + " the task in its options to ensure asynchronous delivery of results.")
        }
        if mode != .liveStream, isSet {
            throw NSError.task(
                .invalidArgumentError,
                "The vision task is in image or video mode. The delegate must not be set in the"
                    + " task's options.")
        }
    }

    private func checkMode(_ required: RunningMode) throws {
        guard mode == required else {
            throw NSError.task(
                .invalidArgumentError,
                "The vision task is not initialized with \(required.displayName.lowercased()) mode."
                    + " Current Running Mode: \(mode.displayName)")
        }
    }

    /// Runs `body` and converts a `TaskError` to the `NSError` that tasks throw.
    private static func converting<Value>(
        acceptsModelFile: Bool = false, _ body: () throws(TaskError) -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch {
            throw error.nsError(acceptsModelFile: acceptsModelFile)
        }
    }
}

extension VisionTaskEngine where Task == SegmentationTask {
    /// The names of the masks.
    var labels: [String] { landmarker.labels }
}

/// The options of a task class, as `VisionTaskEngine` reads them.
protocol VisionTaskOptions<Task>: TaskOptions {
    /// The task of `LandmarkTasks` behind the class.
    associatedtype Task: LandmarkTask

    var runningMode: RunningMode { get }
    /// Whether a live stream delegate is set.
    var hasDelegate: Bool { get }
    /// Sets the options of the task except its model and running mode.
    ///
    /// - Throws: `NSError` of the domain `com.google.mediapipe.tasks`.
    func configure(_ options: inout Task.Options) throws
}

/// A weak reference from a landmarker's result handler back to the task class that owns it.
// SAFETY: `object` is set once, at the end of the task's initializer and before any frame is
// submitted. After that it is only read, and weak references may be read from any thread.
private final class WeakReference: @unchecked Sendable {
    weak var object: NSObject?
}
