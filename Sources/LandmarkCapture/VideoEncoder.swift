#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImaging

/// Encodes images to H.264 packets.
final class VideoEncoder {
    /// The encoders in order of preference; others require hardware that may be missing.
    private static let encoderNames = ["libx264", "h264_videotoolbox", "libopenh264"]

    let path: String
    private let sink: LogSink
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let timeBase: AVRational
    /// The size of encoded images, with even numbers of columns and rows.
    private let codedSize: PixelSize
    private let input: MediaFrame
    private let converted: MediaFrame
    private var chain: FilterChain?
    private var chainFormat: PixelFormat?

    /// Opens the first available encoder.
    ///
    /// - Throws: ``CaptureError/noEncoder(file:tried:)`` or
    ///   ``CaptureError/unencodable(file:reason:)``.
    init(
        path: String, size: PixelSize, timing: WriterTiming, options: VideoWriterOptions,
        globalHeader: Bool
    ) throws(CaptureError) {
        self.path = path
        sink = try LogSink(options.logger)
        // 4:2:0, which every player supports, shares colors between two columns and two rows.
        codedSize = PixelSize(
            width: size.width + size.width % 2, height: size.height + size.height % 2)
        timeBase = AVRational(num: 1, den: Int32(clamping: timing.ticksPerSecond))
        input = try MediaFrame()
        converted = try MediaFrame()
        let codec = Self.encoderNames.lazy.compactMap { avcodec_find_encoder_by_name($0) }.first
        guard let codec else { throw .noEncoder(file: path, tried: Self.encoderNames) }
        context = avcodec_alloc_context3(codec)
        guard let context else { throw .outOfMemory }
        lk_log_codec(context, sink.handle)
        configure(context, timing, options, globalHeader: globalHeader)
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else {
            let error = unencodable(FFmpegError(code: code))
            avcodec_free_context(&self.context)
            throw error
        }
    }

    deinit { avcodec_free_context(&context) }

    private func configure(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ timing: WriterTiming,
        _ options: VideoWriterOptions, globalHeader: Bool
    ) {
        context.pointee.width = Int32(clamping: codedSize.width)
        context.pointee.height = Int32(clamping: codedSize.height)
        context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
        context.pointee.time_base = timeBase
        if let rate = timing.rate {
            context.pointee.framerate = AVRational(
                num: Int32(clamping: rate.numerator), den: Int32(clamping: rate.denominator))
        }
        context.pointee.thread_count = Int32(clamping: options.threads)
        context.pointee.color_range = AVCOL_RANGE_MPEG
        context.pointee.colorspace = AVCOL_SPC_SMPTE170M
        if globalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        // For encoders without a rate factor: about 0.1 bit per pixel.
        let pixels = Double(codedSize.width * codedSize.height)
        let rate = timing.rate?.framesPerSecond ?? 30
        context.pointee.bit_rate = Int64(pixels * rate * 0.1)
        if let settings = context.pointee.priv_data {
            av_opt_set(settings, "preset", "veryfast", 0)
            av_opt_set(settings, "crf", "\(options.rateFactor)", 0)
        }
    }

    /// Copies the encoder's parameters to the output stream.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)``.
    func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(CaptureError) {
        let code = avcodec_parameters_from_context(stream.pointee.codecpar, context)
        guard code >= 0 else { throw unencodable(FFmpegError(code: code)) }
        stream.pointee.time_base = timeBase
        if let context { stream.pointee.avg_frame_rate = context.pointee.framerate }
    }

    /// Sends an image to be shown at `time` in ticks; nil ends the input.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)``.
    func send(_ image: PixelBuffer?, at time: Int) throws(CaptureError) {
        var failure: Int32 = 0
        if let image {
            do { try convert(image) } catch { throw unencodable(error) }
            converted.pointer.pointee.pts = Int64(time)
            converted.pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
            failure = avcodec_send_frame(context, converted.pointer)
            av_frame_unref(converted.pointer)
        } else {
            failure = avcodec_send_frame(context, nil)
        }
        guard failure >= 0 else { throw unencodable(FFmpegError(code: failure)) }
    }

    /// Receives the next packet.
    ///
    /// - Returns: False when the encoder needs more input or has ended.
    /// - Throws: ``CaptureError/unencodable(file:reason:)``.
    func receive(into packet: MediaPacket) throws(CaptureError) -> Bool {
        let code = avcodec_receive_packet(context, packet.pointer)
        if code == lk_error_again || code == lk_error_end { return false }
        guard code >= 0 else { throw unencodable(FFmpegError(code: code)) }
        return true
    }

    /// Converts an image to H.264's color space, into `converted`.
    private func convert(_ image: PixelBuffer) throws(FFmpegError) {
        av_frame_unref(input.pointer)
        let code = image.copy(into: input, padded: codedSize)
        guard code >= 0 else { throw FFmpegError(code: code) }
        if chain == nil || chainFormat != image.format {
            chain = try FilterChain(
                "scale=flags=bicubic:out_color_matrix=bt601:out_range=tv,format=pix_fmts=yuv420p",
                like: input, timeBase: timeBase)
            chainFormat = image.format
        }
        try chain?.send(input)
        _ = try chain?.receive(into: converted)
    }

    private func unencodable(_ error: FFmpegError) -> CaptureError {
        .unencodable(file: path, reason: sink.takeError() ?? error.message)
    }
}
#endif
