#if !canImport(AVFoundation)
import CFFmpeg
import Foundation

/// What FFmpeg reports about the streams of a file.
enum Tracks {
    struct Unreadable: Error {}

    struct Track: Hashable {
        let codec: String
        let matrix: AVColorSpace
        let range: AVColorRange
        /// The time at which its presentation starts, in milliseconds.
        let start: Int
        /// The number of packets.
        let count: Int
    }

    static func all(of path: String) throws -> [Track] {
        guard lk_libraries_load() == nil else { throw Unreadable() }
        var context: UnsafeMutablePointer<AVFormatContext>?
        guard avformat_open_input(&context, path, nil, nil) >= 0,
            avformat_find_stream_info(context, nil) >= 0, let format = context
        else { throw Unreadable() }
        defer { avformat_close_input(&context) }
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        var counts: [Int32: Int] = [:]
        while let packet, av_read_frame(format, packet) >= 0 {
            counts[packet.pointee.stream_index, default: 0] += 1
            av_packet_unref(packet)
        }
        return (0..<Int(format.pointee.nb_streams)).compactMap { index in
            guard let stream = format.pointee.streams[index] else { return nil }
            let facts = stream.pointee.codecpar.pointee
            let start = stream.pointee.start_time
            let milliseconds = AVRational(num: 1, den: 1000)
            return Track(
                codec: String(cString: avcodec_get_name(facts.codec_id)), matrix: facts.color_space,
                range: facts.color_range,
                start: start == lk_no_pts
                    ? 0 : Int(av_rescale_q(start, stream.pointee.time_base, milliseconds)),
                count: counts[Int32(index)] ?? 0)
        }
    }

    static func codecs(of path: String) throws -> [String] { try all(of: path).map(\.codec) }
    static func starts(of path: String) throws -> [Int] { try all(of: path).map(\.start) }

    /// The names of the boxes of an MP4 file.
    static func boxes(of path: String) throws -> [String] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var names: [String] = []
        var position = 0
        while position + 8 <= bytes.count {
            let size = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: bytes[position + 4..<position + 8], as: UTF8.self))
            guard size >= 8 else { break }
            position += size
        }
        return names
    }
}
#endif
