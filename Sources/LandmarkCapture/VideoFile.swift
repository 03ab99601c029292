public import LandmarkCore
import LandmarkImageFiles
public import LandmarkImaging

/// The frames of a video file, decoded to RGB.
///
/// Images look as they do in a player: the file's rotation is applied and interlaced frames are
/// deinterlaced; non-square pixels are delivered as stored. A timestamp is the presentation time in
/// milliseconds from the first frame; for a constant rate it is exactly `round(i · 1000 / rate)`.
///
/// A damaged file delivers every frame that can be decoded, then throws
/// ``CaptureError/damaged(file:frames:faults:reason:)`` once, then returns nil.
public final class VideoFile: FrameSource {
    /// The properties that the file declares.
    public let information: SourceInformation
    /// The part of the file to deliver.
    let part: FramePart
    private let state: Mutex<State>

    private struct State {
        let reader: PlatformVideo
        var selection: PartSelection
        /// The first frame of the part, read when it was opened.
        var first: Frame?
        var delivered = 0
        var hasEnded = false
    }

    /// Opens a file and decodes its first image.
    ///
    /// - Parameters:
    ///   - path: A local file or pipe; or on Linux an address that begins with `http://` or `https://`,
    ///     if the options allow the network.
    ///   - options: The decoding options.
    /// - Throws: ``CaptureError`` when the file cannot be read or is not a video, or not a single
    ///   image can be decoded; ``CaptureError/invalidOption(name:value:expected:)``;
    ///   ``CaptureError/startBeyondEnd(file:start:duration:)``.
    public init(path: String, options: VideoOptions = VideoOptions()) throws(CaptureError) {
        guard 1...64 ~= options.threads else {
            throw .invalidOption(
                name: "threads", value: "\(options.threads)", expected: "from 1 to 64")
        }
        try options.part.check()
        let reader = try PlatformVideo(path: path, options: options)
        information = reader.information.limited(to: options.part)
        part = options.part
        var state = State(reader: reader, selection: PartSelection(options.part))
        if options.part.start > 0 {
            reader.skip(before: options.part.start)
            state.first = try Self.next(&state)
            if state.first == nil, state.delivered == 0 {
                throw .startBeyondEnd(
                    file: path, start: options.part.start, duration: reader.information.duration)
            }
        }
        self.state = Mutex(state)
    }

    /// Returns the next frame; nil after the last.
    ///
    /// - Throws: ``CaptureError/damaged(file:frames:faults:reason:)``,
    ///   ``CaptureError/sizeChanged(file:frame:from:to:)`` or
    ///   ``CaptureError/undecodable(file:reason:)``, after the frames that could be decoded.
    public func next() throws(CaptureError) -> Frame? {
        try state.withLock { (state) throws(CaptureError) in
            if let first = state.first {
                state.first = nil
                return first
            }
            return try Self.next(&state)
        }
    }

    private static func next(_ state: inout State) throws(CaptureError) -> Frame? {
        while !state.hasEnded {
            guard let frame = try state.reader.next() else { break }
            switch state.selection.choice(frame.timestamp) {
            case .skip: continue
            case .deliver:
                state.delivered += 1
                return frame
            case .end:
                state.hasEnded = true
                if let error = state.reader.damage(frames: state.delivered) { throw error }
            }
        }
        return nil
    }

    /// The constant frame rate, if any, and the presentation time of the first frame in seconds.
    var timing: (rate: FrameRate?, start: (numerator: Int, denominator: Int)) {
        state.withLock { ($0.reader.timing.constantRate, $0.reader.timing.start) }
    }
}

extension SourceInformation {
    /// The information about a part, with the number of its frames if it follows from the rate.
    fileprivate func limited(to part: FramePart) -> SourceInformation {
        guard !part.isWhole else { return self }
        return SourceInformation(
            name: name, size: size, frameRate: frameRate,
            frameCount: frameCount.flatMap { count in
                frameRate.map { part.count(of: count, rate: $0) }
            },
            duration: duration.map { max(0, min($0, part.end ?? $0) - part.start) },
            rotation: rotation, hasAudio: hasAudio, isLive: isLive, isPiped: isPiped)
    }
}

/// The options for decoding a video.
public struct VideoOptions: Sendable {
    /// The behavior when the size of the images changes.
    public enum SizeChange: Sendable, Hashable {
        /// Delivers the frames before the change, throws
        /// ``CaptureError/sizeChanged(file:frame:from:to:)``, and ends.
        case stop
        /// Scales all frames to the size of the first, regardless of their aspect ratio.
        case scaleToFirst
        /// Delivers every frame in its own size.
        case deliver
    }

    /// The number of decoding threads, 1…64. It does not affect the frames.
    public var threads = ProcessorCount.usual
    /// Whether frames marked as interlaced are deinterlaced, one output frame per input frame.
    public var deinterlaces = true
    /// The frames to deliver. Decoding starts at the preceding keyframe if the file allows it.
    public var part = FramePart()
    /// The behavior when the size of the images changes.
    public var sizeChange = SizeChange.stop
    /// The maximum number of pixels; larger images are rejected before memory is allocated for
    /// them.
    public var pixelLimit = ImageFile.defaultPixelLimit
    /// Whether network addresses, including those that a server redirects to, may be opened. If
    /// false, no connection is opened.
    public var allowsNetwork = false
    /// Whether a pipe delivers the images of a camera as they are captured. Little is then read ahead of the
    /// first frame, and in formats without timestamps, such as Motion JPEG, a frame's time is that of its
    /// arrival. It has no effect on files.
    public var isLive = false
    /// Receives the decoder's messages: damage as warnings, the rest at debug level.
    ///
    /// It may be called from any thread, even during a call into this module.
    public var logger = Logger.silent

    /// Creates the default options.
    public init() {}
}
