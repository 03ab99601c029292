#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore

/// A stream of audio that is decoded and encoded to AAC.
final class TranscodedTrack: AudioTrack {
    let timeBase: AVRational
    var start: Int64 = 0
    private let target: UnsafeMutablePointer<AVStream>
    private let logger: Logger
    private let sink: LogSink
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var encoder: UnsafeMutablePointer<AVCodecContext>?
    private let decoded: MediaFrame
    private let resampled: MediaFrame
    private let encoded: MediaPacket
    private var chain: FilterChain?
    private var chainFormat: AudioFormat?
    /// The time of the next samples, in samples; nil before the first.
    private var nextTime: Int64?

    /// The properties common to all frames of a chain.
    private struct AudioFormat: Equatable {
        let format: Int32
        let sampleRate: Int32
        let channels: Int32

        init(_ frame: MediaFrame) {
            format = frame.pointer.pointee.format
            sampleRate = frame.pointer.pointee.sample_rate
            channels = frame.pointer.pointee.ch_layout.nb_channels
        }
    }

    /// The sample rates that AAC supports.
    private static let sampleRates: Set<Int32> = [
        8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200,
        96_000,
    ]
    /// The number of samples in an AAC packet.
    private static let frameSize = 1024
    /// This is enough for any recording; AAC is transparent at about 64,000.
    private static let bitsPerSecondAndChannel: Int64 = 96_000

    /// Opens the decoder and the encoder, and then adds a stream to the file being written.
    ///
    /// - Throws: `FFmpegError` if the audio cannot be transcoded; ``CaptureError/outOfMemory`` or
    ///   `librariesMissing`.
    init(
        _ source: UnsafeMutablePointer<AVStream>, to muxer: Muxer, logger: Logger
    ) throws {
        timeBase = source.pointee.time_base
        self.logger = logger
        let sink = try LogSink(logger)
        self.sink = sink
        decoded = try MediaFrame()
        resampled = try MediaFrame()
        encoded = try MediaPacket()
        let decoder = try Self.openDecoder(source, sink)
        var encoder: UnsafeMutablePointer<AVCodecContext>?
        do {
            encoder = try Self.openEncoder(
                like: decoder, globalHeader: muxer.needsGlobalHeader, sink)
            target = try muxer.addStream()
        } catch {
            var decoder: UnsafeMutablePointer<AVCodecContext>? = decoder
            avcodec_free_context(&decoder)
            avcodec_free_context(&encoder)
            throw error
        }
        self.decoder = decoder
        self.encoder = encoder
        try check(avcodec_parameters_from_context(target.pointee.codecpar, encoder))
        target.pointee.time_base = encoder?.pointee.time_base ?? timeBase
        target.pointee.disposition = source.pointee.disposition
        av_dict_copy(&target.pointee.metadata, source.pointee.metadata, 0)
    }

    deinit {
        avcodec_free_context(&decoder)
        avcodec_free_context(&encoder)
    }

    private static func openDecoder(
        _ source: UnsafeMutablePointer<AVStream>, _ sink: LogSink
    ) throws -> UnsafeMutablePointer<AVCodecContext> {
        guard let codec = avcodec_find_decoder(source.pointee.codecpar.pointee.codec_id) else {
            throw FFmpegError(code: lk_error_no_decoder)
        }
        var context = avcodec_alloc_context3(codec)
        guard let opened = context else { throw CaptureError.outOfMemory }
        lk_log_codec(opened, sink.handle)
        opened.pointee.thread_count = 1
        opened.pointee.pkt_timebase = source.pointee.time_base
        var code = avcodec_parameters_to_context(opened, source.pointee.codecpar)
        if code >= 0 { code = avcodec_open2(opened, codec, nil) }
        guard code >= 0 else {
            avcodec_free_context(&context)
            throw FFmpegError(code: code)
        }
        return opened
    }

