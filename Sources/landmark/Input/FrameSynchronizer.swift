import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging

/// The frames of a group's inputs at one timestamp.
struct FrameSet: Sendable {
    let timestamp: Timestamp
    /// One element for each input of the group; nil where the input has no frame of this timestamp.
    let frames: [NumberedFrame?]
    /// The frame of the first input that has one.
    let leading: NumberedFrame

    /// nil when no input has a frame.
    init?(at timestamp: Timestamp, _ frames: [NumberedFrame?]) {
        guard let leading = frames.lazy.compactMap({ $0 }).first else { return nil }
        self.timestamp = timestamp
        self.frames = frames
        self.leading = leading
    }

    /// A single input's frame.
    init(_ frame: NumberedFrame) {
        timestamp = frame.frame.timestamp
        frames = [frame]
        leading = frame
    }
}

/// Merges the frames of a group's inputs by timestamp, in ascending order.
///
/// A single image beside a video is repeated with each of the video's frames. Images alone make one
/// set, at timestamp 0.
struct FrameSynchronizer {
    private var cursors: [SourceCursor]
    private var hasStarted = false

    /// Opens all inputs of a group.
    ///
    /// - Returns: The synchronizer; nil as soon as the task is cancelled.
    /// - Throws: `CommandError`, `ImagingError` or `CaptureError` for the first input that cannot
    ///   be read.
    static func open(
        _ group: InputGroup, on console: Console
    ) async throws -> FrameSynchronizer? {
        var cursors: [SourceCursor] = []
        for input in group.inputs {
            let cursor = try await SourceCursor.open(input, group.settings, on: console)
            guard let cursor else { return nil }
            cursors.append(cursor)
        }
        return FrameSynchronizer(cursors)
    }

    private init(_ cursors: [SourceCursor]) { self.cursors = cursors }

    /// The first source that is not a single image.
    var source: (any FrameSource)? { cursors.lazy.compactMap(\.source).first }

    /// The number of sets to come, if the inputs say it: of several inputs it depends on their
    /// timestamps.
    var count: Int? { cursors.count == 1 ? source?.information.frameCount : nil }

    /// Waits until every input has its next frame, and returns those with the lowest timestamp.
    ///
    /// - Returns: The next set; nil after the last frame of all inputs, and when the task is
    ///   cancelled.
    /// - Throws: `CaptureError`. After one that concerns a single frame, the next call continues.
    mutating func next() async throws(CaptureError) -> FrameSet? {
        for index in cursors.indices { try await cursors[index].advance() }
        defer { hasStarted = true }
        guard let timestamp = cursors.compactMap(\.timestamp).min() ?? imagesTimestamp else {
            return nil
        }
        var frames: [NumberedFrame?] = []
        for index in cursors.indices { frames.append(cursors[index].take(at: timestamp)) }
        return FrameSet(at: timestamp, frames)
    }

    /// The timestamp of images alone, which make one set.
    private var imagesTimestamp: Timestamp? {
        hasStarted || source != nil ? nil : .milliseconds(0)
    }
}
