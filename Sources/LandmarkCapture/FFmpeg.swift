#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore

/// FFmpeg's libraries, loaded when the first video or camera is opened.
package enum CaptureLibraries {
    /// Loads the libraries; required before any other FFmpeg call.
    ///
    /// - Throws: ``CaptureError/librariesMissing(reason:)``.
    static func load() throws(CaptureError) {
        guard let reason = lk_libraries_load() else { return }
        throw .librariesMissing(reason: String(cString: reason))
    }

    /// Each library's name, and its version at run time or `missing`.
    package static var versions: [(name: String, version: String)] {
        let isLoaded = lk_libraries_load() == nil
        return [
            ("libavcodec", text(isLoaded ? avcodec_version() : 0)),
            ("libavdevice", text(isLoaded ? lk_devices_version() : 0)),
            ("libavfilter", text(isComplete ? avfilter_version() : 0)),
            ("libavformat", text(isLoaded ? avformat_version() : 0)),
            ("libavutil", text(isLoaded ? avutil_version() : 0)),
        ]
    }

    /// Whether videos can be read and written. Cameras also need libavdevice.
    package static var isComplete: Bool { lk_filters_load() == nil }

    private static func text(_ version: UInt32) -> String {
        version == 0
            ? "missing"
            : "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
    }
}

/// An error code returned by FFmpeg.
struct FFmpegError: Error {
    let code: Int32
    /// The details that FFmpeg's text for the code lacks.
    private let reason: String?

    init(code: Int32, reason: String? = nil) {
        self.code = code
        self.reason = reason
    }

    /// The operating system's error that the code represents; nil for FFmpeg's own errors.
    var systemError: SystemError? {
        let code = lk_system_error(code)
        return code == 0 ? nil : SystemError(code: code)
    }

    /// The reason, or FFmpeg's text for the code.
    var message: String {
        if let reason { return reason }
        var text = [CChar](repeating: 0, count: 128)
        guard av_strerror(code, &text, text.count) == 0 else { return "error \(code)" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// An owned FFmpeg packet of compressed data.
final class MediaPacket {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() throws(CaptureError) {
        guard let pointer = av_packet_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }
}

extension MediaPacket {
    /// Whether decoding can start at this packet.
    var isKeyframe: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

    /// Whether its image is shown, not only used as a reference.
    var isShown: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD == 0 }
}

/// Packets read ahead of use, and how reading ended.
struct PacketQueue {
    private var packets: ArraySlice<MediaPacket> = []
    private var ending: Demuxer.Reading?
    /// The total size of the packets.
    private(set) var byteCount = 0

    mutating func append(_ packet: MediaPacket) {
        byteCount += Int(packet.pointer.pointee.size)
        packets.append(packet)
    }

    /// Sets the result that follows the packets.
    mutating func end(with reading: Demuxer.Reading) { ending = reading }

    /// Moves the first packet to an empty one; nil if the queue is empty.
    mutating func take(into packet: MediaPacket) -> Demuxer.Reading? {
        guard let first = packets.popFirst() else {
            defer { ending = nil }
            return ending
        }
        av_packet_unref(packet.pointer)
        av_packet_move_ref(packet.pointer, first.pointer)
        return .packet
    }
}

/// An owned FFmpeg frame.
final class MediaFrame {
    let pointer: UnsafeMutablePointer<AVFrame>

    init() throws(CaptureError) {
        guard let pointer = av_frame_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&pointer)
    }
}

/// A chain of FFmpeg filters that scales, converts colors, deinterlaces or resamples audio.
final class FilterChain {
    enum Output {
        /// The frame has been filled.
        case image
        /// More input is needed first.
        case needsInput
        /// The input and the output have ended.
        case ended
    }

    private var chain: lk_chain
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>

    /// Loads libavfilter.
    private static func load() throws(FFmpegError) {
        guard let reason = lk_filters_load() else { return }
        throw FFmpegError(code: lk_error_no_filter, reason: String(cString: reason))
    }

