#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImaging

/// A video being written: encoder, audio and file. Not thread-safe.
final class Recording: VideoEncoding {
    private let size: PixelSize
    private let options: VideoWriterOptions
    private let timing: WriterTiming
    private let muxer: Muxer
    /// Opened with the first image, whose colors it adopts.
    private var encoder: VideoEncoder?
    private let audio: AudioTracks?
    private let stream: UnsafeMutablePointer<AVStream>
    private let packet: MediaPacket
    private var last: (timestamp: Timestamp, time: Int)?
    /// The time of the first image, with which the video begins, in ticks after the source's first.
    private var origin: Int?
    /// The time of the source's first image, in seconds.
    private let sourceStart: Double
    /// Whether images at the source's end are left out.
    private let endsEarly: Bool
    /// The duration of the last image in ticks, if known.
    private var period: Int

    init(
        path: String, size: PixelSize, source: VideoFile?, options: VideoWriterOptions
    ) throws(CaptureError) {
        try CaptureLibraries.load()
        try VideoEncoder.check(options, size, for: path)
        self.size = size
        self.options = options
        let audioPath = source.flatMap { Self.audioPath(of: $0, options.logger) }
        let facts = source?.timing
        timing = WriterTiming(
            rate: source == nil ? options.frameRate : facts?.rate, start: (0, 1))
        sourceStart =
            facts.map {
                Double($0.start.numerator) / Double(max(1, $0.start.denominator))
            } ?? 0
        endsEarly = source?.part.end != nil
        period = timing.period ?? timing.ticksPerSecond / 30
        muxer = try Muxer(path: path, logger: options.logger)
        stream = try muxer.addStream()
        if let audioPath {
            audio = try AudioTracks(from: audioPath, to: muxer, logger: options.logger)
        } else {
            audio = nil
        }
        packet = try MediaPacket()
    }

    var copiesAudio: Bool { audio != nil }

    /// Returns the file to read audio from; nil if it has none or cannot be read twice.
    private static func audioPath(of source: VideoFile, _ logger: Logger) -> String? {
        let path = source.information.name
        guard source.information.hasAudio else { return nil }
        if FileSystem.isFile(path) { return path }
        logger.log(.warning, "\(path) cannot be read twice; its audio is omitted")
        return nil
    }

    /// Encodes an image shown at `timestamp`, and copies the audio up to it.
    ///
    /// - Throws: ``CaptureError/wrongImageSize(file:expected:got:)``,
    ///   ``CaptureError/timestampNotIncreasing(file:previous:got:)``, `timestampOutOfRange`,
    ///   `unencodable` or `writeFailed`.
    func write(_ image: PixelBuffer, at timestamp: Timestamp) throws(CaptureError) {
        guard image.size == size else {
            throw .wrongImageSize(file: muxer.path, expected: size, got: image.size)
        }
        if let last, timestamp <= last.timestamp {
            throw .timestampNotIncreasing(
                file: muxer.path, previous: last.timestamp, got: timestamp)
        }
        guard let position = timing.time(of: timestamp) else {
            throw .timestampOutOfRange(file: muxer.path, got: timestamp)
        }
        let time = position - (origin ?? position)
        if let last { period = max(1, time - last.time) }
        last = (timestamp, time)
        if origin == nil {
            origin = position
            audio?.begin(at: sourceStart + seconds(position))
        }
        let encoder = try openEncoder(for: image)
        try encoder.send(image, at: time)
        try drain(encoder)
        try audio?.copy(until: seconds(time), into: muxer)
    }

    /// Completes the file.
    ///
    /// - Throws: ``CaptureError/nothingWritten(file:)``, `unencodable` or `writeFailed`.
    func finish(complete: Bool) throws(CaptureError) {
        guard let last, let encoder else { throw .nothingWritten(file: muxer.path) }
        try encoder.send(nil, at: 0)
        try drain(encoder)
        let isWhole = complete && !endsEarly
        try audio?.copy(until: isWhole ? nil : seconds(last.time + period), into: muxer)
        try audio?.finish(into: muxer)
        try muxer.finish()
    }

    /// Ends the video without the rest of its audio, and keeps it next to its path if it is
    /// playable.
    ///
    /// - Parameter hasFailed: Whether a write failed before.
    /// - Returns: The path of the video; nil if no part of it is playable.
    func keepPartial(hasFailed: Bool) -> String? {
        var isWhole = false
        if !hasFailed, let encoder {
            isWhole = (try? encoder.send(nil, at: 0)) != nil && (try? drain(encoder)) != nil
        }
        guard let kept = muxer.keepPartial(isWhole: isWhole) else { return nil }
        if (try? VideoFile(path: kept)) != nil { return kept }
        FileSystem.remove(kept)
        return nil
    }

    /// Returns the encoder. The first image opens it and writes the file's header.
    private func openEncoder(for image: PixelBuffer) throws(CaptureError) -> VideoEncoder {
        if let encoder { return encoder }
        let encoder = try VideoEncoder(
            path: muxer.path, size: size, colors: VideoColors(of: image), timing: timing,
            options: options, choices: EncoderChoice.candidates(options, size: size),
            globalHeader: muxer.needsGlobalHeader)
        try encoder.describe(stream)
        try muxer.start()
        self.encoder = encoder
        return encoder
    }

    private func seconds(_ time: Int) -> Double { Double(time) / Double(timing.ticksPerSecond) }

    /// Writes the packets that the encoder has ready.
    private func drain(_ encoder: VideoEncoder) throws(CaptureError) {
        let timeBase = AVRational(num: 1, den: Int32(clamping: timing.ticksPerSecond))
        while try encoder.receive(into: packet) {
            packet.pointer.pointee.stream_index = stream.pointee.index
            // This matters only for the last image: the others last until the next one.
            packet.pointer.pointee.duration = Int64(period)
            av_packet_rescale_ts(packet.pointer, timeBase, stream.pointee.time_base)
            try muxer.write(packet)
        }
    }
}
#endif
