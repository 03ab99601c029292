import Dispatch
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// A pipeline that looks at each frame for as long as the test says.
final class FakePipeline: TaskPipeline {
    enum Event: Equatable {
        case began(Int)
        case reset
        /// The pipeline and all that held it are gone.
        case ended
    }

    /// What the test sees of a pipeline and tells it.
    struct Control: Sendable {
        let journal = Journal<Event>()
        fileprivate let permits = DispatchSemaphore(value: 0)

        /// Lets the pipeline finish so many frames.
        func allow(_ count: Int) {
            for _ in 0..<count { permits.signal() }
        }
    }

    private let control: Control
    private let failing: Set<Int>

    /// Frames at the milliseconds in `failing` end in an error.
    init(_ control: Control, failing: Set<Int> = []) {
        self.control = control
        self.failing = failing
    }

    deinit { control.journal.note(.ended) }

    /// The frame's milliseconds.
    func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> Int {
        let moment = timestamp?.milliseconds ?? -1
        control.journal.note(.began(moment))
        control.permits.wait()
        if failing.contains(moment) {
            throw .invalidOption(name: "frame", expected: "another", got: "\(moment)")
        }
        return moment
    }

    func reset() { control.journal.note(.reset) }
}

/// A landmarker around a fake pipeline, made as the real ones are.
final class FakeLandmarker: Sendable {
    let live: LiveWorker<FakePipeline>

    init(
        _ control: FakePipeline.Control, failing: Set<Int> = [], mode: RunningMode = .liveStream,
        handler: LiveWorker<FakePipeline>.Handler? = nil
    ) throws(TaskError) {
        try LiveWorker<FakePipeline>.check(handler, in: mode)
        let runner = TaskRunner(FakePipeline(control, failing: failing), mode: mode)
        live = LiveWorker(runner, handler: handler, name: "fake")
    }

    func detectAsync(_ milliseconds: Int) throws {
        try live.submit(.at(milliseconds), for: self)
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
    var moment: Int { frame.timestamp.milliseconds }
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
