import Dispatch
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// A task that processes each frame for as long as the test decides. Its only instance is the
/// frame's timestamp in milliseconds.
final class FakeTask: LandmarkTask {
    static let singular = "frame"
    static let plural = "frames"
    static let landmarkNames: [String] = []
    static let connections: [Connection] = []

    struct Options: LandmarkTaskOptions {
        var model: ModelSource
        var runningMode = RunningMode.liveStream
        var threads = 1
        var waitPolicy = WaitPolicy.usual
        var device = ComputeDevice.cpu
        var preprocessor = ImagePreprocessor.cpu
        var logger = Logger.silent
        var control = Control()
        /// Frames at these milliseconds fail.
        var failing: Set<Int> = []

        init(model: ModelSource) {
            self.model = model
        }
    }

    enum Event: Equatable {
        case began(Int)
        case reset
        /// The task, and with it everything that retained it, was released.
        case ended
    }

    /// The test's view of a task, and its way to control it.
    struct Control: Sendable {
        let journal = Journal<Event>()
        fileprivate let permits = DispatchSemaphore(value: 0)

        /// Lets the task finish `count` frames.
        func allow(_ count: Int) {
            for _ in 0..<count { permits.signal() }
        }
    }

    private let options: Options

    static func networks(for options: Options) -> [NetworkSpec] { [] }

    init(options: Options) {
        self.options = options
    }

    deinit { options.control.journal.note(.ended) }

    func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> LandmarkerResult<Int> {
        let milliseconds = timestamp?.milliseconds ?? -1
        options.control.journal.note(.began(milliseconds))
        options.control.permits.wait()
        if options.failing.contains(milliseconds) {
            throw .invalidOption(name: "frame", expected: "another", got: "\(milliseconds)")
        }
        return LandmarkerResult(
            instances: [milliseconds], timestamp: timestamp, imageSize: image.size,
            timings: StageTimings(), device: .cpu)
    }

    func reset() { options.control.journal.note(.reset) }
}

typealias FakeLandmarker = Landmarker<FakeTask>
typealias FakeResult = FrameResult<LandmarkerResult<Int>>

extension Landmarker<FakeTask> {
    convenience init(
        _ control: FakeTask.Control, failing: Set<Int> = [], mode: RunningMode = .liveStream,
        handler: ResultHandler? = nil
    ) throws(TaskError) {
        var options = FakeTask.Options(model: .file(""))
        options.control = control
        options.failing = failing
        options.runningMode = mode
        try self.init(options: options, resultHandler: handler)
    }

    func detectAsync(_ milliseconds: Int) throws {
        try detectAsync(.at(milliseconds))
    }
}

extension Frame {
    /// A frame of one pixel.
    static func at(_ milliseconds: Int) throws -> Frame {
        Frame(
            image: try Images.blank(width: 1, height: 1), timestamp: .milliseconds(milliseconds))
    }
}

extension FrameResult {
    var milliseconds: Int { frame.timestamp.milliseconds }
}

extension FrameResult<LandmarkerResult<Int>> {
    /// The task's only instance.
    func instance() throws -> Int? { try get().instances.first }
}

extension TaskError {
    /// Whether `body` throws this error.
    func isThrown(by body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch {
            return (error as? TaskError)?.description == description
        }
    }
}
