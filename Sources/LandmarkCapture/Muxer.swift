#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkSystem

/// Writes the packets of an MP4 file, which appears under its name when it is finished.
final class Muxer {
    let path: String
    private let file: AtomicFile
    let sink: LogSink
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var context: UnsafeMutablePointer<AVFormatContext>?

    /// Creates a file.
    ///
    /// - Throws: The operating system's reason, or ``CaptureError/librariesMissing(reason:)``.
    init(path: String, logger: Logger) throws(CaptureError) {
        self.path = path
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
        avformat_query_codec(context?.pointee.oformat, codec, FF_COMPLIANCE_NORMAL) == 1
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
        if !file.isReplaced {
            // A pipe cannot seek back to fill in sizes.
            av_dict_set(&settings, "movflags", "frag_keyframe+empty_moov+default_base_moof", 0)
        }
        try check(avformat_write_header(context, &settings))
    }

    /// Writes a packet, interleaved with those of other streams. `packet` is empty afterwards.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func write(_ packet: MediaPacket) throws(CaptureError) {
        try check(av_interleaved_write_frame(context, packet.pointer))
    }

    /// Writes the end of the file and moves it to its path.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func finish() throws(CaptureError) {
        try check(av_write_trailer(context))
        avio_flush(io)
        try check(0)
        do throws(SystemError) { try file.commit() } catch { throw .writing(path, error) }
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

/// Copies the audio streams of a file into another, packet by packet, without reencoding.
final class AudioCopy {
    private let demuxer: Demuxer
    private let packet: MediaPacket
    private let logger: Logger
    /// Pairs of source and target streams by the source's index.
    private var streams:
        [Int32: (from: UnsafeMutablePointer<AVStream>, to: UnsafeMutablePointer<AVStream>)] = [:]
    /// The decoding timestamp of the last packet of each target stream.
    private var lastTimes: [Int32: Int64] = [:]
    private var packetIsPending = false
    private var hasEnded = false

    /// Adds a target stream for each audio stream of the source that MP4 can contain; nil when
    /// there are none.
    ///
    /// - Throws: ``CaptureError`` when the source cannot be opened.
    init?(from path: String, to muxer: Muxer, logger: Logger) throws(CaptureError) {
        demuxer = try Demuxer(path: path, logger: logger)
        packet = try MediaPacket()
        self.logger = logger
        for source in demuxer.streams {
            let parameters = source.pointee.codecpar
            guard let parameters, parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO else {
                continue
            }
            guard muxer.accepts(parameters.pointee.codec_id) else {
                let codec = String(cString: avcodec_get_name(parameters.pointee.codec_id))
                logger.log(
                    .warning, "\(muxer.path): MP4 cannot contain \(codec); this audio is omitted")
                continue
            }
            let target = try muxer.addStream()
            guard avcodec_parameters_copy(target.pointee.codecpar, parameters) >= 0 else {
                throw .outOfMemory
            }
            // The tag of the source's format may not be valid in MP4.
            target.pointee.codecpar.pointee.codec_tag = 0
            target.pointee.time_base = source.pointee.time_base
            target.pointee.disposition = source.pointee.disposition
            av_dict_copy(&target.pointee.metadata, source.pointee.metadata, 0)
            streams[source.pointee.index] = (source, target)
        }
        if streams.isEmpty { return nil }
        demuxer.keepOnly(Set(streams.keys))
    }

    /// Copies the packets that begin before `seconds` of the source's time; all the rest if nil.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func copy(until seconds: Double?, into muxer: Muxer) throws(CaptureError) {
        while !hasEnded {
            if !packetIsPending {
                guard readNext() else { return }
            }
            guard let pair = streams[packet.pointer.pointee.stream_index] else {
                packetIsPending = false
                continue
            }
            let timeBase = pair.from.pointee.time_base
            if let seconds, packet.pointer.pointee.dts != lk_no_pts,
                Double(packet.pointer.pointee.dts) * av_q2d(timeBase) >= seconds
            {
                return
            }
            packetIsPending = false
            av_packet_rescale_ts(packet.pointer, timeBase, pair.to.pointee.time_base)
            packet.pointer.pointee.stream_index = pair.to.pointee.index
            packet.pointer.pointee.pos = -1
            if isInOrder() { try muxer.write(packet) }
        }
    }

    /// Returns whether the packet follows the previous one in time, as it does unless the source is
    /// damaged.
    private func isInOrder() -> Bool {
        let time = packet.pointer.pointee.dts
        guard time != lk_no_pts else { return true }
        let index = packet.pointer.pointee.stream_index
        if let last = lastTimes[index], time <= last {
            logger.log(.warning, "\(demuxer.path): audio that goes back in time is omitted")
            return false
        }
        lastTimes[index] = time
        return true
    }

    private func readNext() -> Bool {
        switch demuxer.read(into: packet) {
        case .packet:
            packetIsPending = true
            return true
        case .failed(let error):
            logger.log(.warning, "\(demuxer.path): the audio ends early: \(error.message)")
        case .ended:
            break
        }
        hasEnded = true
        return false
    }
}
#endif
