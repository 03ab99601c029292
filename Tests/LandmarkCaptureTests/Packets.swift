#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkTestSupport

/// The packets of a file's audio, read with FFmpeg directly.
enum Packets {
    struct Unreadable: Error {}

    /// A packet with its presentation time in microseconds.
    struct Packet: Hashable {
        let time: Int64
        let bytes: [UInt8]
    }

    static func audio(of path: String) throws -> [Packet] {
        guard lk_libraries_load() == nil else { throw Unreadable() }
        var context: UnsafeMutablePointer<AVFormatContext>?
        guard avformat_open_input(&context, path, nil, nil) >= 0, let format = context else {
            throw Unreadable()
        }
        defer { avformat_close_input(&context) }
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        let index = av_find_best_stream(format, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        guard index >= 0, let packet, let stream = format.pointee.streams[Int(index)] else {
            throw Unreadable()
        }
        let microsecond = AVRational(num: 1, den: 1_000_000)
        var packets: [Packet] = []
        while av_read_frame(format, packet) >= 0 {
            if packet.pointee.stream_index == index {
                packets.append(
                    Packet(
                        time: av_rescale_q(
                            packet.pointee.pts, stream.pointee.time_base, microsecond),
                        bytes: Array(
                            UnsafeBufferPointer(
                                start: packet.pointee.data, count: Int(packet.pointee.size)))))
            }
            av_packet_unref(packet)
        }
        return packets
    }
}
#endif
