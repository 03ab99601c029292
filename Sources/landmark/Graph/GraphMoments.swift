import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// The frames of several sources in the order of their times, those of one time together.
///
/// An image beside a video is there at each moment; images alone have one moment, 0.
struct GraphMoments {
    /// What the sources have at one time.
    struct Moment {
        let timestamp: Timestamp
        /// For each source its frame and the frame's number; nil where it has none.
        let frames: [(frame: Frame, number: Int)?]
    }

    /// A source of frames that has been opened.
    private struct Film {
        let source: any FrameSource
        var frames: FrameSequence.Iterator
        /// The frame that waits, and its number or that of the one to come.
        var next: Frame?
        var number = 0
        var hasEnded = false

        init(_ source: any FrameSource) {
            self.source = source
            // Not from the source itself: who waits there for a frame cannot be stopped.
            frames = source.frames().makeAsyncIterator()
        }

        /// Waits for the next frame, unless one is there.
        mutating func pull() async throws(CaptureError) {
            if next != nil || hasEnded { return }
            do throws(CaptureError) {
                next = try await frames.next(isolation: nil)
                hasEnded = next == nil
            } catch {
                if error.isOfOneFrame {
                    // An error ends the loop, and not the source.
                    frames = source.frames().makeAsyncIterator()
                    number += 1
                } else {
                    hasEnded = true
                }
                throw error
            }
        }

        /// Takes the frame that waits, if it is of this time.
        mutating func take(at timestamp: Timestamp) -> (frame: Frame, number: Int)? {
            guard let frame = next, frame.timestamp == timestamp else { return nil }
            defer { number += 1 }
            next = nil
            return (frame, number)
        }
    }

    private enum Lane {
        case image(PixelBuffer)
        case film(Film)

        /// The time of the frame that waits.
        var next: Timestamp? {
            if case .film(let film) = self { film.next?.timestamp } else { nil }
        }
    }

    private var lanes: [Lane] = []
    private var hasBegun = false
    /// The first source that is no image.
    private(set) var source: (any FrameSource)?

    /// Opens the sources; nil as soon as the task is cancelled.
    static func open(
        _ inputs: [Input], _ settings: StreamSettings, on console: Console
    ) async throws -> GraphMoments? {
        var moments = GraphMoments()
        for input in inputs {
            if case .image(let path) = input {
                moments.lanes.append(.image(try ImageFile.read(path)))
                continue
            }
            let stream = FrameStream(input: input, mode: .video, settings: settings)
            guard let opened = try await stream.open(on: console) else { return nil }
            if moments.source == nil { moments.source = opened }
            moments.lanes.append(.film(Film(opened)))
        }
        return moments
    }

    /// The next moment; nil at the end of all sources, and when the task is cancelled.
    ///
    /// - Throws: What is wrong with a source. After an error of one frame it goes on with the next.
    mutating func next() async throws(CaptureError) -> Moment? {
        for index in lanes.indices {
            guard case .film(var film) = lanes[index] else { continue }
            defer { lanes[index] = .film(film) }
            try await film.pull()
        }
        defer { hasBegun = true }
        guard let timestamp = lanes.compactMap(\.next).min() ?? onlyMoment else { return nil }
        var taken: [(frame: Frame, number: Int)?] = []
        for index in lanes.indices {
            switch lanes[index] {
            case .image(let image):
                taken.append((Frame(image: image, timestamp: timestamp), 0))
            case .film(var film):
                taken.append(film.take(at: timestamp))
                lanes[index] = .film(film)
            }
        }
        return Moment(timestamp: timestamp, frames: taken)
    }

    /// The moment of images without a video.
    private var onlyMoment: Timestamp? {
        let isAlone = lanes.allSatisfy { if case .image = $0 { true } else { false } }
        return isAlone && !hasBegun ? .milliseconds(0) : nil
    }
}
