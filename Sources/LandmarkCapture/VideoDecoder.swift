#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore

/// Decodes the packets of one stream to images.
final class VideoDecoder {
    enum Output {
        case image
        case needsInput
        case ended
        case failed(FFmpegError)
    }

    private var context: UnsafeMutablePointer<AVCodecContext>?
    /// Must outlive the codec, which sends messages to it.
    private let sink: LogSink

    /// Opens the decoder of a stream.
    ///
    /// - Throws: ``CaptureError/unsupportedCodec(file:codec:)`` or
    ///   ``CaptureError/undecodable(file:reason:)``.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, of demuxer: Demuxer, sink: LogSink, threads: Int,
        pixelLimit: Int
    ) throws(CaptureError) {
        self.sink = sink
        let id = stream.pointee.codecpar.pointee.codec_id
        guard let codec = avcodec_find_decoder(id) else {
            throw .unsupportedCodec(
                file: demuxer.path, codec: String(cString: avcodec_get_name(id)))
        }
        context = avcodec_alloc_context3(codec)
        guard let context else { throw .outOfMemory }
        lk_log_codec(context, sink.handle)
        context.pointee.thread_count = Int32(clamping: threads)
        context.pointee.max_pixels = Int64(pixelLimit)
        context.pointee.pkt_timebase = stream.pointee.time_base
        var code = avcodec_parameters_to_context(context, stream.pointee.codecpar)
        if code >= 0 { code = avcodec_open2(context, codec, nil) }
        guard code >= 0 else {
            let error = FFmpegError(code: code)
            let reason = sink.takeError() ?? error.message
            avcodec_free_context(&self.context)
            throw .undecodable(file: demuxer.path, reason: reason)
        }
    }

    deinit { avcodec_free_context(&context) }

    /// Sends a packet, which is left unchanged; nil ends the input.
    ///
    /// Call only after ``receive(into:)`` returned `needsInput`.
    ///
    /// - Throws: ``FFmpegError``.
    func send(_ packet: MediaPacket?) throws(FFmpegError) {
        let code = avcodec_send_packet(context, packet?.pointer)
        guard code >= 0 || code == lk_error_end else { throw FFmpegError(code: code) }
    }

    /// Discards all packets and images before decoding continues at a keyframe.
    func flush() { avcodec_flush_buffers(context) }

    /// Receives the next image into `frame`, replacing its contents.
    func receive(into frame: MediaFrame) -> Output {
        let code = avcodec_receive_frame(context, frame.pointer)
        if code >= 0 { return .image }
        if code == lk_error_again { return .needsInput }
        if code == lk_error_end { return .ended }
        return .failed(FFmpegError(code: code))
    }
}
#endif
