#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore

/// Reads the packets of a media file or camera.
///
/// Files are opened here and passed to FFmpeg as bytes, so that neither a file's name nor its
/// content can make FFmpeg open an address or another file. FFmpeg itself opens cameras, and
/// addresses if the caller allows them.
final class Demuxer {
    /// The result of reading a packet.
    enum Reading {
        case packet
        case ended
        case failed(FFmpegError)
    }

    let path: String
    let sink: LogSink
    /// Kept open for `io`; nil for a camera or an address.
    private let file: OpenFile?
    /// The source that `context` reads from; nil for a camera or a stream, which FFmpeg reads
    /// itself.
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var context: UnsafeMutablePointer<AVFormatContext>?

    /// Formats that are not video although FFmpeg renders them as images, or that refer to other
    /// files, each with the reason for rejecting it.
    private static let rejectedFormats: [String: String] = [
        "tty": "it is text", "bin": "it is text", "xbin": "it is text", "adf": "it is text",
        "idf": "it is text", "hls": "it is a playlist", "concat": "it is a playlist",
        "dash": "it is a playlist", "sdp": "it describes a broadcast",
        "rtsp": "it describes a broadcast",
    ]

    /// Opens a file or pipe and reads its header.
    ///
    /// - Parameter isLive: Whether a pipe delivers the images of a camera: see ``VideoOptions/isLive``.
    /// - Throws: ``CaptureError/notVideo(file:reason:)``, the operating system's reason, or
    ///   ``CaptureError/librariesMissing(reason:)``.
    init(path: String, logger: Logger, isLive: Bool = false) throws(CaptureError) {
        self.path = path
        let file = try Self.openFile(path, logger)
        self.file = file
        sink = try LogSink(logger)
        guard let io = lk_reader_open(file.descriptor) else { throw .outOfMemory }
        self.io = io
        try openContents(isLive: isLive && !canSeek)
    }

    /// Opens a video on a web server and reads its header.
    ///
    /// - Throws: ``CaptureError/unreachable(address:reason:)`` or ``CaptureError/notVideo(file:reason:)``.
    init(video address: NetworkAddress, logger: Logger) throws(CaptureError) {
        path = address.name
        file = nil
        sink = try LogSink(logger)
        var settings: OpaquePointer?
        defer { av_dict_free(&settings) }
        av_dict_set(&settings, "protocol_whitelist", address.protocols, 0)
        av_dict_set(&settings, "timeout", Self.networkTimeout, 0)
        // After a lost connection, continue where it stopped.
        av_dict_set(&settings, "reconnect", "1", 0)
        av_dict_set(&settings, "reconnect_delay_max", "10", 0)
        let code = avio_open2(&io, address.text, AVIO_FLAG_READ, nil, &settings)
        guard code >= 0 else {
            throw .unreachable(address: path, reason: FFmpegError(code: code).message)
        }
        try openContents()
    }

    /// Opens the stream of a network camera, only its images.
    ///
    /// - Throws: ``CaptureError/unreachable(address:reason:)``.
    init(stream address: NetworkAddress, logger: Logger) throws(CaptureError) {
        path = address.name
        file = nil
        sink = try LogSink(logger)
        guard let context = avformat_alloc_context() else { throw .outOfMemory }
        self.context = context
        lk_confine(context)
        lk_log_format(context, sink.handle)
        var settings: OpaquePointer?
        defer { av_dict_free(&settings) }
        av_dict_set(&settings, "protocol_whitelist", address.protocols, 0)
        av_dict_set(&settings, "timeout", Self.networkTimeout, 0)
        // UDP causes torn images on a busy network, and firewalls block it.
        av_dict_set(&settings, "rtsp_flags", "prefer_tcp", 0)
        av_dict_set(&settings, "allowed_media_types", "video", 0)
        av_dict_set(&settings, "analyzeduration", "2000000", 0)
        var code = avformat_open_input(
            &self.context, address.text, av_find_input_format("rtsp"), &settings)
        if code >= 0 { code = avformat_find_stream_info(self.context, nil) }
        guard code >= 0 else {
            throw .unreachable(address: path, reason: FFmpegError(code: code).message)
        }
    }

    /// The network timeout in microseconds.
    private static let networkTimeout = "10000000"

    /// Opens a camera.
    ///
    /// - Parameters:
    ///   - address: The name that FFmpeg's device reader opens.
    ///   - name: The name for errors.
    ///   - system: The device reader.
    ///   - options: The requested size and rate.
    /// - Throws: ``CaptureError/noCamera(device:reason:)``, `cameraNotPermitted` or `cameraBusy`.
    init(
        camera address: String, name: String, of system: CameraSystem, options: CameraOptions
    ) throws(CaptureError) {
        path = name
        file = nil
        sink = try LogSink(options.logger)
        guard lk_devices_load() == 0 else {
            throw .noCamera(device: name, reason: "FFmpeg's device library is not installed")
        }
        guard let input = av_find_input_format(system.format) else {
            throw .noCamera(device: name, reason: "this FFmpeg has no \(system.format)")
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
            if let error = error.systemError { throw .opening(camera: name, error) }
            throw .noCamera(device: name, reason: reason)
        }
    }

    deinit {
        avformat_close_input(&context)
        if file == nil { avio_closep(&io) } else { lk_io_close(&io) }
    }