    private static func openEncoder(
        like decoder: UnsafeMutablePointer<AVCodecContext>, globalHeader: Bool, _ sink: LogSink
    ) throws -> UnsafeMutablePointer<AVCodecContext> {
        guard let codec = avcodec_find_encoder_by_name("aac") else {
            throw FFmpegError(code: lk_error_no_encoder)
        }
        var context = avcodec_alloc_context3(codec)
        guard let opened = context else { throw CaptureError.outOfMemory }
        lk_log_codec(opened, sink.handle)
        let rate = decoder.pointee.sample_rate
        let channels = decoder.pointee.ch_layout.nb_channels
        opened.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        opened.pointee.sample_rate = sampleRates.contains(rate) ? rate : 48_000
        // Any other number of channels is mixed down to two.
        av_channel_layout_default(
            &opened.pointee.ch_layout, channels == 1 || channels == 6 ? channels : 2)
        opened.pointee.bit_rate =
            bitsPerSecondAndChannel * Int64(opened.pointee.ch_layout.nb_channels)
        opened.pointee.time_base = AVRational(num: 1, den: opened.pointee.sample_rate)
        if globalHeader { opened.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        let code = avcodec_open2(opened, codec, nil)
        guard code >= 0 else {
            avcodec_free_context(&context)
            throw FFmpegError(code: code)
        }
        return opened
    }

    func take(_ packet: MediaPacket, into muxer: Muxer) throws(CaptureError) {
        // A damaged packet becomes a gap, which the decoder reports to the logger.
        _ = avcodec_send_packet(decoder, packet.pointer)
        av_packet_unref(packet.pointer)
        try transcode(into: muxer)
    }

    func finish(into muxer: Muxer) throws(CaptureError) {
        _ = avcodec_send_packet(decoder, nil)
        try transcode(into: muxer)
        try endChain(into: muxer)
        try encode(nil, into: muxer)
    }

    /// Encodes the samples that the decoder has ready.
    private func transcode(into muxer: Muxer) throws(CaptureError) {
        while avcodec_receive_frame(decoder, decoded.pointer) >= 0 {
            lk_name_channels(&decoded.pointer.pointee.ch_layout)
            let time = decoded.pointer.pointee.best_effort_timestamp
            decoded.pointer.pointee.pts = time == lk_no_pts ? lk_no_pts : time &- start
            let format = AudioFormat(decoded)
            if chain != nil, chainFormat != format { try endChain(into: muxer) }
            do {
                if chain == nil {
                    chain = try FilterChain(
                        audio: filters, like: decoded, timeBase: timeBase)
                    chainFormat = format
                }
                try chain?.send(decoded)
            } catch {
                throw unencodable(error, muxer)
            }
            try drainChain(into: muxer)
        }
    }

    /// The conversion to the encoder's format, in packets of its size.
    private var filters: String {
        guard let encoder else { return "anull" }
        let layout =
            switch encoder.pointee.ch_layout.nb_channels {
            case 1: "mono"
            case 6: "5.1"
            default: "stereo"
            }
        return "aformat=sample_fmts=fltp:sample_rates=\(encoder.pointee.sample_rate)"
            + ":channel_layouts=\(layout),asetnsamples=n=\(Self.frameSize):p=0"
    }

    /// Encodes the samples buffered in the chain, and closes it.
    private func endChain(into muxer: Muxer) throws(CaptureError) {
        guard chain != nil else { return }
        do { try chain?.send(nil) } catch { throw unencodable(error, muxer) }
        try drainChain(into: muxer)
        chain = nil
    }

    private func drainChain(into muxer: Muxer) throws(CaptureError) {
        while let chain {
            do throws(FFmpegError) {
                guard try chain.receive(into: resampled) == .image else { return }
            } catch {
                throw unencodable(error, muxer)
            }
            let frame = resampled.pointer
            var time = nextTime ?? 0
            if frame.pointee.pts != lk_no_pts {
                let told = av_rescale_q(
                    frame.pointee.pts, chain.timeBase, encoder?.pointee.time_base ?? timeBase)
                // Rounding in the source's time base is not a gap, and times may not go back.
                if nextTime == nil || told > time &+ Int64(Self.frameSize) { time = told }
            }
            frame.pointee.pts = time
            nextTime = time &+ Int64(frame.pointee.nb_samples)
            try encode(resampled, into: muxer)
            av_frame_unref(frame)
        }
    }

    /// Sends samples to the encoder, and its packets to the file; nil ends the input.
    private func encode(_ frame: MediaFrame?, into muxer: Muxer) throws(CaptureError) {
        var code = avcodec_send_frame(encoder, frame?.pointer)
        guard code >= 0 else { throw unencodable(FFmpegError(code: code), muxer) }
        while true {
            code = avcodec_receive_packet(encoder, encoded.pointer)
            if code == lk_error_again || code == lk_error_end { return }
            guard code >= 0 else { throw unencodable(FFmpegError(code: code), muxer) }
            encoded.pointer.pointee.stream_index = target.pointee.index
            av_packet_rescale_ts(
                encoded.pointer, encoder?.pointee.time_base ?? timeBase,
                target.pointee.time_base)
            try muxer.write(encoded)
        }
    }

    private func unencodable(_ error: FFmpegError, _ muxer: Muxer) -> CaptureError {
        .unencodable(file: muxer.path, reason: sink.takeError() ?? error.message)
    }

    private func check(_ code: Int32) throws(FFmpegError) {
        guard code >= 0 else { throw FFmpegError(code: code) }
    }
}
#endif
