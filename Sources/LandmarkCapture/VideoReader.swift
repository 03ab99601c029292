#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging

/// Decodes the images of a media file or camera in presentation order. Not thread-safe.
final class VideoReader: VideoDecoding {
    private enum Phase {
        /// Packets are being read, decoded and converted.
        case decoding
        /// The old filter chain is being drained before `decoded`, which needs a different one.
        case replacing
        /// The input has ended: the chain is being drained, then the error is thrown.
        case finishing(CaptureError?)
        case ended
    }

    let demuxer: Demuxer
    let stream: UnsafeMutablePointer<AVStream>
    private(set) var timing: FrameTiming
    /// The number of images decoded for delivery.
    private var delivered = 0
    private let options: VideoOptions
    private let decoderSink: LogSink
    private let decoder: VideoDecoder
    private let packet: MediaPacket
    private let decoded: MediaFrame
    private var converter: VideoConverter
    private var phase = Phase.decoding
    private var damage = Damage()
    private var notes: ImageNotes
    /// The consecutive faults of a camera; nil for a file.
    private var liveFaults: LiveFaults?
    private var packetIsPending = false
    private var packets: VideoPackets
    /// The position at which decoding continues after skipped frames, until its image is decoded.
    private var resumption: Resumption?
    /// The index of the next image in the whole video.
    private var number = 0
    /// The number of decoded images of the first size, delivered or still in the chain.
    private var accepted = 0
    private var inputEnded = false
    private var failuresAtEnd = 0
    /// Exceeds the number of images that a decoder can hold.
    private static let failureLimitAtEnd = 128
    /// The reason that reading ended early; nil at the regular end.
    private(set) var endReason: String?
    private var storedSize: PixelSize?
    /// The first image, decoded by the initializer and not yet delivered.
    private var first: Frame?
    private(set) var orientation = ExifOrientation.up

    /// Decodes the first image of an open file or camera.
    ///
    /// - Throws: ``CaptureError/noVideoStream(file:)``, `unsupportedCodec`, `undecodable` or
    ///   `imageTooLarge`.
    init(
        _ demuxer: Demuxer, options: VideoOptions, isLive: Bool = false
    ) throws(CaptureError) {
        self.options = options
        self.demuxer = demuxer
        guard let stream = demuxer.videoStream else { throw .noVideoStream(file: demuxer.path) }
        self.stream = stream
        demuxer.keepOnly([stream.pointee.index])
        packets = VideoPackets(demuxer, stream)
        decoderSink = try LogSink(options.logger)
        decoder = try VideoDecoder(
            stream, of: demuxer, sink: decoderSink, threads: options.threads,
            pixelLimit: options.pixelLimit)
        notes = ImageNotes(demuxer.path, options.logger)
        packet = try MediaPacket()
        decoded = try MediaFrame()
        converter = try VideoConverter(stream, file: demuxer.path, keepsBuffers: !isLive)
        liveFaults = isLive ? LiveFaults() : nil
        timing = FrameTiming(
            stream, rate: demuxer.frameRate(of: stream),
            isLive: isLive || demuxer.hasArrivalTimes)
        first = try firstFrame()
    }

    /// Opens a file and decodes its first image.
    ///
    /// - Throws: ``CaptureError``.
    convenience init(path: String, options: VideoOptions) throws(CaptureError) {
        guard let address = NetworkAddress(path), FileSystem.identity(of: path) == nil else {
            try self.init(
                Demuxer(path: path, logger: options.logger, isLive: options.isLive),
                options: options)
            return
        }
        guard options.allowsNetwork else { throw .isAddress(address.name) }
        guard !address.isLive else {
            throw .unreachable(
                address: address.name, reason: "it is a camera stream, not a video")
        }
        let demuxer = try Demuxer(video: address, logger: options.logger)
        do throws(CaptureError) {
            try self.init(demuxer, options: options)
        } catch .undecodable(let file, let reason) where !demuxer.canSeek {
            throw .undecodable(
                file: file,
                reason:
                    "\(reason); the server does not support seeking, which an MP4 file with its"
                    + " index at the end requires")
        }
    }