    /// Creates `filters`, in the ffmpeg program's syntax, for images like `first` with times in
    /// `timeBase`.
    ///
    /// - Throws: ``FFmpegError``, also if libavfilter cannot be loaded.
    convenience init(
        _ filters: String, like first: MediaFrame, timeBase: AVRational
    ) throws(FFmpegError) {
        try Self.load()
        var chain = lk_chain()
        try self.init(chain: &chain, lk_chain_open(&chain, first.pointer, timeBase, filters))
    }

    /// Creates `filters` for audio like `first`, with times in `timeBase`.
    ///
    /// - Throws: ``FFmpegError``, also if libavfilter cannot be loaded.
    convenience init(
        audio filters: String, like first: MediaFrame, timeBase: AVRational
    ) throws(FFmpegError) {
        try Self.load()
        var chain = lk_chain()
        let code = lk_audio_chain_open(&chain, first.pointer, timeBase, filters)
        try self.init(chain: &chain, code)
    }

    /// Takes ownership of a chain that was opened with result `code`.
    private init(chain: inout lk_chain, _ code: Int32) throws(FFmpegError) {
        guard code >= 0, let source = chain.source, let sink = chain.sink else {
            lk_chain_close(&chain)
            throw FFmpegError(code: code)
        }
        self.chain = chain
        self.source = source
        self.sink = sink
    }

    deinit { lk_chain_close(&chain) }

    /// The time base of the output.
    var timeBase: AVRational { av_buffersink_get_time_base(sink) }

    /// Sends an image, moving it out of `frame`; nil ends the input.
    ///
    /// - Throws: ``FFmpegError``.
    func send(_ frame: MediaFrame?) throws(FFmpegError) {
        let code = av_buffersrc_add_frame(source, frame?.pointer)
        guard code >= 0 else { throw FFmpegError(code: code) }
    }

    /// Receives the next image into an empty `frame`.
    ///
    /// - Throws: ``FFmpegError``.
    func receive(into frame: MediaFrame) throws(FFmpegError) -> Output {
        let code = av_buffersink_get_frame(sink, frame.pointer)
        if code >= 0 { return .image }
        if code == lk_error_again { return .needsInput }
        if code == lk_error_end { return .ended }
        throw FFmpegError(code: code)
    }
}

/// Receives FFmpeg's messages about one file or codec: passes them to a logger and keeps the last
/// error.
final class LogSink {
    /// The object that the C callback points to.
    private final class Receiver: Sendable {
        let logger: Logger
        let lastError = Mutex<String?>(nil)
        let truncation = Mutex<String?>(nil)

        init(_ logger: Logger) { self.logger = logger }
    }

    /// The decoders' message for a lack of memory, after which they report invalid data.
    private static let noMemory = "get_buffer() failed"

    let handle: OpaquePointer
    private let receiver: Receiver

    /// Loads FFmpeg's libraries and opens a sink.
    ///
    /// - Throws: ``CaptureError/librariesMissing(reason:)`` or ``CaptureError/outOfMemory``.
    init(_ logger: Logger) throws(CaptureError) {
        try CaptureLibraries.load()
        receiver = Receiver(logger)
        let context = Unmanaged.passUnretained(receiver).toOpaque()
        let handle = lk_log_sink_open(
            { context, level, message in
                guard let context, let message else { return }
                let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
                let text = String(cString: message)
                if level <= AV_LOG_ERROR {
                    receiver.lastError.withLock { if $0 != LogSink.noMemory { $0 = text } }
                }
                if text.hasSuffix("ended prematurely") {
                    receiver.truncation.withLock { $0 = text }
                }
                receiver.logger.log(level <= AV_LOG_WARNING ? .warning : .debug, text)
            }, context)
        guard let handle else { throw .outOfMemory }
        self.handle = handle
    }

    // The owner closes the file or codec, which sends messages here, before releasing the sink.
    deinit { lk_log_sink_close(handle) }

    /// The message of the Matroska demuxer about a truncated file, which it does not report as an
    /// error. It may arrive as early as the opening of the file, because the demuxer reads ahead.
    var truncation: String? { receiver.truncation.withLock { $0 } }

    /// Returns and clears the last error message, or the one about a lack of memory before it.
    func takeError() -> String? {
        receiver.lastError.withLock { error in
            defer { error = nil }
            return error
        }
    }
}
#endif
