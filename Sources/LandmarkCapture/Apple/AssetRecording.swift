#if canImport(AVFoundation)
import AVFoundation
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import LandmarkCore
import LandmarkImaging

/// Writes a video with AVFoundation, which uses the hardware's H.264 encoder.
final class AssetRecording: VideoEncoding {
    private let path: String
    private let size: PixelSize
    private let timing: WriterTiming
    /// The path of the video until it is complete.
    private let temporary: String
    private let writer: AVAssetWriter
    private let input: AVAssetWriterInput
    private let adaptor: AVAssetWriterInputPixelBufferAdaptor
    private let audio: AssetAudio?
    private var last: (timestamp: Timestamp, time: Int)?
    /// Whether images at the source's end are left out.
    private let endsEarly: Bool
    /// The duration of the last image in ticks, if known.
    private var period: Int

    init(
        path: String, size: PixelSize, source: VideoFile?, options: VideoWriterOptions
    ) throws(CaptureError) {
        self.path = path
        self.size = size
        temporary = try Self.temporaryPath(for: path)
        let copied = source.flatMap { $0.information.hasAudio ? $0.information.name : nil }
        let facts = source?.timing
        timing = WriterTiming(
            rate: source == nil ? options.frameRate : facts?.rate,
            start: copied == nil ? (0, 1) : facts?.start ?? (0, 1))
        period = timing.period ?? timing.ticksPerSecond / 30
        do {
            writer = try AVAssetWriter(
                outputURL: URL(fileURLWithPath: temporary), fileType: .mp4)
        } catch {
            throw .unencodable(file: path, reason: error.localizedDescription)
        }
        let codec: AVVideoCodecType = options.codec == .hevc ? .hevc : .h264
        let (columns, rows) = (size.roundedUpToEven.width, size.roundedUpToEven.height)
        let rate = timing.rate?.framesPerSecond ?? 30
        let bits = options.bitsPerSecond(pixels: columns * rows, framesPerSecond: rate)
        input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [
                AVVideoCodecKey: codec, AVVideoWidthKey: columns,
                AVVideoHeightKey: rows,
                AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: bits],
            ])
        input.expectsMediaDataInRealTime = false
        input.mediaTimeScale = CMTimeScale(clamping: timing.ticksPerSecond)
        adaptor = AVAssetWriterInputPixelBufferAdaptor(
            assetWriterInput: input, sourcePixelBufferAttributes: nil)
        guard writer.canAdd(input) else {
            throw .noEncoder(
                file: path, codec: options.codec.title, tried: ["AVFoundation"])
        }
        writer.add(input)
        if let copied {
            audio = try AssetAudio(from: copied, to: writer, logger: options.logger)
        } else {
            audio = nil
        }
        endsEarly = source?.part.end != nil
        // Put the index at the start of the file.
        writer.shouldOptimizeForNetworkUse = true
        guard writer.startWriting() else { throw failure }
    }

    deinit {
        if writer.status == .writing { writer.cancelWriting() }
        // The file is renamed when it is complete.
        FileSystem.remove(temporary)
    }

    var copiesAudio: Bool { audio != nil }

    func write(_ image: PixelBuffer, at timestamp: Timestamp) throws(CaptureError) {
        guard image.size == size else {
            throw .wrongImageSize(file: path, expected: size, got: image.size)
        }
        if let last, timestamp <= last.timestamp {
            throw .timestampNotIncreasing(file: path, previous: last.timestamp, got: timestamp)
        }
        guard let ticks = timing.time(of: timestamp) else {
            throw .timestampOutOfRange(file: path, got: timestamp)
        }
        // Earlier audio is not played: the video begins with the first image.
        if last == nil { writer.startSession(atSourceTime: time(ticks)) }
        if let last { period = max(1, ticks - last.time) }
        last = (timestamp, ticks)
        let pixels = try image.evenPixelBuffer()
        try audio?.copy(until: seconds(ticks))
        // The writer interleaves: it may wait for audio before it takes more images.
        while !input.isReadyForMoreMediaData, writer.status == .writing {
            try audio?.copy(until: seconds(ticks) + 1)
            usleep(500)
        }
        guard adaptor.append(pixels, withPresentationTime: time(ticks)) else { throw failure }
    }

    func finish(complete: Bool) throws(CaptureError) {
        try end(complete: complete)
        do throws(SystemError) {
            try FileSystem.move(temporary, to: path)
        } catch {
            throw .writing(path, error)
        }
    }

    /// Ends the video without the rest of its audio, and keeps it next to its path. After an error,
    /// AVFoundation leaves nothing playable.
    func keepPartial(hasFailed: Bool) -> String? {
        let kept = Path.partial(of: path)
        guard !hasFailed, (try? end(complete: false)) != nil,
            (try? FileSystem.move(temporary, to: kept)) != nil
        else { return nil }
        return kept
    }

    private func end(complete: Bool) throws(CaptureError) {
        guard let last else { throw .nothingWritten(file: path) }
        let end = last.time + period
        input.markAsFinished()
        let isWhole = complete && !endsEarly
        try audio?.copy(until: isWhole ? nil : seconds(end))
        audio?.finish()
        // If all audio is copied, the session ends with whichever track lasts longer.
        if !isWhole || audio == nil { writer.endSession(atSourceTime: time(end)) }
        let finished = DispatchSemaphore(value: 0)
        writer.finishWriting { finished.signal() }
        finished.wait()
        guard writer.status == .completed else { throw failure }
    }

    /// Returns a name next to `path` for the unfinished file.
    ///
    /// - Throws: The error that prevents creating the file, such as
    ///   ``CaptureError/notFound(file:)``.
    private static func temporaryPath(for path: String) throws(CaptureError) -> String {
        let isReplaced: Bool
        do throws(SystemError) {
            // The file is removed immediately: this only checks that it can be created.
            isReplaced = try AtomicFile(path).isReplaced
        } catch {
            throw .writing(path, error)
        }
        guard isReplaced else {
            throw .unencodable(file: path, reason: "AVFoundation cannot write to pipes or devices")
        }
        return TemporaryFile.path(beside: path)
    }

    private func time(_ ticks: Int) -> CMTime {
        CMTime(value: Int64(ticks), timescale: CMTimeScale(clamping: timing.ticksPerSecond))
    }

    private func seconds(_ ticks: Int) -> Double { Double(ticks) / Double(timing.ticksPerSecond) }

    private var failure: CaptureError {
        .unencodable(
            file: path,
            reason: writer.error?.localizedDescription ?? "AVFoundation reported no reason")
    }
}
#endif
