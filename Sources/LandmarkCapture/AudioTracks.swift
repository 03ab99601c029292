#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore

/// The audio of a file being copied into another, whose first image is at time 0.
final class AudioTracks {
    private let demuxer: Demuxer
    private let packet: MediaPacket
    private let logger: Logger
    /// The time of the first image in the source, in seconds.
    private var start = 0.0
    /// The tracks by stream index in the source.
    private var tracks: [Int32: any AudioTrack] = [:]
    private var packetIsPending = false
    private var hasEnded = false

    /// How much audio before the first image is kept, in seconds: decoders need the data before the
    /// first audible sample, and players skip it.
    private static let preroll = 0.1

    /// Adds a track for each audio stream of the source that can be copied or transcoded; nil if
    /// there are none.
    ///
    /// - Parameters:
    ///   - path: The source.
    ///   - muxer: The file to write.
    ///   - logger: Receives the reasons for omitting audio.
    /// - Throws: ``CaptureError`` when the source cannot be opened.
    init?(
        from path: String, to muxer: Muxer, logger: Logger
    ) throws(CaptureError) {
        demuxer = try Demuxer(path: path, logger: logger)
        packet = try MediaPacket()
        self.logger = logger
        for source in demuxer.streams {
            let parameters = source.pointee.codecpar
            guard let parameters, parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO else {
                continue
            }
            let codec = parameters.pointee.codec_id
            if muxer.accepts(codec), !Self.isTranscoded(codec) {
                tracks[source.pointee.index] = try CopiedTrack(
                    source, to: muxer, logger: logger, path: path)
                continue
            }
            do {
                tracks[source.pointee.index] = try TranscodedTrack(
                    source, to: muxer, logger: logger)
            } catch let error as FFmpegError {
                let codec = String(cString: avcodec_get_name(codec))
                logger.log(
                    .warning,
                    "\(muxer.path): MP4 cannot contain \(codec), and it cannot be transcoded "
                        + "(\(error.message)); this audio is omitted")
            } catch {
                throw .outOfMemory
            }
        }
        if tracks.isEmpty { return nil }
        demuxer.keepOnly(Set(tracks.keys))
    }

    /// Whether audio is transcoded even though FFmpeg, or some version of it, can write it to MP4,
    /// because few players decode it there.
    private static func isTranscoded(_ codec: AVCodecID) -> Bool {
        let name = String(cString: avcodec_get_name(codec))
        return name.hasPrefix("pcm_") || ["truehd", "mlp"].contains(name)
    }

    /// Sets the time of the first image in the source, in seconds, before anything is written.
    func begin(at start: Double) {
        self.start = start
        for track in tracks.values {
            track.start = Int64(exactly: (start / av_q2d(track.timeBase)).rounded()) ?? 0
        }
    }

    /// Writes the audio that begins less than `seconds` after the first image, or all remaining
    /// audio if nil.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func copy(until seconds: Double?, into muxer: Muxer) throws(CaptureError) {
        while !hasEnded {
            if !packetIsPending {
                guard readNext() else { return }
            }
            guard let track = tracks[packet.pointer.pointee.stream_index] else {
                packetIsPending = false
                continue
            }
            let facts = packet.pointer.pointee
            let ticks = facts.dts == lk_no_pts ? facts.pts : facts.dts
            if ticks != lk_no_pts {
                let time = Double(ticks) * av_q2d(track.timeBase) - start
                if let seconds, time >= seconds { return }
                if time < -Self.preroll {
                    packetIsPending = false
                    continue
                }
            }
            packetIsPending = false
            try track.take(packet, into: muxer)
        }
    }

    /// Writes what the tracks still hold after the last ``copy(until:into:)``.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func finish(into muxer: Muxer) throws(CaptureError) {
        for index in tracks.keys.sorted() { try tracks[index]?.finish(into: muxer) }
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

/// An audio stream being written.
protocol AudioTrack: AnyObject {
    /// The time base of the source.
    var timeBase: AVRational { get }
    /// The time of the first image in that time base.
    var start: Int64 { get set }