    /// The properties that the file declares.
    var information: SourceInformation {
        let hasAudio = demuxer.streams.contains {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        }
        let count = Int(stream.pointee.nb_frames)
        return SourceInformation(
            name: demuxer.path, size: size, frameRate: demuxer.frameRate(of: stream),
            frameCount: count > 0 ? count : nil,
            duration: demuxer.duration.map { Double($0) / 1e6 },
            rotation: orientation.degrees, hasAudio: hasAudio,
            isLive: demuxer.hasArrivalTimes && !demuxer.canSeek, isPiped: !demuxer.canSeek)
    }

    /// The size of delivered frames.
    var size: PixelSize? {
        guard let storedSize else { return nil }
        return orientation.swapsAxes
            ? PixelSize(width: storedSize.height, height: storedSize.width) : storedSize
    }

    /// Returns the next image; nil after the last.
    ///
    /// - Throws: ``CaptureError/damaged(file:frames:faults:reason:)`` once after the last image, or
    ///   `sizeChanged`, `imageTooLarge` or `undecodable`.
    func next() throws(CaptureError) -> Frame? {
        if let first {
            self.first = nil
            return first
        }
        while true {
            if let frame = try convertedFrame() {
                delivered += 1
                return frame
            }
            switch phase {
            case .decoding:
                try decode()
            case .replacing:
                try convertImage()
                phase = .decoding
            case .finishing(let error):
                phase = .ended
                if let error = error ?? damage.error(in: demuxer.path, frames: delivered) {
                    throw error
                }
            case .ended:
                return nil
            }
        }
    }

    private func firstFrame() throws(CaptureError) -> Frame {
        do {
            if let frame = try next() { return frame }
        } catch .damaged(let file, _, _, let reason) {
            throw .undecodable(file: file, reason: reason)
        }
        throw .undecodable(file: demuxer.path, reason: "it contains no image")
    }

    /// Takes the next converted image, if there is one.
    private func convertedFrame() throws(CaptureError) -> Frame? {
        do {
            switch try converter.receive() {
            case .image(let image, let time, let timeBase):
                return frame(image, timestamp(of: time, timeBase))
            case .needsInput:
                if case .decoding = phase { return nil }
            case .ended:
                break
            case nil:
                return nil
            }
        } catch let error as FFmpegError {
            fail(error)
        } catch let error as CaptureError {
            throw error
        } catch {}
        converter.close()
        return nil
    }

    private func frame(_ image: PixelBuffer, _ timestamp: Timestamp) -> Frame {
        defer { number += 1 }
        return Frame(image: image.upright(from: orientation), timestamp: timestamp)
            .numbered(number)
    }

    private func timestamp(of time: Int64, _ timeBase: AVRational) -> Timestamp {
        timing.timestamp(
            of: time == lk_no_pts
                ? nil : av_rescale_q(time, timeBase, stream.pointee.time_base))
    }
}

// MARK: Decoding

extension VideoReader {
    private func decode() throws(CaptureError) {
        switch decoder.receive(into: decoded) {
        case .image:
            liveFaults?.reset()
            try acceptImage()
        case .needsInput: sendPacket()
        case .ended: finish(nil)
        case .failed(let error):
            recordFault(decoderSink.takeError() ?? error.message)
            if !inputEnded { return sendPacket() }
            // Images after the failed one can still be received.
            failuresAtEnd += 1
            if failuresAtEnd > Self.failureLimitAtEnd { finish(nil) }
        }
    }

    /// Sends a decoded image to the filter chain after checking its size, and replaces the chain if
    /// the image needs another one.
    private func acceptImage() throws(CaptureError) {
        let image = decoded.pointer
        if let resumption {
            guard let reached = resumption.number(at: image.pointee.best_effort_timestamp) else {
                return av_frame_unref(image)
            }
            number = reached
            accepted = reached
            self.resumption = nil
        }
        if image.pointee.decode_error_flags != 0
            || image.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
        {
            recordFault(decoderSink.takeError() ?? "an image is incomplete")
        }
        let size = PixelSize(decoded)
        if let storedSize {
            if size != storedSize {
                switch options.sizeChange {
                case .stop:
                    return finish(
                        .sizeChanged(
                            file: demuxer.path, frame: accepted, from: storedSize, to: size))
                case .scaleToFirst: break
                case .deliver:
                    try checkLimit(size)
                    notes.sizeChange(from: storedSize, to: size, at: accepted)
                    self.storedSize = size
                }
            }
        } else {
            try checkLimit(size)
            storedSize = size
            orientation = storedOrientation()
        }
        notes.describe(decoded)
        accepted += 1
        let deinterlaces =
            converter.key?.deinterlaces == true
            || options.deinterlaces && lk_frame_is_interlaced(image) != 0
        let key = FilterKey(decoded, deinterlaces: deinterlaces)
        if key == converter.key, converter.isOpen { return filterImage() }
        converter.key = key
        if converter.isOpen {
            phase = .replacing
            do { try converter.end() } catch { fail(error) }
        } else {
            try convertImage()
        }
    }

