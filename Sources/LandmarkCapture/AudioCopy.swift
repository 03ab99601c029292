import CFFmpeg
import LandmarkCore

/// The sound of a file on its way into another, packet by packet, as it is.
final class AudioCopy {
    private let demuxer: Demuxer
    private let packet: MediaPacket
    private let logger: Logger
    /// From the source's stream to the new file's.
    private var streams:
        [Int32: (from: UnsafeMutablePointer<AVStream>, to: UnsafeMutablePointer<AVStream>)] = [:]
    /// The last packet's place in each of the new file's streams.
    private var places: [Int32: Int64] = [:]
    private var packetIsPending = false
    private var hasEnded = false

    /// Adds a stream to the new file for each of the source's that it can hold; nil if none.
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
                    .warning, "\(muxer.file.path): MP4 holds no \(codec); this sound is left out")
                continue
            }
            let target = try muxer.addStream()
            guard avcodec_parameters_copy(target.pointee.codecpar, parameters) >= 0 else {
                throw .outOfMemory
            }
            // The mark of the source's format may not be that of this one.
            target.pointee.codecpar.pointee.codec_tag = 0
            target.pointee.time_base = source.pointee.time_base
            target.pointee.disposition = source.pointee.disposition
            av_dict_copy(&target.pointee.metadata, source.pointee.metadata, 0)
            streams[source.pointee.index] = (source, target)
        }
        if streams.isEmpty { return nil }
        demuxer.keepOnly(Set(streams.keys))
    }

    /// Copies what begins before `seconds` of the source's time, or all the rest without it.
    func pump(until seconds: Double?, into muxer: Muxer) throws(CaptureError) {
        while !hasEnded {
            if !packetIsPending {
                guard readNext() else { return }
            }
            guard let pair = streams[packet.pointer.pointee.stream_index] else {
                packetIsPending = false
                continue
            }
            let unit = pair.from.pointee.time_base
            if let seconds, packet.pointer.pointee.dts != lk_no_pts,
                Double(packet.pointer.pointee.dts) * av_q2d(unit) >= seconds
            {
                return
            }
            packetIsPending = false
            av_packet_rescale_ts(packet.pointer, unit, pair.to.pointee.time_base)
            packet.pointer.pointee.stream_index = pair.to.pointee.index
            packet.pointer.pointee.pos = -1
            if isInOrder() { try muxer.write(packet) }
        }
    }

    /// Whether the packet comes after the one before it, as it does unless the source is damaged.
    private func isInOrder() -> Bool {
        let place = packet.pointer.pointee.dts
        guard place != lk_no_pts else { return true }
        let index = packet.pointer.pointee.stream_index
        if let last = places[index], place <= last {
            logger.log(.warning, "\(demuxer.path): sound that goes back in time is left out")
            return false
        }
        places[index] = place
        return true
    }

    private func readNext() -> Bool {
        switch demuxer.read(into: packet) {
        case .packet:
            packetIsPending = true
            return true
        case .failed(let error):
            logger.log(.warning, "\(demuxer.path): the sound ends early: \(error.message)")
        case .ended:
            break
        }
        hasEnded = true
        return false
    }
}
