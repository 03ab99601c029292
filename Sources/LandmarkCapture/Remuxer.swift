#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore

/// Rewrites a fragmented MP4 file as an ordinary one, with its index before the packets.
///
/// The packets' bytes and times are unchanged. It reads one file once and writes the other once.
final class Remuxer {
    private let sink: LogSink
    private let written: [Int32: WrittenStream]
    private var reader: UnsafeMutablePointer<AVIOContext>?
    private var writer: UnsafeMutablePointer<AVIOContext>?
    private var source: UnsafeMutablePointer<AVFormatContext>?
    private var target: UnsafeMutablePointer<AVFormatContext>?
    private let packet: MediaPacket
    /// The offset of each stream's times, in the source's time base.
    private var shifts: [Int32: Int64] = [:]

    /// Opens the files.
    ///
    /// - Parameters:
    ///   - file: The fragmented file, also open for reading.
    ///   - other: The file to write, which must be empty.
    ///   - streams: The streams as they were described when writing the fragmented file.
    ///   - written: A summary of what was written for them.
    ///   - logger: Receives FFmpeg's messages.
    /// - Throws: `FFmpegError` or ``CaptureError``.
    init(
        from file: OpenFile, to other: OpenFile, like streams: [UnsafeMutablePointer<AVStream>],
        written: [Int32: WrittenStream], logger: Logger
    ) throws {
        sink = try LogSink(logger)
        packet = try MediaPacket()
        self.written = written
        reader = lk_reader_open(file.descriptor)
        writer = lk_writer_open(other.descriptor)
        source = avformat_alloc_context()
        guard let reader, let writer, let source else { throw CaptureError.outOfMemory }
        // The descriptor is positioned where writing ended.
        try Self.check(lk_rewind(file.descriptor))
        source.pointee.pb = reader
        source.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        lk_confine(source)
        lk_log_format(source, sink.handle)
        var settings: OpaquePointer?
        defer { av_dict_free(&settings) }
        // Read the times as stored: they are shifted below.
        av_dict_set(&settings, "ignore_editlist", "1", 0)
        try Self.check(
            avformat_open_input(&self.source, nil, av_find_input_format("mov"), &settings))
        try Self.check(avformat_alloc_output_context2(&target, nil, "mp4", nil))
        target?.pointee.pb = writer
        target?.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        lk_log_format(target, sink.handle)
        for stream in streams { try add(stream) }
    }

    deinit {
        avformat_close_input(&source)
        avformat_free_context(target)
        lk_io_close(&reader)
        lk_io_close(&writer)
    }

    /// Adds a stream like one of the fragmented file's.
    private func add(_ stream: UnsafeMutablePointer<AVStream>) throws {
        guard let copy = avformat_new_stream(target, nil) else { throw CaptureError.outOfMemory }
        let index = Int(copy.pointee.index)
        guard let source, index < source.pointee.nb_streams,
            let stored = source.pointee.streams[index]
        else { throw FFmpegError(code: lk_error_invalid_data) }
        try Self.check(avcodec_parameters_copy(copy.pointee.codecpar, stream.pointee.codecpar))
        // The syntax of packets and their header differs between MP4 and encoders.
        try Self.check(lk_copy_header(copy.pointee.codecpar, stored.pointee.codecpar))
        copy.pointee.time_base = stream.pointee.time_base
        copy.pointee.avg_frame_rate = stream.pointee.avg_frame_rate
        copy.pointee.disposition = stream.pointee.disposition
        av_dict_copy(&copy.pointee.metadata, stream.pointee.metadata, 0)
    }

    /// The maximum size of the index in bytes. The unused rest is a few bytes per packet.
    private var indexSize: Int {
        let streams = target.map { Int($0.pointee.nb_streams) } ?? 0
        let headers = (0..<streams).reduce(0) { sum, index in
            let parameters = target?.pointee.streams[index]?.pointee.codecpar
            return sum + 4096 + Int(parameters?.pointee.extradata_size ?? 0)
        }
        // Duration, offset and size of each packet; with several streams also its position.
        return written.values.reduce(headers) {
            $0 + $1.count * (streams > 1 ? 40 : 28) + $1.keyframes * 4
        }
    }

    /// Copies all packets and completes the file.
    ///
    /// - Throws: `FFmpegError`.
    func run() throws {
        var settings: OpaquePointer?
        defer { av_dict_free(&settings) }
        av_dict_set(&settings, "moov_size", "\(indexSize)", 0)
        try Self.check(avformat_write_header(target, &settings))
        var copied: [Int32: Int] = [:]
        while true {
            let code = av_read_frame(source, packet.pointer)
            if code == lk_error_end { break }
            try Self.check(code)
            try move()
            copied[packet.pointer.pointee.stream_index, default: 0] += 1
            try Self.check(av_interleaved_write_frame(target, packet.pointer))
        }
        try Self.check(reader?.pointee.error ?? 0)
        guard copied == written.mapValues(\.count) else {
            throw FFmpegError(code: lk_error_invalid_data)
        }
        try Self.check(av_write_trailer(target))
        avio_flush(writer)
        try Self.check(writer?.pointee.error ?? 0)
    }

    /// Restores the time with which a packet was written. Only the last duration matters.
    private func move() throws {
        let index = packet.pointer.pointee.stream_index
        guard let from = source?.pointee.streams[Int(index)],
            let to = target?.pointee.streams[Int(index)], let written = written[index]
        else { throw FFmpegError(code: lk_error_invalid_data) }
        av_packet_rescale_ts(packet.pointer, from.pointee.time_base, to.pointee.time_base)
        let shift = shifts[index] ?? written.firstTime &- packet.pointer.pointee.dts
        shifts[index] = shift
        packet.pointer.pointee.dts &+= shift
        if packet.pointer.pointee.pts != lk_no_pts { packet.pointer.pointee.pts &+= shift }
        packet.pointer.pointee.duration = written.lastDuration
        packet.pointer.pointee.pos = -1
    }

    private static func check(_ code: Int32) throws(FFmpegError) {
        guard code >= 0 else { throw FFmpegError(code: code) }
    }
}
#endif