    /// Writes a packet of the source; the packet is empty afterwards.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func take(_ packet: MediaPacket, into muxer: Muxer) throws(CaptureError)

    /// Writes any buffered data.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func finish(into muxer: Muxer) throws(CaptureError)
}

/// A stream whose packets are written unchanged.
final class CopiedTrack: AudioTrack {
    let timeBase: AVRational
    var start: Int64 = 0
    private let target: UnsafeMutablePointer<AVStream>
    private let logger: Logger
    private let path: String
    /// Converts AAC from the broadcast format to that of MP4 without reencoding it.
    private var unwrapper: UnsafeMutablePointer<AVBSFContext>?
    /// The decoding time of the last packet, in the target's time base.
    private var lastTime: Int64?

    /// Adds a stream to the file being written.
    ///
    /// - Throws: ``CaptureError/outOfMemory``.
    init(
        _ source: UnsafeMutablePointer<AVStream>, to muxer: Muxer, logger: Logger,
        path: String
    ) throws(CaptureError) {
        timeBase = source.pointee.time_base
        self.logger = logger
        self.path = path
        target = try muxer.addStream()
        guard avcodec_parameters_copy(target.pointee.codecpar, source.pointee.codecpar) >= 0 else {
            throw .outOfMemory
        }
        // The tag of the source's format may not be valid in MP4.
        target.pointee.codecpar.pointee.codec_tag = 0
        target.pointee.time_base = timeBase
        target.pointee.disposition = source.pointee.disposition
        av_dict_copy(&target.pointee.metadata, source.pointee.metadata, 0)
        let facts = source.pointee.codecpar.pointee
        if facts.codec_id == AV_CODEC_ID_AAC, facts.extradata_size == 0 {
            try openUnwrapper(source)
        }
    }

    deinit { av_bsf_free(&unwrapper) }

    private func openUnwrapper(
        _ source: UnsafeMutablePointer<AVStream>
    ) throws(CaptureError) {
        // FFmpeg inserts this filter by itself, but not for fragments.
        guard let filter = av_bsf_get_by_name("aac_adtstoasc"),
            av_bsf_alloc(filter, &unwrapper) >= 0, let unwrapper,
            avcodec_parameters_copy(unwrapper.pointee.par_in, source.pointee.codecpar) >= 0
        else { throw .outOfMemory }
        unwrapper.pointee.time_base_in = timeBase
        guard av_bsf_init(unwrapper) >= 0 else { throw .outOfMemory }
    }

    /// Returns whether a packet is ready to be written.
    private func unwrap(_ packet: MediaPacket) -> Bool {
        guard let unwrapper else { return true }
        if av_bsf_send_packet(unwrapper, packet.pointer) >= 0,
            av_bsf_receive_packet(unwrapper, packet.pointer) >= 0
        {
            return true
        }
        av_packet_unref(packet.pointer)
        logger.log(.warning, "\(path): damaged audio is omitted")
        return false
    }

    func take(_ packet: MediaPacket, into muxer: Muxer) throws(CaptureError) {
        let pointer = packet.pointer
        guard unwrap(packet) else { return }
        if pointer.pointee.dts != lk_no_pts { pointer.pointee.dts &-= start }
        if pointer.pointee.pts != lk_no_pts { pointer.pointee.pts &-= start }
        av_packet_rescale_ts(pointer, timeBase, target.pointee.time_base)
        pointer.pointee.stream_index = target.pointee.index
        pointer.pointee.pos = -1
        if isInOrder(pointer.pointee.dts) { try muxer.write(packet) }
    }

    func finish(into muxer: Muxer) {}

    /// Returns whether a time follows the previous one, which is always true unless the source is
    /// damaged.
    private func isInOrder(_ time: Int64) -> Bool {
        guard time != lk_no_pts else { return true }
        if let lastTime, time <= lastTime {
            logger.log(.warning, "\(path): audio whose timestamps go back is left out")
            return false
        }
        lastTime = time
        return true
    }
}
#endif
