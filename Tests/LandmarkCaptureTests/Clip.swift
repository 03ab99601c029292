#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImaging
import Testing

/// Writes clips in many formats with FFmpeg's libraries; the writer under test has only one format.
struct Clip {
    struct Failed: Error {
        let step: String
        let code: Int32
    }
    typealias Color = (red: Double, green: Double, blue: Double)

    var format = "mp4"
    var codec = "libx264"
    var pixelFormat = AV_PIX_FMT_YUV420P
    var size = PixelSize(width: 64, height: 48)
    /// The presentation time of each frame in milliseconds.
    var times = (0..<10).map { $0 * 40 }
    var codecFlags: Int32 = 0
    var codecOptions = ["crf": "10", "preset": "ultrafast"]
    var formatOptions: [String: String] = [:]
    /// Whether to add uncompressed audio, one packet of zeros per frame.
    var hasAudio = false
    /// The color of a pixel of a frame, 0 to 1.
    var color: @Sendable (_ frame: Int, _ x: Int, _ y: Int) -> Color = { frame, _, _ in
        let level = Double(frame % 10) / 10
        return (level, level, level)
    }

    private static let clock = AVRational(num: 1, den: 1000)

    func write(to path: String) throws {
        try #require(lk_libraries_load() == nil)
        var muxer: UnsafeMutablePointer<AVFormatContext>?
        try check(avformat_alloc_output_context2(&muxer, nil, format, path), "format")
        let context = try present(muxer, "format")
        defer { avformat_free_context(context) }
        var encoder = avcodec_alloc_context3(avcodec_find_encoder_by_name(codec))
        defer { avcodec_free_context(&encoder) }
        let video = try present(encoder, "codec")
        try open(video, for: context)
        let stream = try present(avformat_new_stream(context, nil), "stream")
        stream.pointee.time_base = video.pointee.time_base
        try check(avcodec_parameters_from_context(stream.pointee.codecpar, video), "parameters")
        let audio = hasAudio ? try addAudio(to: context) : nil
        try check(avio_open2(&context.pointee.pb, path, AVIO_FLAG_WRITE, nil, nil), "open")
        defer { avio_closep(&context.pointee.pb) }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in formatOptions { av_dict_set(&options, key, value, 0) }
        try check(avformat_write_header(context, &options), "header")
        for index in times.indices {
            try encode(index, video, stream, context)
            if let audio { try addAudio(index, audio, context) }
        }
        try encode(nil, video, stream, context)
        try check(av_write_trailer(context), "trailer")
    }