    /// Opens an existing file or pipe that is not empty.
    private static func openFile(
        _ path: String, _ logger: Logger
    ) throws(CaptureError) -> OpenFile {
        let file: OpenFile
        let status: FileStatus
        do throws(SystemError) {
            file = try OpenFile(reading: path)
            status = try file.status()
        } catch {
            throw .reading(path, error)
        }
        switch status.kind {
        case .folder: throw .isFolder(file: path)
        case .file where status.byteCount == 0: throw .emptyFile(file: path)
        case .file: return file
        case .other: return try PipedVideo.seekable(file, named: path, logger) ?? file
        }
    }

    /// Reads the header of the file behind `io`.
    private func openContents(isLive: Bool = false) throws(CaptureError) {
        context = avformat_alloc_context()
        guard let context else { throw .outOfMemory }
        context.pointee.pb = io
        // Keep FFmpeg from closing the reader, even if opening fails.
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        lk_confine(context)
        lk_log_format(context, sink.handle)
        // Probe the content. The name helps with formats that have no signature.
        var input: UnsafePointer<AVInputFormat>?
        let score = av_probe_input_buffer2(io, &input, path, nil, 0, 0)
        guard score >= 0, let input else { throw notVideo(score) }
        let names = String(cString: input.pointee.name).split(separator: ",").map(String.init)
        if let reason = names.lazy.compactMap({ Self.rejectedFormats[$0] }).first {
            throw .notVideo(file: path, reason: reason)
        }
        var settings: OpaquePointer?
        defer { av_dict_free(&settings) }
        let areImages = names.contains { $0.hasSuffix("_pipe") }
        let hasTimes = !areImages && input.pointee.flags & AVFMT_NOTIMESTAMPS == 0
        // A sequence of JPEGs from a camera's web page has no timestamps either.
        if names.contains("mpjpeg") || isLive && !hasTimes {
            context.pointee.use_wallclock_as_timestamps = 1
            // The unit of the timestamps of a sequence of images is its nominal frame rate.
            if areImages { av_dict_set(&settings, "framerate", "1000", 0) }
        }
        // FFmpeg would read seconds of images to find out their rate, which a camera does not need.
        if isLive {
            context.pointee.fps_probe_size = 0
            context.pointee.max_ts_probe = 0
            // Each image of a sequence describes itself; this is the least that FFmpeg accepts.
            if areImages { context.pointee.probesize = 32 }
        }
        // On failure FFmpeg frees the context and sets it to nil.
        var code = avformat_open_input(&self.context, path, input, &settings)
        guard code >= 0 else { throw notVideo(code) }
        code = avformat_find_stream_info(self.context, nil)
        guard code >= 0 else { throw notVideo(code) }
    }

    private func notVideo(_ code: Int32) -> CaptureError {
        let error = FFmpegError(code: code)
        return .notVideo(file: path, reason: sink.takeError() ?? error.message)
    }

    /// The names of the format, such as `mov` and `mp4`.
    var formatNames: [String] {
        guard let name = context?.pointee.iformat?.pointee.name else { return [] }
        return String(cString: name).split(separator: ",").map(String.init)
    }

    /// Whether packets have the time at which they arrived.
    var hasArrivalTimes: Bool { context?.pointee.use_wallclock_as_timestamps == 1 }

    /// Whether the file is seekable.
    var canSeek: Bool { io.map { $0.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 } ?? false }

    var streams: [UnsafeMutablePointer<AVStream>] {
        guard let context = context?.pointee, let streams = context.streams else { return [] }
        return (0..<Int(context.nb_streams)).compactMap { streams[$0] }
    }

    /// The stream that a player would show, never an attached cover image.
    var videoStream: UnsafeMutablePointer<AVStream>? {
        let index = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard index >= 0, streams.indices.contains(Int(index)) else { return nil }
        let stream = streams[Int(index)]
        return stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 ? stream : nil
    }

    /// The duration in microseconds; nil when unknown.
    var duration: Int64? {
        guard let duration = context?.pointee.duration, duration != lk_no_pts, duration > 0
        else { return nil }
        return duration
    }

    /// Returns the frame rate of a stream according to the file or its first frames; nil when
    /// unknown.
    func frameRate(of stream: UnsafeMutablePointer<AVStream>) -> FrameRate? {
        let rate = av_guess_frame_rate(context, stream, nil)
        return FrameRate(Int(rate.num), Int(rate.den))
    }

    /// Discards the packets of all streams except `indices`.
    func keepOnly(_ indices: Set<Int32>) {
        for stream in streams where !indices.contains(stream.pointee.index) {
            stream.pointee.discard = AVDISCARD_ALL
        }
    }

    /// Reads the next packet into `packet`, replacing its contents.
    func read(into packet: MediaPacket) -> Reading {
        av_packet_unref(packet.pointer)
        let code = av_read_frame(context, packet.pointer)
        if code >= 0 { return .packet }
        return code == lk_error_end ? .ended : .failed(FFmpegError(code: code))
    }

    /// The operating system's error if reading the file itself failed.
    var systemError: SystemError? {
        guard let error = io?.pointee.error, error < 0 else { return nil }
        return FFmpegError(code: error).systemError
    }
}
#endif
