import LandmarkCapture
import LandmarkCommandSupport
import LandmarkImaging
import LandmarkSystem
import LandmarkTasks

/// Takes the frames of a stream to a landmarker: every one, or in live mode those that it has time
/// for.
struct FrameSearch<Tool: Landmarker> {
    /// What comes next.
    enum Step {
        /// What was found in a frame, which is as the stream has it and not as it was looked at.
        case found(Tool.Output, in: Frame, number: Int)
        /// What went wrong with a frame.
        case failed(String)
        /// There is no more; `complete` says that the source came to its end.
        case ended(complete: Bool)
    }

    private struct Found {
        let frame: Frame
        let dropped: Int
        let output: Tool.Output
    }

    private let stream: FrameStream
    private let tool: Tool
    private let view: View
    private let source: any FrameSource
    private let counter = Counter()
    private var pull: () async throws -> Found?
    private var number = 0
    private var hasFailed = false

    /// Begins with the first frame of `source`, which `stream` has opened.
    init(_ stream: FrameStream, from source: any FrameSource, by tool: Tool, view: View) {
        self.stream = stream
        self.source = source
        self.tool = tool
        self.view = view
        if stream.mode != .liveStream {
            pull = Self.every(source, stream.mode, tool, view)
        } else if stream.isRecorded {
            pull = Self.latest(Replay(source, lateFrames: .deliver), tool, view, counter)
        } else {
            pull = Self.latest(source.frames(), tool, view, counter)
        }
    }

    /// How many frames there are to come in all; nil when nobody can say.
    var total: Int? {
        stream.mode == .liveStream && !stream.isRecorded ? nil : source.information.frameCount
    }

    /// Frames that came in live mode, looked at or not; nil in the other modes.
    var received: Int? { stream.mode == .liveStream ? counter.count : nil }

    /// Looks at the next frame.
    mutating func next() async -> Step {
        if hasFailed || Interruption.isRequested { return .ended(complete: false) }
        do {
            // A sequence ends also when its task is cancelled.
            guard let found = try await pull() else {
                return .ended(complete: !Interruption.isRequested)
            }
            number += found.dropped + 1
            return .found(found.output, in: found.frame, number: number - 1)
        } catch {
            let problem = described(error)
            if stream.mode != .liveStream, (error as? CaptureError)?.isOfOneFrame == true {
                // An error ends the loop, and not the source.
                pull = Self.every(source, stream.mode, tool, view)
                number += 1
            } else {
                hasFailed = true
            }
            return .failed(problem)
        }
    }

    /// Looks at every frame.
    private static func every(
        _ source: any FrameSource, _ mode: RunningMode, _ tool: Tool, _ view: View
    ) -> () async throws -> Found? {
        // Not from the source itself: who waits there for a frame cannot be stopped.
        var frames = source.frames().makeAsyncIterator()
        return {
            guard let frame = try await frames.next(isolation: nil) else { return nil }
            let output =
                try mode == .image
                ? tool.detect(view.seen(frame.image), orientation: view.orientation)
                : tool.detect(view.seen(frame))
            return Found(frame: frame, dropped: 0, output: output)
        }
    }

    /// Looks at the frames that the landmarker has time for.
    private static func latest<Frames: AsyncSequence & Sendable>(
        _ frames: Frames, _ tool: Tool, _ view: View, _ counter: Counter
    ) -> () async throws -> Found? where Frames.Element == Frame {
        let seen = frames.map { frame in
            counter.add()
            return view.seen(frame)
        }
        var results = tool.results(of: seen, overflow: .latestOnly).makeAsyncIterator()
        return {
            guard let next = try await results.next(isolation: nil) else { return nil }
            return Found(
                frame: view.original(of: next.frame), dropped: next.dropped,
                output: try next.get())
        }
    }

    /// A source names itself in its errors; a landmarker does not know what it looks at.
    private func described(_ error: any Error) -> String {
        error is CaptureError ? "\(error)" : "\(stream.name), frame \(number): \(error)"
    }
}

extension CaptureError {
    /// Whether the next frame may be fine: one bad image of a folder does not spoil the others.
    var isOfOneFrame: Bool { if case .image = self { true } else { false } }
}
