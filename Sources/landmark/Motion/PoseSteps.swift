import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// Where poses come from.
enum PoseSource {
    /// Images, with a detector for each camera.
    case images([PoseDetector])
    /// JSON Lines written by `landmark pose`, whose orientation may be searched for.
    case lines(findsOrientation: Bool)

    /// Opens the inputs of a group: one, or one for each camera.
    ///
    /// - Returns: The poses; nil as soon as the task is canceled.
    /// - Throws: `CommandError`, `ImagingError` or `CaptureError` for an input that cannot be read.
    func open(_ group: InputGroup, on console: Console) async throws -> PoseSteps? {
        switch self {
        case .lines(let findsOrientation):
            return .lines(try PoseLineSteps(group, findsOrientation: findsOrientation))
        case .images(let detectors):
            guard let frames = try await FrameSynchronizer.open(group, on: console) else {
                return nil
            }
            for detector in detectors { detector.reset() }
            return .images(DetectionSteps(group, frames, detectors))
        }
    }
}

/// The poses of an input, frame by frame.
enum PoseSteps: FrameSteps {
    case images(DetectionSteps)
    case lines(PoseLineSteps)

    var source: (any FrameSource)? {
        if case .images(let steps) = self { steps.pipeline.source } else { nil }
    }

    var total: Int? {
        switch self {
        case .images(let steps): steps.pipeline.total
        case .lines(let steps): steps.count
        }
    }

    var received: Int? {
        if case .images(let steps) = self { steps.pipeline.received } else { nil }
    }

    mutating func next() async -> FrameStep<PoseFrame> {
        switch self {
        case .images(var steps):
            let step = await steps.next()
            self = .images(steps)
            return step
        case .lines(var steps):
            let step = await steps.next()
            self = .lines(steps)
            return step
        }
    }
}

/// The poses detected in the frames of a group.
struct DetectionSteps {
    private let group: InputGroup
    /// The poses in the frames of a single input; for several inputs, only the frames.
    fileprivate var pipeline: FramePipeline<PoseView?>
    /// One for each input.
    private let detectors: [PoseDetector]
    private var hasFailed = false

    init(_ group: InputGroup, _ frames: FrameSynchronizer, _ detectors: [PoseDetector]) {
        self.group = group
        self.detectors = detectors
        pipeline = FramePipeline(group, frames) {
            [single = detectors.count == 1 ? detectors[0] : nil]
            (frame) throws(TaskError) in
            try single?.detect(frame)
        }
    }

    mutating func next() async -> FrameStep<PoseFrame> {
        if hasFailed { return .ended(complete: false) }
        switch await pipeline.next() {
        case .failed(let words): return .failed(words)
        case .ended(let complete): return .ended(complete: complete)
        case .processed(let output):
            do throws(TaskError) {
                let views = try views(of: output)
                return .processed(
                    PoseFrame(
                        label: FrameLabel(output.frames.leading, of: group),
                        frame: output.frames.leading.frame, views: views))
            } catch {
                hasFailed = true
                return .failed(group.describe(error, inFrame: output.number))
            }
        }
    }

    private func views(of output: FramePipeline<PoseView?>.Output) throws(TaskError) -> [PoseView?]
    {
        if let view = output.value { return [view] }
        var views: [PoseView?] = []
        for (detector, frame) in zip(detectors, output.frames.frames) {
            if let frame {
                views.append(try detector.detect(frame.frame))
            } else {
                views.append(nil)
            }
        }
        return views
    }
}

/// The views of the input's cameras at one time.
struct PoseFrame: FrameOutput {
    let label: FrameLabel
    /// The first camera's frame; nil for landmarks from a file, which has no images.
    let frame: Frame?
    /// The view of each camera; nil if it has no frame at this time.
    let views: [PoseView?]

    var number: Int { label.number ?? 0 }

    /// The id of the person who is no longer measured, because someone else was chosen.
    var replaced: Int? { views.first.flatMap { $0 }?.replaced }

    /// Where the top of the scene is in the first camera's images, if it was searched for.
    var orientation: Orientation? { views.first.flatMap { $0 }?.orientation }

    /// The time in seconds.
    var time: Double { Double((label.timestamp ?? .milliseconds(0)).milliseconds) / 1000 }
}
