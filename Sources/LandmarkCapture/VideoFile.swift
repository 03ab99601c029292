import CFFmpeg
import LandmarkCore
public import LandmarkImaging
import Synchronization

/// The frames of a video file, decoded one after another into RGB.
///
/// Images stand as players show them: the rotation that the file asks for is applied, fields are
/// made whole. Each frame's timestamp is its presentation time in milliseconds from the first
/// frame; at a constant rate that is `round(i · 1000 / rate)` exactly. Frames of pixels that are
/// not square are delivered as stored.
///
/// A damaged file gives what can be decoded, then ``CaptureError/damaged(file:frames:faults:reason:)``
/// once, then nil.
public final class VideoFile: FrameSource {
    /// What the file says about itself.
    public let information: SourceInformation
    private let reader: Mutex<VideoReader>

    /// Opens a file and decodes its first image.
    ///
    /// - Parameters:
    ///   - path: A file on this machine, never an address; also a pipe.
    ///   - options: How it is decoded.
    /// - Throws: `CaptureError`, also when there is not one image to be had.
    public init(path: String, options: VideoOptions = VideoOptions()) throws(CaptureError) {
        guard 1...64 ~= options.threads else {
            throw .invalidOption(
                name: "threads", value: "\(options.threads)", expected: "from 1 to 64")
        }
        let demuxer = try Demuxer(path: path, logger: options.logger)
        let reader = try VideoReader(demuxer, options: options)
        information = SourceInformation(reader)
        self.reader = Mutex(reader)
    }

    /// The next frame, or nil after the last.
    ///
    /// - Throws: `CaptureError.damaged` or `.sizeChanged`, after the frames that could be had.
    public func next() throws(CaptureError) -> Frame? {
        try reader.withLock { (reader) throws(CaptureError) in try reader.next() }
    }

    /// What a copy needs to be timed the same.
    var timing: (rate: FrameRate?, start: (above: Int, below: Int)) {
        reader.withLock { ($0.timing.constantRate, $0.timing.start) }
    }
}

extension SourceInformation {
    fileprivate init(_ reader: VideoReader) {
        let stream = reader.stream.pointee
        let hasAudio = reader.demuxer.streams.contains {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        }
        self.init(
            name: reader.demuxer.path, size: reader.size,
            frameRate: reader.demuxer.frameRate(of: reader.stream),
            frameCount: stream.nb_frames > 0 ? Int(stream.nb_frames) : nil,
            duration: reader.demuxer.duration.map { .microseconds($0) },
            rotation: reader.orientation.degrees, hasAudio: hasAudio)
    }
}
