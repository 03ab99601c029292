import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// The frames of several sources in the order of their times, those of one time together.
///
/// A picture beside a video is there at each moment; pictures alone have one moment, 0.
struct GraphMoments {
    /// What the sources have at one time.
    struct Moment {
        let timestamp: Timestamp
        /// For each source its frame; nil where it has none.
        let frames: [Frame?]
    }

    private enum Lane {
        case picture(PixelBuffer)
        case frames(FrameSequence.Iterator, next: Frame?, ended: Bool)

        /// The time of the frame that waits.
        var next: Timestamp? {
            if case .frames(_, let next, _) = self { next?.timestamp } else { nil }
        }
    }

    private var lanes: [Lane] = []
    private var hasBegun = false
    /// The first source that is no picture.
    private(set) var source: (any FrameSource)?

    /// Opens the sources; nil as soon as the task is cancelled.
    static func open(
        _ inputs: [Input], _ settings: StreamSettings, on console: Console
    ) async throws -> GraphMoments? {
        var moments = GraphMoments()
        for input in inputs {
            if case .picture(let path) = input {
                moments.lanes.append(.picture(try ImageFile.read(path)))
                continue
            }
            let stream = FrameStream(input: input, mode: .video, settings: settings)
            guard let opened = try await stream.open(on: console) else { return nil }
            if moments.source == nil { moments.source = opened }
            // Not from the source itself: who waits there for a frame cannot be stopped.
            moments.lanes.append(
                .frames(opened.frames().makeAsyncIterator(), next: nil, ended: false))
        }
        return moments
    }

    /// The next moment; nil at the end of all sources, and when the task is cancelled.
    mutating func next() async throws(CaptureError) -> Moment? {
        for index in lanes.indices {
            guard case .frames(var frames, nil, false) = lanes[index] else { continue }
            let next = try await frames.next(isolation: nil)
            lanes[index] = .frames(frames, next: next, ended: next == nil)
        }
        defer { hasBegun = true }
        guard let timestamp = lanes.compactMap(\.next).min() ?? onlyMoment else { return nil }
        var taken: [Frame?] = []
        for index in lanes.indices {
            switch lanes[index] {
            case .picture(let picture): taken.append(Frame(image: picture, timestamp: timestamp))
            case .frames(let frames, let next?, let ended) where next.timestamp == timestamp:
                taken.append(next)
                lanes[index] = .frames(frames, next: nil, ended: ended)
            case .frames: taken.append(nil)
            }
        }
        return Moment(timestamp: timestamp, frames: taken)
    }

    /// The moment of pictures without a video.
    private var onlyMoment: Timestamp? {
        let isAlone = lanes.allSatisfy { if case .picture = $0 { true } else { false } }
        return isAlone && !hasBegun ? .milliseconds(0) : nil
    }
}
