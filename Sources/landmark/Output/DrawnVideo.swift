import LandmarkCapture
import LandmarkCommandSupport
import LandmarkImaging

/// A video of frames that were drawn on, begun with the first.
final class DrawnVideo {
    private let path: String
    private let source: (any FrameSource)?
    private let console: Console
    private let readers: Readers
    private var writer: VideoWriter?
    private var isRead = true

    /// Nothing is made yet: there may be no frame.
    init(
        _ path: String, from source: (any FrameSource)?, on console: Console,
        for readers: Readers
    ) {
        self.path = path
        self.readers = readers
        self.source = source
        self.console = console
    }

    /// Adds an image, shown at the time of `frame`; none where nobody reads the video any more.
    func write(_ image: PixelBuffer, of frame: Frame) throws {
        guard isRead else { return }
        isRead = try readers.stay {
            if writer == nil { writer = try begin(image) }
            try writer?.write(image, at: frame.timestamp)
        }
    }

    /// Makes a whole file of what there is; `complete` says that the source came to its end.
    func finish(complete: Bool) throws {
        defer { writer = nil }
        guard isRead else { return }
        isRead = try readers.stay { try writer?.finish(complete: complete) }
    }

    private func begin(_ image: PixelBuffer) throws(CaptureError) -> VideoWriter {
        var options = VideoWriterOptions()
        options.frameRate = source?.information.frameRate
        // What begins otherwise is the encoder's own talk.
        options.logger = console.logger { [path, name = source?.information.name] message in
            message.hasPrefix(path) || name.map(message.hasPrefix) ?? false
        }
        let writer = try VideoWriter(
            path: path, size: image.size, source: source as? VideoFile, options: options)
        if let information = source?.information, information.hasAudio, !writer.copiesAudio {
            console.note("landmark: \(path) has no sound, though \(information.name) has")
        }
        return writer
    }
}
