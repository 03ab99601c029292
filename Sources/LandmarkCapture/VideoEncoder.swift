#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImaging

/// Encodes images to the packets of a video.
final class VideoEncoder {
    let path: String
    /// The encoder that opened.
    let choice: EncoderChoice
    private let sink: LogSink
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let timeBase: AVRational
    /// The size of encoded images, with even numbers of columns and rows.
    private let codedSize: PixelSize
    private let colors: VideoColors
    /// Uploads images to the GPU; nil for an encoder that takes them from memory.
    private let upload: HardwareFrames?
    private let input: MediaFrame
    private let converted: MediaFrame
    private var chain: FilterChain?
    private var chainSource: ChainSource?

    /// The properties common to all images of a chain.
    private enum ChainSource: Equatable {
        case pixels(PixelFormat)
        case planes(VideoColors)
    }

    /// Checks that FFmpeg has an encoder for `options`, without opening it.
    ///
    /// - Throws: ``CaptureError/noEncoder(file:codec:tried:)``.
    static func check(
        _ options: VideoWriterOptions, _ size: PixelSize, for path: String
    ) throws(CaptureError) {
        let choices = EncoderChoice.candidates(options, size: size)
        if choices.contains(where: { avcodec_find_encoder_by_name($0.name) != nil }) { return }
        throw .noEncoder(
            file: path, codec: options.codec.title, tried: choices.map(\.name))
    }

    /// Opens the first encoder that can be opened.
    ///
    /// - Parameters:
    ///   - path: The file, for errors.
    ///   - size: The size of the images.
    ///   - colors: The colors of the video.
    ///   - timing: The frame rate and the unit of times.
    ///   - options: The options.
    ///   - choices: The encoders to try, in order.
    ///   - globalHeader: Whether the file stores the encoder's headers once.
    /// - Throws: ``CaptureError/noEncoder(file:codec:tried:)`` or
    ///   ``CaptureError/unencodable(file:reason:)`` with the reason from the last.
    init(
        path: String, size: PixelSize, colors: VideoColors, timing: WriterTiming,
        options: VideoWriterOptions, choices: [EncoderChoice], globalHeader: Bool
    ) throws(CaptureError) {
        self.path = path
        self.colors = colors
        sink = try LogSink(options.logger)
        codedSize = size.roundedUpToEven
        timeBase = AVRational(num: 1, den: Int32(clamping: timing.ticksPerSecond))
        input = try MediaFrame()
        converted = try MediaFrame()
        var failure: CaptureError?
        for choice in choices {
            guard let codec = avcodec_find_encoder_by_name(choice.name) else { continue }
            let opened: Opened
            do throws(FFmpegError) {
                opened = try Opened(
                    choice, codec, codedSize, colors, timing, options, sink: sink,
                    globalHeader: globalHeader)
            } catch {
                let reason = sink.takeError() ?? error.message
                if choice.hardware != nil {
                    options.logger.log(.debug, "\(choice.name) is not used: \(reason)")
                }
                failure = .unencodable(file: path, reason: reason)
                continue
            }
            self.choice = choice
            context = opened.context
            upload = opened.upload
            return
        }
        throw failure
            ?? .noEncoder(file: path, codec: options.codec.title, tried: choices.map(\.name))
    }

    deinit { avcodec_free_context(&context) }

    /// Copies the encoder's parameters to the output stream.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)``.
    func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(CaptureError) {
        let code = avcodec_parameters_from_context(stream.pointee.codecpar, context)
        guard code >= 0 else { throw unencodable(FFmpegError(code: code)) }
        stream.pointee.time_base = timeBase
        if let context { stream.pointee.avg_frame_rate = context.pointee.framerate }
        if stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC {
            // The tag that Apple's players need; the default is `hev1`.
            stream.pointee.codecpar.pointee.codec_tag = 0x3163_7668
        }
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

    /// Stores an image in `converted`: its planes unchanged if the encoder accepts them, otherwise
    /// converted.
    private func convert(_ image: PixelBuffer) throws(FFmpegError) {
        av_frame_unref(input.pointer)
        if let yuv = image.yuv, image.size == codedSize {
            let asIs = VideoColors(yuv) == colors && choice.pixelFormat == AV_PIX_FMT_YUV420P
            let target = asIs ? converted : input
            let code = yuv.refer(from: target)
            guard code >= 0 else { throw FFmpegError(code: code) }
            if !asIs { try filter(.planes(VideoColors(yuv))) }
        } else {
            let code = image.copy(into: input, padded: codedSize)
            guard code >= 0 else { throw FFmpegError(code: code) }
            try filter(.pixels(image.format))
        }
        try upload?.replace(converted, scratch: input)
    }

    /// Converts `input` to the video's colors and the encoder's format, into `converted`.
    private func filter(_ source: ChainSource) throws(FFmpegError) {
        if chain == nil || chainSource != source {
            let format = choice.pixelFormat == AV_PIX_FMT_NV12 ? "nv12" : "yuv420p"
            chain = try FilterChain(
                "\(colors.filter),format=pix_fmts=\(format)", like: input, timeBase: timeBase)
            chainSource = source
        }
        try chain?.send(input)
        _ = try chain?.receive(into: converted)
    }

    private func unencodable(_ error: FFmpegError) -> CaptureError {
        .unencodable(file: path, reason: sink.takeError() ?? error.message)
    }
}

/// An open encoder.
private struct Opened {
    let context: UnsafeMutablePointer<AVCodecContext>
    let upload: HardwareFrames?

    init(
        _ choice: EncoderChoice, _ codec: UnsafePointer<AVCodec>, _ size: PixelSize,
        _ colors: VideoColors, _ timing: WriterTiming, _ options: VideoWriterOptions, sink: LogSink,
        globalHeader: Bool
    ) throws(FFmpegError) {
        upload = choice.hardware == .render ? try HardwareFrames(size: size) : nil
        var allocated = avcodec_alloc_context3(codec)
        guard let context = allocated else { throw FFmpegError(code: lk_error_no_memory) }
        lk_log_codec(context, sink.handle)
        context.pointee.width = Int32(clamping: size.width)
        context.pointee.height = Int32(clamping: size.height)
        context.pointee.pix_fmt = upload == nil ? choice.pixelFormat : AV_PIX_FMT_VAAPI
        context.pointee.hw_frames_ctx = upload?.reference()
        context.pointee.time_base = AVRational(
            num: 1, den: Int32(clamping: timing.ticksPerSecond))
        if let rate = timing.rate {
            context.pointee.framerate = AVRational(
                num: Int32(clamping: rate.numerator), den: Int32(clamping: rate.denominator))
        }
        context.pointee.thread_count = Int32(clamping: options.threads)
        context.pointee.color_range = colors.range
        context.pointee.colorspace = colors.space
        if globalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        if choice.needsBitRate {
            context.pointee.bit_rate = Int64(
                options.bitsPerSecond(
                    pixels: size.width * size.height,
                    framesPerSecond: timing.rate?.framesPerSecond ?? 30))
        }
        if let own = context.pointee.priv_data {
            for (name, value) in choice.settings { av_opt_set(own, name, value, 0) }
        }
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else {
            avcodec_free_context(&allocated)
            throw FFmpegError(code: code)
        }
        self.context = context
    }
}
#endif
