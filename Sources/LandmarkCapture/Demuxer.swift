import CFFmpeg
import LandmarkCore

/// An open media file, cut into packets.
///
/// The file is opened here and handed to FFmpeg as bytes: names are never taken for addresses, and
/// what the bytes say cannot make FFmpeg open anything else.
final class Demuxer {
    enum Reading {
        case packet
        case ended
        case failed(FFmpegError)
    }

    let path: String
    let sink: LogSink
    private let descriptor: Descriptor?
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var context: UnsafeMutablePointer<AVFormatContext>?

    /// What is no video although FFmpeg can make an image of it, or names other files.
    private static let refused: [String: String] = [
        "tty": "it is text", "bin": "it is text", "xbin": "it is text", "adf": "it is text",
        "idf": "it is text", "hls": "it is a playlist", "concat": "it is a playlist",
        "dash": "it is a playlist", "sdp": "it describes a broadcast",
        "rtsp": "it describes a broadcast",
    ]

    init(path: String, logger: Logger) throws(CaptureError) {
        self.path = path
        let descriptor = try System.openToRead(path)
        self.descriptor = descriptor
        sink = try LogSink(logger)
        guard let io = lk_reader_open(descriptor.number) else { throw .outOfMemory }
        self.io = io
        guard let context = avformat_alloc_context() else {
            lk_io_close(&self.io)
            throw .outOfMemory
        }
        self.context = context
        context.pointee.pb = io
        // Closing it must not close the reader, also when opening does not come that far.
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        lk_confine(context)
        lk_log_format(context, sink.handle)
        try open()
    }

    /// Opens a camera.
    ///
    /// - Parameters:
    ///   - address: What FFmpeg's reader knows it by.
    ///   - name: What it is called in errors.
    init(
        camera address: String, name: String, of system: CameraSystem, options: CameraOptions
    ) throws(CaptureError) {
        path = name
        descriptor = nil
        sink = try LogSink(options.logger)
        guard lk_devices_load() == 0 else {
            throw .noCamera(device: name, reason: "FFmpeg's library of devices is not installed")
        }
        guard let input = av_find_input_format(system.format) else {
            throw .noCamera(device: name, reason: "FFmpeg here has no \(system.format)")
        }
        guard let context = avformat_alloc_context() else { throw .outOfMemory }
        self.context = context
        lk_confine(context)
        lk_log_format(context, sink.handle)
        var settings: OpaquePointer?
        defer { av_dict_free(&settings) }
        if system.takesSettings {
            let size = options.size
            av_dict_set(&settings, "video_size", "\(size.width)x\(size.height)", 0)
            av_dict_set(&settings, "framerate", "\(options.frameRate)", 0)
        }
        var code = avformat_open_input(&self.context, address, input, &settings)
        if code >= 0 {
            lk_camera_keep_rate(address)
            code = avformat_find_stream_info(self.context, nil)
        }
        guard code >= 0 else {
            let error = FFmpegError(code: code)
            let reason = sink.takeError() ?? error.message
            if let code = error.systemCode { throw System.failure(code, camera: name) }
            throw .noCamera(device: name, reason: reason)
        }
    }

    deinit {
        avformat_close_input(&context)
        lk_io_close(&io)
    }

    private func open() throws(CaptureError) {
        // A reader of its kind; the name helps to tell kinds apart that have no mark.
        var input: UnsafePointer<AVInputFormat>?
        let score = av_probe_input_buffer2(io, &input, path, nil, 0, 0)
        guard score >= 0, let input else { throw notVideo(score) }
        let names = String(cString: input.pointee.name).split(separator: ",").map(String.init)
        if let reason = names.lazy.compactMap({ Self.refused[$0] }).first {
            throw .notVideo(file: path, reason: reason)
        }
        // FFmpeg frees the context when this fails and sets it to nil.
        var code = avformat_open_input(&context, path, input, nil)
        guard code >= 0 else { throw notVideo(code) }
        code = avformat_find_stream_info(context, nil)
        guard code >= 0 else { throw notVideo(code) }
    }

    private func notVideo(_ code: Int32) -> CaptureError {
        let error = FFmpegError(code: code)
        return .notVideo(file: path, reason: sink.takeError() ?? error.message)
    }

    /// The kinds of file it may be, such as `mov` and `mp4`.
    var formatNames: [String] {
        guard let name = context?.pointee.iformat?.pointee.name else { return [] }
        return String(cString: name).split(separator: ",").map(String.init)
    }

    var streams: [UnsafeMutablePointer<AVStream>] {
        guard let context = context?.pointee, let streams = context.streams else { return [] }
        return (0..<Int(context.nb_streams)).compactMap { streams[$0] }
    }

    /// The images that a player would show; never the cover of a record.
    var videoStream: UnsafeMutablePointer<AVStream>? {
        let index = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard index >= 0, streams.indices.contains(Int(index)) else { return nil }
        let stream = streams[Int(index)]
        return stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 ? stream : nil
    }

    /// How long it lasts, in microseconds.
    var duration: Int64? {
        guard let duration = context?.pointee.duration, duration != lk_no_pts, duration > 0
        else { return nil }
        return duration
    }

    /// A stream's rate as the file or its first frames tell it.
    func frameRate(of stream: UnsafeMutablePointer<AVStream>) -> FrameRate? {
        let rate = av_guess_frame_rate(context, stream, nil)
        return FrameRate(Int(rate.num), Int(rate.den))
    }

    /// Passes over all streams but those of `indices`.
    func keepOnly(_ indices: Set<Int32>) {
        for stream in streams where !indices.contains(stream.pointee.index) {
            stream.pointee.discard = AVDISCARD_ALL
        }
    }

    /// Puts the next packet in `packet`, which is emptied before.
    func read(into packet: MediaPacket) -> Reading {
        av_packet_unref(packet.pointer)
        let code = av_read_frame(context, packet.pointer)
        if code >= 0 { return .packet }
        return code == lk_error_end ? .ended : .failed(FFmpegError(code: code))
    }

    /// The error number with which reading the file itself failed, if it did.
    var systemFailure: Int32? {
        guard let error = io?.pointee.error, error < 0 else { return nil }
        return FFmpegError(code: error).systemCode
    }
}
