import CFFmpeg
import LandmarkCore
import LandmarkImaging

/// Images in, H.264 packets out.
final class VideoEncoder {
    /// In the order of preference; others ask for hardware that may not be there.
    private static let names = ["libx264", "h264_videotoolbox", "libopenh264"]

    let path: String
    private let sink: LogSink
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let timeBase: AVRational
    private let coded: PixelSize
    private let input: MediaFrame
    private let converted: MediaFrame
    private var chain: FilterChain?
    private var chainFormat: PixelFormat?

    init(
        path: String, size: PixelSize, timing: WriterTiming, options: VideoWriterOptions,
        globalHeader: Bool
    ) throws(CaptureError) {
        self.path = path
        sink = try LogSink(options.logger)
        // H.264 as every player knows it shares colors between two columns and two rows.
        coded = PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
        timeBase = AVRational(num: 1, den: Int32(clamping: timing.below))
        input = try MediaFrame()
        converted = try MediaFrame()
        let codec = Self.names.lazy.compactMap { avcodec_find_encoder_by_name($0) }.first
        guard let codec else { throw .noEncoder(file: path, tried: Self.names) }
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
        context.pointee.width = Int32(clamping: coded.width)
        context.pointee.height = Int32(clamping: coded.height)
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
        // Where there is no rate factor, about a tenth of a bit a pixel.
        let pixels = Double(coded.width * coded.height)
        let rate = timing.rate?.framesPerSecond ?? 30
        context.pointee.bit_rate = Int64(pixels * rate * 0.1)
        if let settings = context.pointee.priv_data {
            av_opt_set(settings, "preset", "veryfast", 0)
            av_opt_set(settings, "crf", "\(options.rateFactor)", 0)
        }
    }

    /// Tells `stream` what it is going to hold.
    func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(CaptureError) {
        let code = avcodec_parameters_from_context(stream.pointee.codecpar, context)
        guard code >= 0 else { throw unencodable(FFmpegError(code: code)) }
        stream.pointee.time_base = timeBase
        if let context { stream.pointee.avg_frame_rate = context.pointee.framerate }
    }

    /// Hands over an image, shown at `time`; nil ends the input.
    func put(_ image: PixelBuffer?, at time: Int) throws(CaptureError) {
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

    /// Takes the next packet out, if there is one.
    func take(into packet: MediaPacket) throws(CaptureError) -> Bool {
        let code = avcodec_receive_packet(context, packet.pointer)
        if code == lk_error_again || code == lk_error_end { return false }
        guard code >= 0 else { throw unencodable(FFmpegError(code: code)) }
        return true
    }

    /// Puts the image's colors into `converted` the way H.264 has them.
    private func convert(_ image: PixelBuffer) throws(FFmpegError) {
        av_frame_unref(input.pointer)
        let code = image.copy(into: input, padded: coded)
        guard code >= 0 else { throw FFmpegError(code: code) }
        if chain == nil || chainFormat != image.format {
            chain = try FilterChain(
                "scale=flags=bicubic:out_color_matrix=bt601:out_range=tv,format=pix_fmts=yuv420p",
                like: input, timeBase: timeBase)
            chainFormat = image.format
        }
        try chain?.put(input)
        _ = try chain?.take(into: converted)
    }

    private func unencodable(_ error: FFmpegError) -> CaptureError {
        .unencodable(file: path, reason: sink.takeError() ?? error.message)
    }
}
