#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore

/// Writes the packets of an MP4 file, which appears under its name only when it is finished.
///
/// While it is written, the file consists of fragments of two seconds, so that it remains playable
/// up to its last fragment if the writer is killed. Finishing rewrites it as an ordinary file with
/// its index at the start, in which all players can seek. Pipes and devices stay fragmented, since
/// they cannot be rewritten.
final class Muxer {
    let path: String
    private let file: AtomicFile
    let sink: LogSink
    private let logger: Logger
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var context: UnsafeMutablePointer<AVFormatContext>?
    /// A summary of what was written for each stream.
    private var written: [Int32: WrittenStream] = [:]

    /// The maximum duration of a fragment in microseconds.
    private static let fragmentDuration = "2000000"

    /// Creates a file.
    ///
    /// - Throws: The operating system's reason, or ``CaptureError/librariesMissing(reason:)``.
    init(path: String, logger: Logger) throws(CaptureError) {
        self.path = path
        self.logger = logger
        do throws(SystemError) {
            file = try AtomicFile(path)
        } catch {
            throw .writing(path, error)
        }
        sink = try LogSink(logger)
        io = lk_writer_open(file.file.descriptor)
        guard let io else { throw .outOfMemory }
        let code = avformat_alloc_output_context2(&context, nil, "mp4", nil)
        guard code >= 0, let context else {
            lk_io_close(&self.io)
            throw .unencodable(file: path, reason: FFmpegError(code: code).message)
        }
        context.pointee.pb = io
        // FFmpeg treats FLAC in MP4 as experimental; players support it.
        context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        context.pointee.flags |= AVFMT_FLAG_FLUSH_PACKETS
        lk_log_format(context, sink.handle)
    }

    deinit {
        avformat_free_context(context)
        lk_io_close(&io)
    }

    /// Whether the format stores codec headers at the start of the file.
    var needsGlobalHeader: Bool {
        (context?.pointee.oformat.pointee.flags ?? 0) & AVFMT_GLOBALHEADER != 0
    }

    /// Returns whether the format can contain streams of `codec`.
    func accepts(_ codec: AVCodecID) -> Bool {
        avformat_query_codec(context?.pointee.oformat, codec, FF_COMPLIANCE_EXPERIMENTAL) == 1
    }

    /// Adds a stream, before ``start()``.
    ///
    /// - Throws: ``CaptureError/outOfMemory``.
    func addStream() throws(CaptureError) -> UnsafeMutablePointer<AVStream> {
        guard let stream = avformat_new_stream(context, nil) else { throw .outOfMemory }
        return stream
    }

    /// Writes the header of the file. The time bases of the streams are final afterwards.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func start() throws(CaptureError) {
        var settings: OpaquePointer?
        defer { av_dict_free(&settings) }
        // Delay the index until the first packets, whose times it must contain.
        av_dict_set(&settings, "movflags", "frag_keyframe+delay_moov+default_base_moof", 0)
        av_dict_set(&settings, "frag_duration", Self.fragmentDuration, 0)
        try check(avformat_write_header(context, &settings))
    }

    /// Writes a packet, interleaved with those of other streams. `packet` is empty afterwards.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func write(_ packet: MediaPacket) throws(CaptureError) {
        let facts = packet.pointer.pointee
        let time = facts.dts == lk_no_pts ? facts.pts : facts.dts
        written[facts.stream_index, default: WrittenStream(firstTime: time)].count += 1
        written[facts.stream_index]?.lastDuration = facts.duration
        if facts.flags & AV_PKT_FLAG_KEY != 0 { written[facts.stream_index]?.keyframes += 1 }
        try check(av_interleaved_write_frame(context, packet.pointer))
    }

    /// Writes the end of the file and moves it to its path.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func finish() throws(CaptureError) {
        try end()
        do throws(SystemError) {
            if let ordinary = ordinaryFile() {
                try ordinary.commit()
                file.discard()
            } else {
                try file.commit()
            }
        } catch {
            throw .writing(path, error)
        }
    }

    /// Keeps the file next to its path; see `AtomicFile.keepPartial()`.
    ///
    /// - Parameter isWhole: Whether the end can be written; otherwise the file stays fragmented,
    ///   without its last fragment.
    func keepPartial(isWhole: Bool) -> String? {
        guard isWhole, (try? end()) != nil, let ordinary = ordinaryFile() else {
            return (try? keepWholeFragments()).flatMap { $0 }
        }
        file.discard()
        return (try? ordinary.keepPartial()).flatMap { $0 }
    }

    /// Ends the file with its last complete fragment: later data lacks images that its index lists.
    private func keepWholeFragments() throws(SystemError) -> String? {
        guard file.isReplaced else { return nil }
        let size = try file.file.status().byteCount
        var (offset, whole) = (0, 0)
        while offset + 8 <= size {
            try file.file.seek(to: offset)
            let head = try file.file.readAvailable(atMost: 8)
            let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard head.count == 8, length >= 8, offset + length <= size else { break }
            offset += length
            // The images follow their fragment's index.
            if head[4...].elementsEqual("mdat".utf8) { whole = offset }
        }
        try file.file.truncate(to: whole)
        return whole > 0 ? try file.keepPartial() : nil
    }

    private func end() throws(CaptureError) {
        try check(av_write_trailer(context))
        avio_flush(io)
        try check(0)
    }

    /// Returns the fragmented file rewritten as an ordinary one; nil if it stays fragmented because
    /// it is not a regular file, or there is no space for another. It is complete in any case.
    private func ordinaryFile() -> AtomicFile? {
        guard file.isReplaced, let context else { return nil }
        do {
            let target = try AtomicFile(path)
            let streams = (0..<Int(context.pointee.nb_streams)).compactMap {
                context.pointee.streams[$0]
            }
            try Remuxer(
                from: file.file, to: target.file, like: streams, written: written, logger: logger
            ).run()
            return target
        } catch {
            let reason =
                (error as? FFmpegError)?.systemError.map { "\($0)" }
                ?? (error as? FFmpegError)?.message ?? "\(error)"
            logger.log(
                .warning, "\(path) remains fragmented, without an index at its start: \(reason)")
            return nil
        }
    }

    /// Throws for a negative `code`, or for an error that occurred when buffered bytes were
    /// written.
    private func check(_ code: Int32) throws(CaptureError) {
        let error = FFmpegError(code: min(io?.pointee.error ?? 0, 0))
        if let error = error.systemError { throw .writing(path, error) }
        guard code < 0 else { return }
        let reason = sink.takeError() ?? FFmpegError(code: code).message
        throw .unencodable(file: path, reason: reason)
    }
}

/// A summary of what was written for a stream.
struct WrittenStream {
    /// The decoding time of the first packet.
    let firstTime: Int64
    /// The duration of the last packet; the others last until the next one.
    var lastDuration: Int64 = 0
    var count = 0
    var keyframes = 0
}
#endif
