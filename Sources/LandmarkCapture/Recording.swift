import CFFmpeg
import LandmarkCore
import LandmarkImaging

/// A video being written: encoder, sound and file. Used by one thread at a time.
final class Recording {
    private let size: PixelSize
    private let timing: WriterTiming
    private let muxer: Muxer
    private let encoder: VideoEncoder
    private let audio: AudioCopy?
    private let stream: UnsafeMutablePointer<AVStream>
    private let packet: MediaPacket
    private var last: (timestamp: Timestamp, time: Int)?
    /// How long the last image is shown, as far as is known.
    private var period: Int

    init(
        path: String, size: PixelSize, source: VideoFile?, options: VideoWriterOptions
    ) throws(CaptureError) {
        try CaptureLibraries.load()
        self.size = size
        let audioPath = source.flatMap { Self.audioPath(of: $0, options.logger) }
        let facts = source?.timing
        timing = WriterTiming(
            rate: source == nil ? options.frameRate : facts?.rate,
            start: audioPath == nil ? (0, 1) : facts?.start ?? (0, 1))
        period = timing.period ?? timing.below / 30
        muxer = try Muxer(try OutputFile(path: path), logger: options.logger)
        encoder = try VideoEncoder(
            path: path, size: size, timing: timing, options: options,
            globalHeader: muxer.wantsGlobalHeader)
        stream = try muxer.addStream()
        try encoder.describe(stream)
        if let audioPath {
            audio = try AudioCopy(from: audioPath, to: muxer, logger: options.logger)
        } else {
            audio = nil
        }
        packet = try MediaPacket()
        try muxer.start()
    }

    var copiesAudio: Bool { audio != nil }

    /// The file to read sound from, if there is sound and the file can be read a second time.
    private static func audioPath(of source: VideoFile, _ logger: Logger) -> String? {
        let path = source.information.name
        guard source.information.hasAudio else { return nil }
        if System.isRegular(path) == true { return path }
        logger.log(.warning, "\(path) cannot be read twice; its sound is left out")
        return nil
    }

    func write(_ image: PixelBuffer, at timestamp: Timestamp) throws(CaptureError) {
        guard image.size == size else {
            throw .wrongImageSize(file: muxer.file.path, expected: size, got: image.size)
        }
        if let last, timestamp <= last.timestamp {
            throw .timestampNotIncreasing(
                file: muxer.file.path, previous: last.timestamp, got: timestamp)
        }
        guard let time = timing.time(of: timestamp) else {
            throw .timestampOutOfRange(file: muxer.file.path, got: timestamp)
        }
        if let last { period = max(1, time - last.time) }
        last = (timestamp, time)
        try encoder.put(image, at: time)
        try drain()
        try audio?.pump(until: seconds(time), into: muxer)
    }

    /// Makes a whole file of what has been written.
    func finish(complete: Bool) throws(CaptureError) {
        guard let last else { throw .nothingWritten(file: muxer.file.path) }
        try encoder.put(nil, at: 0)
        try drain()
        try audio?.pump(until: complete ? nil : seconds(last.time + period), into: muxer)
        try muxer.finish()
    }

    private func seconds(_ time: Int) -> Double { Double(time) / Double(timing.below) }

    /// Moves what the encoder has ready into the file.
    private func drain() throws(CaptureError) {
        let unit = AVRational(num: 1, den: Int32(clamping: timing.below))
        while try encoder.take(into: packet) {
            packet.pointer.pointee.stream_index = stream.pointee.index
            // Only the last image's counts: the others last until the next.
            packet.pointer.pointee.duration = Int64(period)
            av_packet_rescale_ts(packet.pointer, unit, stream.pointee.time_base)
            try muxer.write(packet)
        }
    }
}
