import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDrawing
import LandmarkImageFiles
import LandmarkImaging

/// A video file that is created with its first image.
final class VideoOutput {
    private let path: String
    private let source: (any FrameSource)?
    private let settings: VideoSettings
    private let console: Console
    private var writer: VideoWriter?
    /// The size of an image that was scaled; nil before the first.
    private var scaled: PixelSize?

    /// - Parameters:
    ///   - path: The file.
    ///   - source: The source of the images, from which the video gets its frame rate and audio.
    ///   - settings: How it is encoded.
    ///   - console: Reports how the video differs from its source.
    init(
        _ path: String, from source: (any FrameSource)?,
        as settings: VideoSettings = VideoSettings(),
        on console: Console
    ) {
        self.path = path
        self.source = source
        self.settings = settings
        self.console = console
    }

    /// Adds an image. If a video changes its size, the image is scaled to the size of the first one.
    ///
    /// - Throws: `CaptureError`, `.wrongImageSize` among them for an image of a folder whose size
    ///   differs from the first.
    func write(_ image: PixelBuffer, at timestamp: Timestamp) throws(CaptureError) {
        if writer == nil { writer = try makeWriter(size: image.size) }
        guard let writer else { return }
        guard image.size != writer.size, source is VideoFile else {
            return try writer.write(image, at: timestamp)
        }
        if scaled != image.size {
            scaled = image.size
            console.note(
                "landmark: \(path) is \(writer.size); images of \(image.size) are scaled to this")
        }
        try writer.write(image.scaled(to: writer.size), at: timestamp)
    }

    /// Completes the file, unless there was no image.
    ///
    /// - Parameter complete: Whether all frames of the source were read, so that all of its audio
    ///   is copied.
    /// - Throws: `CaptureError`.
    func finish(complete: Bool) throws(CaptureError) {
        try writer?.finish(complete: complete)
        writer = nil
    }

    /// After an error, keeps the written part of the video next to its path; nil if there is none.
    func keepPartial() -> PartialFile? {
        defer { writer = nil }
        return writer?.keepPartial().map { PartialFile(of: path, kept: $0) }
    }

    private func makeWriter(size: PixelSize) throws(CaptureError) -> VideoWriter {
        var options = settings.writerOptions
        options.frameRate = source?.information.frameRate
        options.keepsFailedVideo = true
        // Messages that do not begin with a path are the encoder's statistics.
        options.logger = console.logger { [path, name = source?.information.name] message in
            message.hasPrefix(path) || name.map(message.hasPrefix) ?? false
        }
        let writer = try VideoWriter(
            path: path, size: size, source: source as? VideoFile, options: options)
        if let information = source?.information, information.hasAudio, !writer.copiesAudio {
            console.note("landmark: \(path) has no sound, although \(information.name) has")
        }
        if writer.codedSize != size {
            console.note(
                "landmark: \(path) is \(writer.codedSize), not \(size): the width and height of a"
                    + " video are even")
        }
        return writer
    }
}

extension PixelBuffer {
    fileprivate func scaled(to size: PixelSize) throws(CaptureError) -> PixelBuffer {
        let whole = PixelRect(
            xCenter: Float(width) / 2, yCenter: Float(height) / 2, width: Float(self.width),
            height: Float(self.height), rotation: 0)
        do throws(ImagingError) {
            return try ImageToTensor().crop(
                self, roi: whole, border: .replicate, width: size.width, height: size.height)
        } catch {
            throw .image(error)
        }
    }

    /// A copy of the image with the drawing of `body`.
    func drawn(_ body: (Canvas) throws -> Void) throws -> PixelBuffer {
        let canvas = try Canvas(self)
        try body(canvas)
        return try canvas.image()
    }

    /// Writes a PNG or JPEG file, by the suffix of its path.
    func write(to path: String) throws(ImagingError) {
        if Path.suffix(of: path) == "png" {
            try PNGFile.write(self, to: path)
        } else {
            try JPEGFile.write(self, to: path)
        }
    }
}
