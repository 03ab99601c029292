#if !canImport(AVFoundation)
import CFFmpeg

/// The packets of a file's video in order, some of which may be skipped.
struct VideoPackets {
    /// The maximum bytes of compressed images to keep.
    private static let readAheadLimit = 1 << 28

    private let demuxer: Demuxer
    private let stream: UnsafeMutablePointer<AVStream>
    /// The number of the video's packets read so far.
    private(set) var count = 0
    /// The number of those whose images are shown.
    private var shown = 0
    /// Packets that were read while skipping frames, to be decoded before further ones.
    private var ahead = PacketQueue()

    init(_ demuxer: Demuxer, _ stream: UnsafeMutablePointer<AVStream>) {
        self.demuxer = demuxer
        self.stream = stream
    }

    /// Reads the next packet, which may belong to another stream.
    mutating func next(into packet: MediaPacket) -> Demuxer.Reading {
        ahead.take(into: packet) ?? read(into: packet)
    }

    /// Reads the next packet of the file, and counts it if it belongs to the video.
    private mutating func read(into packet: MediaPacket) -> Demuxer.Reading {
        let reading = demuxer.read(into: packet)
        if case .packet = reading, packet.pointer.pointee.stream_index == stream.pointee.index {
            count += 1
            if packet.isShown { shown += 1 }
        }
        return reading
    }

    /// Reads up to a time without decoding, so that the last keyframe before it comes next.
    ///
    /// Requires that each packet is one image and contains its presentation time: the skipped
    /// packets are then exactly the skipped frames.
    ///
    /// - Parameters:
    ///   - end: The time in seconds from the first frame.
    ///   - start: The presentation time of the first frame in seconds, as a fraction.
    /// - Returns: The keyframe; nil if there is none, in which case nothing is skipped.
    mutating func skip(
        before end: Double, from start: (numerator: Int, denominator: Int)
    ) -> Resumption? {
        guard hasImagePerPacket,
            !Set(demuxer.formatNames).isDisjoint(with: ["mp4", "matroska", "webm"])
        else { return nil }
        let unit = stream.pointee.time_base
        func seconds(_ time: Int64) -> Double {
            Double(time) * Double(unit.num) / Double(unit.den)
                - Double(start.numerator) / Double(start.denominator)
        }
        var found: Resumption?
        while ahead.byteCount < Self.readAheadLimit {
            guard let packet = try? MediaPacket() else { break }
            let shownBefore = shown
            let reading = read(into: packet)
            guard case .packet = reading else {
                ahead.end(with: reading)
                break
            }
            guard packet.pointer.pointee.stream_index == stream.pointee.index else { continue }
            let time = packet.pointer.pointee.pts
            // Timestamps are rounded: a keyframe exactly at that time might count as before it.
            if packet.isKeyframe, time != lk_no_pts, seconds(time) < end - 0.002,
                !beginsIntraRefresh(packet)
            {
                ahead = PacketQueue()
                found = Resumption(time: time, number: shownBefore)
            }
            ahead.append(packet)
            let decoded = packet.pointer.pointee.dts
            if time == lk_no_pts || decoded != lk_no_pts && seconds(decoded) > end { break }
        }
        return found
    }

    /// Whether the decoder would withhold the first images after this keyframe.
    private func beginsIntraRefresh(_ packet: MediaPacket) -> Bool {
        let parameters = stream.pointee.codecpar.pointee
        guard parameters.codec_id == AV_CODEC_ID_H264 else { return false }
        let configuration = UnsafeBufferPointer(
            start: parameters.extradata, count: Int(parameters.extradata_size))
        let bytes = UnsafeBufferPointer(
            start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
        return H264RecoveryPoint.isLater(bytes, configuration: Array(configuration))
    }

    private var hasImagePerPacket: Bool {
        [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1]
            .contains(stream.pointee.codecpar.pointee.codec_id)
    }
}

/// A keyframe at which decoding continues after packets were skipped.
struct Resumption {
    /// The presentation time of its image.
    private let time: Int64
    /// The number of images shown before it.
    private var number: Int

    /// - Parameter number: The number of images in the packets before it.
    init(time: Int64, number: Int) {
        self.time = time
        self.number = number
    }

    /// Counts a packet after the keyframe whose image is shown before it.
    mutating func count(_ packet: MediaPacket) {
        let shown = packet.pointer.pointee.pts
        if shown != lk_no_pts, shown < time, packet.isShown { number += 1 }
    }

    /// The number of the image shown at a time; nil for one before the keyframe's.
    func number(at shown: Int64) -> Int? { shown != lk_no_pts && shown >= time ? number : nil }
}
#endif