    private func open(
        _ encoder: UnsafeMutablePointer<AVCodecContext>,
        for muxer: UnsafeMutablePointer<AVFormatContext>
    ) throws {
        encoder.pointee.width = Int32(size.width)
        encoder.pointee.height = Int32(size.height)
        encoder.pointee.pix_fmt = pixelFormat
        // Some codecs support only a few rates.
        let isOld = codec == "mpeg2video"
        encoder.pointee.time_base = isOld ? AVRational(num: 1, den: 25) : Self.clock
        encoder.pointee.framerate = AVRational(num: 25, den: 1)
        encoder.pointee.gop_size = 5
        encoder.pointee.bit_rate = 4_000_000
        encoder.pointee.flags |= codecFlags
        if muxer.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 {
            encoder.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        for (key, value) in codecOptions { av_opt_set(encoder.pointee.priv_data, key, value, 0) }
        try check(avcodec_open2(encoder, nil, nil), "encoder")
    }

    private func encode(
        _ index: Int?, _ encoder: UnsafeMutablePointer<AVCodecContext>,
        _ stream: UnsafeMutablePointer<AVStream>, _ muxer: UnsafeMutablePointer<AVFormatContext>
    ) throws {
        var frame = index == nil ? nil : av_frame_alloc()
        defer { av_frame_free(&frame) }
        if let index, let frame {
            frame.pointee.width = encoder.pointee.width
            frame.pointee.height = encoder.pointee.height
            frame.pointee.format = pixelFormat.rawValue
            try check(av_frame_get_buffer(frame, 0), "frame")
            frame.pointee.pts = av_rescale_q(
                Int64(times[index]), Self.clock, encoder.pointee.time_base)
            draw(index, frame)
        }
        try check(avcodec_send_frame(encoder, frame), "frame")
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        while avcodec_receive_packet(encoder, packet) >= 0, let packet {
            av_packet_rescale_ts(packet, encoder.pointee.time_base, stream.pointee.time_base)
            packet.pointee.stream_index = stream.pointee.index
            // The duration of the last frame; the others last until the next one.
            packet.pointee.duration = av_rescale_q(40, Self.clock, stream.pointee.time_base)
            try check(av_interleaved_write_frame(muxer, packet), "packet")
        }
    }

    /// Fills a frame of three planes with 8 bits per sample, or 10 bits in two bytes.
    private func draw(_ index: Int, _ frame: UnsafeMutablePointer<AVFrame>) {
        let isDeep = pixelFormat == AV_PIX_FMT_YUV420P10LE
        let planes = [frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2]
        let strides = [
            frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2,
        ]
        for (plane, (base, stride)) in zip(planes, strides).enumerated() {
            guard let base else { continue }
            let step = plane == 0 ? 1 : 2
            for y in 0..<(size.height + step - 1) / step {
                for x in 0..<(size.width + step - 1) / step {
                    let value = Self.component(plane, color(index, x * step, y * step))
                    let row = base + y * Int(stride)
                    if isDeep {
                        let wide = UInt16((value * 4).rounded())
                        row[2 * x] = UInt8(wide & 255)
                        row[2 * x + 1] = UInt8(wide >> 8)
                    } else {
                        row[x] = UInt8(value.rounded())
                    }
                }
            }
        }
    }

    /// Returns luma or a color difference in limited range.
    private static func component(_ plane: Int, _ color: Color) -> Double {
        let (red, green, blue) = color
        let brightness = 0.299 * red + 0.587 * green + 0.114 * blue
        return switch plane {
        case 0: 16 + 219 * brightness
        case 1: 128 + 224 * (blue - brightness) / 1.772
        default: 128 + 224 * (red - brightness) / 1.402
        }
    }

    private func addAudio(
        to muxer: UnsafeMutablePointer<AVFormatContext>
    ) throws -> UnsafeMutablePointer<AVStream> {
        let stream = try present(avformat_new_stream(muxer, nil), "sound")
        stream.pointee.time_base = AVRational(num: 1, den: 8000)
        let parameters = try present(stream.pointee.codecpar, "sound")
        parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
        parameters.pointee.codec_id = AV_CODEC_ID_PCM_S16LE
        parameters.pointee.sample_rate = 8000
        parameters.pointee.bits_per_coded_sample = 16
        parameters.pointee.block_align = 2
        av_channel_layout_default(&parameters.pointee.ch_layout, 1)
        return stream
    }

    private func addAudio(
        _ index: Int, _ stream: UnsafeMutablePointer<AVStream>,
        _ muxer: UnsafeMutablePointer<AVFormatContext>
    ) throws {
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        let data = try present(packet, "sound")
        try check(av_new_packet(data, 640), "sound")
        data.pointee.data.update(repeating: 0, count: 640)
        data.pointee.pts = Int64(index * 320)
        data.pointee.dts = data.pointee.pts
        data.pointee.stream_index = stream.pointee.index
        av_packet_rescale_ts(
            data, AVRational(num: 1, den: 8000), stream.pointee.time_base)
        try check(av_interleaved_write_frame(muxer, data), "sound")
    }

    private func check(_ code: Int32, _ step: String) throws {
        guard code >= 0 else { throw Failed(step: step, code: code) }
    }
}

/// Unwraps `value`, or throws an error with the name of the failed step.
private func present<Value>(_ value: Value?, _ step: String) throws -> Value {
    guard let value else { throw Clip.Failed(step: step, code: 0) }
    return value
}
#endif
