import CFFmpeg
import LandmarkCore

/// An MP4 file being written.
final class Muxer {
    let file: OutputFile
    let sink: LogSink
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var context: UnsafeMutablePointer<AVFormatContext>?

    init(_ file: OutputFile, logger: Logger) throws(CaptureError) {
        self.file = file
        sink = try LogSink(logger)
        io = lk_writer_open(file.descriptor.number)
        guard let io else { throw .outOfMemory }
        let code = avformat_alloc_output_context2(&context, nil, "mp4", nil)
        guard code >= 0, let context else {
            lk_io_close(&self.io)
            throw .unencodable(file: file.path, reason: FFmpegError(code: code).message)
        }
        context.pointee.pb = io
        lk_log_format(context, sink.handle)
    }

    deinit {
        avformat_free_context(context)
        lk_io_close(&io)
    }

    /// Whether the format wants the codec's headers at the file's start.
    var wantsGlobalHeader: Bool {
        (context?.pointee.oformat.pointee.flags ?? 0) & AVFMT_GLOBALHEADER != 0
    }

    /// Whether streams of this kind can be in the file.
    func accepts(_ codec: AVCodecID) -> Bool {
        avformat_query_codec(context?.pointee.oformat, codec, FF_COMPLIANCE_NORMAL) == 1
    }

    func addStream() throws(CaptureError) -> UnsafeMutablePointer<AVStream> {
        guard let stream = avformat_new_stream(context, nil) else { throw .outOfMemory }
        return stream
    }

    /// Writes the head of the file, after which the streams' time units are what they will be.
    func start() throws(CaptureError) {
        var settings: OpaquePointer?
        defer { av_dict_free(&settings) }
        if !file.isReplaced {
            // A pipe cannot be gone back in to enter the sizes.
            av_dict_set(&settings, "movflags", "frag_keyframe+empty_moov+default_base_moof", 0)
        }
        try check(avformat_write_header(context, &settings))
    }

    /// Writes a packet when its turn among the streams comes. It is empty afterwards.
    func write(_ packet: MediaPacket) throws(CaptureError) {
        try check(av_interleaved_write_frame(context, packet.pointer))
    }

    /// Writes the end and gives the file its name.
    func finish() throws(CaptureError) {
        try check(av_write_trailer(context))
        avio_flush(io)
        try check(0)
        try file.commit()
    }

    /// Throws for an error code, or for one that was met when buffered bytes were written.
    private func check(_ code: Int32) throws(CaptureError) {
        let error = FFmpegError(code: min(io?.pointee.error ?? 0, 0))
        if let code = error.systemCode { throw System.failure(code, writing: file.path) }
        guard code < 0 else { return }
        let reason = sink.takeError() ?? FFmpegError(code: code).message
        throw .unencodable(file: file.path, reason: reason)
    }
}