    private func convertImage() throws(CaptureError) {
        guard let storedSize else { return }
        if try converter.open(for: decoded, storedSize, orientation) { filterImage() }
    }

    private func checkLimit(_ size: PixelSize) throws(CaptureError) {
        guard size.width <= options.pixelLimit / max(1, size.height) else {
            throw .imageTooLarge(file: demuxer.path, size: size, limit: options.pixelLimit)
        }
    }

    private func filterImage() {
        do { try converter.send(decoded) } catch { fail(error) }
    }

    private func storedOrientation() -> ExifOrientation {
        guard
            let matrix = lk_frame_matrix(decoded.pointer) ?? lk_stream_matrix(stream)
        else { return .up }
        if let orientation = DisplayMatrix.orientation(matrix) { return orientation }
        options.logger.log(
            .warning, "\(demuxer.path): its rotation is not a multiple of 90° and is ignored")
        return .up
    }

    /// Reads the next packet and sends it to the decoder.
    private func sendPacket() {
        if !packetIsPending {
            _ = demuxer.sink.takeError()
            switch packets.next(into: packet) {
            case .packet:
                guard packet.pointer.pointee.stream_index == stream.pointee.index else { return }
                resumption?.count(packet)
                if packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 {
                    recordFault("the data is truncated or marked as damaged")
                }
            case .failed(let error):
                let reason = demuxer.sink.takeError() ?? error.message
                recordFault(reason)
                if liveFaults?.ignores(error.code) == true { return }
                endReason = reason
                return endInput()
            case .ended:
                recordMissingEnd()
                return endInput()
            }
        }
        packetIsPending = false
        do {
            try decoder.send(packet)
        } catch {
            packetIsPending = error.code == lk_error_again
            if !packetIsPending { recordFault(decoderSink.takeError() ?? error.message) }
        }
    }

    /// Logs a fault at once; the error is thrown after the last frame.
    private func recordFault(_ fault: String) {
        // A decoder that starts in the middle lacks the reference images of those before its
        // keyframe.
        guard resumption == nil else { return options.logger.log(.debug, fault) }
        damage.record(fault)
        options.logger.log(.warning, "\(demuxer.path): \(fault)")
    }

    private func endInput() {
        inputEnded = true
        do { try decoder.send(nil) } catch { finish(nil) }
    }

    /// Records a fault if the file is truncated.
    private func recordMissingEnd() {
        if let error = demuxer.systemError {
            recordFault("\(error)")
        } else if demuxer.formatNames.contains("mp4") {
            // The index may be stored before the images it lists.
            let listed = Int(avformat_index_get_entries_count(stream))
            if listed > packets.count {
                recordFault("the file ends after \(packets.count) of \(listed) images")
            }
        } else if let error = demuxer.sink.truncation ?? demuxer.sink.takeError() {
            recordFault(error)
        }
    }

    private func finish(_ error: CaptureError?) {
        phase = .finishing(error)
        do { try converter.end() } catch { converter.close() }
    }

    private func fail(_ error: FFmpegError) {
        phase = .finishing(.undecodable(file: demuxer.path, reason: error.message))
        converter.close()
    }
}

// MARK: Parts

extension VideoReader {
    func damage(frames: Int) -> CaptureError? { damage.error(in: demuxer.path, frames: frames) }

    /// Continues at the last keyframe before a time, in seconds from the first frame. If that
    /// keyframe cannot be found, everything before the time is decoded and dropped.
    func skip(before time: Double) {
        guard resumption == nil, converter.key?.deinterlaces == false,
            let found = packets.skip(before: time, from: timing.start)
        else { return }
        decoder.flush()
        first = nil
        packetIsPending = false
        resumption = found
    }
}
#endif
