#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore

/// The audio of a file, on its way into another whose first image is at time 0.
final class AudioTracks {
    private let demuxer: Demuxer
    private let packet: MediaPacket
    private let logger: Logger
    /// The time of the first image in the source, in seconds.
    private let start: Double
    /// The tracks by the source's index.
    private var tracks: [Int32: any AudioTrack] = [:]
    private var packetIsPending = false
    private var hasEnded = false

    /// How much audio before the first image is kept, in seconds: decoders need what precedes the
    /// first sample that is heard, and players skip it.
    private static let preroll = 0.1

    /// Adds a track for each audio stream of the source that can be copied or transcoded; nil when
    /// there are none.
    ///
    /// - Parameters:
    ///   - path: The source.
    ///   - start: The time of its first image in seconds, as a fraction.
    ///   - muxer: The file to write.
    ///   - logger: Receives why audio is omitted.
    /// - Throws: ``CaptureError`` when the source cannot be opened.
    init?(
        from path: String, start: (numerator: Int, denominator: Int), to muxer: Muxer,
        logger: Logger
    ) throws(CaptureError) {
        demuxer = try Demuxer(path: path, logger: logger)
        packet = try MediaPacket()
        self.logger = logger
        self.start = Double(start.numerator) / Double(max(1, start.denominator))
        for source in demuxer.streams {
            let parameters = source.pointee.codecpar
            guard let parameters, parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO else {
                continue
            }
            let time =
                Int64(
                    exactly: (self.start / av_q2d(source.pointee.time_base)).rounded()) ?? 0
            let codec = parameters.pointee.codec_id
            if muxer.accepts(codec), !Self.isTranscoded(codec) {
                tracks[source.pointee.index] = try CopiedTrack(
                    source, to: muxer, start: time, logger: logger, path: path)
                continue
            }
            do {
                tracks[source.pointee.index] = try TranscodedTrack(
                    source, to: muxer, start: time, logger: logger)
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

    /// Whether audio is transcoded although FFmpeg, or some version of it, writes it to MP4: few
    /// players decode it there.
    private static func isTranscoded(_ codec: AVCodecID) -> Bool {
        let name = String(cString: avcodec_get_name(codec))
        return name.hasPrefix("pcm_") || ["truehd", "mlp"].contains(name)
    }

    /// Writes the audio that begins before `seconds` after the first image; all the rest if nil.
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

    /// Writes what tracks still hold, after the last ``copy(until:into:)``.
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

/// One stream of audio being written.
protocol AudioTrack: AnyObject {
    /// The unit of the source's times.
    var timeBase: AVRational { get }

    /// Writes a packet of the source, which is empty afterwards.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func take(_ packet: MediaPacket, into muxer: Muxer) throws(CaptureError)

    /// Writes what is held back.
    ///
    /// - Throws: ``CaptureError/unencodable(file:reason:)`` or `writeFailed`.
    func finish(into muxer: Muxer) throws(CaptureError)
}

/// A stream whose packets are written as they are.
final class CopiedTrack: AudioTrack {
    let timeBase: AVRational
    private let target: UnsafeMutablePointer<AVStream>
    /// The time of the first image in the source's unit.
    private let start: Int64
    private let logger: Logger
    private let path: String
    /// The decoding time of the last packet, in the target's unit.
    private var lastTime: Int64?

    /// Adds a stream to the file that is written.
    ///
    /// - Throws: ``CaptureError/outOfMemory``.
    init(
        _ source: UnsafeMutablePointer<AVStream>, to muxer: Muxer, start: Int64, logger: Logger,
        path: String
    ) throws(CaptureError) {
        timeBase = source.pointee.time_base
        self.start = start
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
    }

    func take(_ packet: MediaPacket, into muxer: Muxer) throws(CaptureError) {
        let pointer = packet.pointer
        if pointer.pointee.dts != lk_no_pts { pointer.pointee.dts &-= start }
        if pointer.pointee.pts != lk_no_pts { pointer.pointee.pts &-= start }
        av_packet_rescale_ts(pointer, timeBase, target.pointee.time_base)
        pointer.pointee.stream_index = target.pointee.index
        pointer.pointee.pos = -1
        if isInOrder(pointer.pointee.dts) { try muxer.write(packet) }
    }

    func finish(into muxer: Muxer) {}

    /// Returns whether a time follows the previous one, as it does unless the source is damaged.
    private func isInOrder(_ time: Int64) -> Bool {
        guard time != lk_no_pts else { return true }
        if let lastTime, time <= lastTime {
            logger.log(.warning, "\(path): audio that goes back in time is omitted")
            return false
        }
        lastTime = time
        return true
    }
}
#endif
