import LandmarkCapture
import LandmarkCommandSupport
import LandmarkReports

/// An error that ends its input, but not the run.
struct InputFault: Error {
    let cause: any Error
    /// The index of the frame at fault; nil for the frame being written.
    var frame: Int?
}

/// The output computed from one frame of the input.
protocol FrameOutput: Sendable {
    /// The frame's index in its input, from 0.
    var number: Int { get }
}

/// The result of ``FrameSteps/next()``.
enum FrameStep<Output> {
    /// The output of a frame.
    case processed(Output)
    /// An error in words. Further steps follow.
    case failed(String)
    /// There are no more frames; `complete` means that all of them were read.
    case ended(complete: Bool)
}

/// The frames of a group of inputs in order, each with the output computed from it.
protocol FrameSteps {
    associatedtype Output: FrameOutput

    /// The source of the frames; nil for images, and for inputs without images.
    var source: (any FrameSource)? { get }

    /// The number of frames, if known.
    var total: Int? { get }

    /// The number of frames that have arrived in live mode, including dropped ones; nil in other
    /// modes.
    var received: Int? { get }

    /// Processes the next frame.
    mutating func next() async -> FrameStep<Output>
}

/// A command's handling of its inputs' frames, called by ``FrameLoop``.
protocol FrameHandler: SendableMetatype {
    /// Where outputs come from.
    associatedtype Steps: FrameSteps
    associatedtype Sinks: OutputSet

    /// Where results go.
    var sinks: Sinks { get }

    /// Whether a terminal shows the line of progress; false if the handler shows something else.
    var showsProgress: Bool { get }

    /// Whether the run is over, although inputs may have more frames.
    var isFinished: Bool { get }

    /// Opens a group's inputs; called once for a group.
    ///
    /// - Returns: The outputs of its frames; nil as soon as the task is canceled.
    /// - Throws: An error for the first input that cannot be read.
    func open(_ group: InputGroup, on console: Console) async throws -> Steps?

    /// The number of hands, poses or faces in an output, for the summary.
    func instanceCount(in output: Steps.Output) -> Int

    /// Writes the records of an output to the sinks.
    ///
    /// - Throws: ``InputFault`` when only this input is at fault; any other error ends the run.
    mutating func write(_ output: Steps.Output, in group: InputGroup) throws

    /// Called after a group's last frame; `complete` means that all of its frames were read.
    ///
    /// - Throws: As ``write(_:in:)``, for frames whose outputs are still pending.
    mutating func endInput(complete: Bool) throws

    /// Completes all outputs after the last group.
    mutating func finish(_ ending: RunEnding) async throws

    /// Salvages as much of the outputs as possible after an error.
    mutating func salvage() -> [PartialFile]

    /// The lines to print at the end.
    func lines(for summary: RunSummary) -> [String]
}

extension FrameHandler {
    var showsProgress: Bool { true }
    var isFinished: Bool { false }
    func instanceCount(in output: Steps.Output) -> Int { 0 }
    mutating func endInput(complete: Bool) throws { try sinks.endInput(complete: complete) }
    mutating func finish(_ ending: RunEnding) async throws { try sinks.close() }
    mutating func salvage() -> [PartialFile] { sinks.salvage() }
    func lines(for summary: RunSummary) -> [String] { [] }
}

/// A handler for images, or frames with images.
protocol ImageHandler: FrameHandler where Steps == FramePipeline<Value> {
    /// The value computed from a frame.
    associatedtype Value: Sendable

    /// The function that computes the value of each of a group's frames; called once for a group.
    func process(for group: InputGroup) -> FramePipeline<Value>.Process
}

extension ImageHandler {
    func open(_ group: InputGroup, on console: Console) async throws -> Steps? {
        guard let frames = try await FrameSynchronizer.open(group, on: console) else { return nil }
        return FramePipeline(group, frames, process: process(for: group))
    }
}
