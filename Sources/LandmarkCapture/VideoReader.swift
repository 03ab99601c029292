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
        /// The old filter chain is being drained before `decoded`, which needs another one.
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
    private let filtered: MediaFrame
    private var chain: FilterChain?
    private var chainKey: FilterKey?
    /// An image that needed no filter chain.
    private var planar: Frame?
    private var phase = Phase.decoding
    private var damage = Damage()
    private var notes: ImageNotes
    /// The consecutive faults of a camera; nil for a file.
    private var liveFaults: LiveFaults?
    private var packetIsPending = false
    private var packetsRead = 0
    /// The packets read whose images are shown.
    private var packetsShown = 0
    /// Packets that were read when frames were left out, to be decoded before further ones.
    private var ahead = PacketQueue()
    /// Where decoding goes on after frames were left out, until its image is there.
    private var resumption: Resumption?
    /// The index of the next image of the whole video.
    private var number = 0
    /// The number of decoded images of the first size, delivered or still in the chain.
    private var accepted = 0
    private var inputEnded = false
    private var failuresAtEnd = 0
    /// More than the number of images that a decoder can hold.
    private static let failureLimitAtEnd = 128
    /// The reason why reading ended early; nil at the regular end.
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
        decoderSink = try LogSink(options.logger)
        decoder = try VideoDecoder(
            stream, of: demuxer, sink: decoderSink, threads: options.threads,
            pixelLimit: options.pixelLimit)
        notes = ImageNotes(demuxer.path, options.logger)
        packet = try MediaPacket()
        decoded = try MediaFrame()
        filtered = try MediaFrame()
        liveFaults = isLive ? LiveFaults() : nil
        timing = FrameTiming(stream, rate: demuxer.frameRate(of: stream), isLive: isLive)
        first = try firstFrame()
    }

    /// Opens a file and decodes its first image.
    ///
    /// - Throws: ``CaptureError``.
    convenience init(path: String, options: VideoOptions) throws(CaptureError) {
        try self.init(Demuxer(path: path, logger: options.logger), options: options)
    }

    /// What the file declares.
    var information: SourceInformation {
        let hasAudio = demuxer.streams.contains {
            $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        }
        let count = Int(stream.pointee.nb_frames)
        return SourceInformation(
            name: demuxer.path, size: size, frameRate: demuxer.frameRate(of: stream),
            frameCount: count > 0 ? count : nil,
            duration: demuxer.duration.map { Double($0) / 1e6 },
            rotation: orientation.degrees, hasAudio: hasAudio)
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

    /// Takes an image that needed no filter chain, or receives one from the chain, if there is one.
    private func convertedFrame() throws(CaptureError) -> Frame? {
        if let planar {
            self.planar = nil
            return planar
        }
        guard let chain else { return nil }
        do {
            switch try chain.receive(into: filtered) {
            case .image:
                defer { av_frame_unref(filtered.pointer) }
                return try frame(timeBase: chain.timeBase)
            case .needsInput:
                if case .decoding = phase { return nil }
            case .ended:
                break
            }
        } catch let error as FFmpegError {
            fail(error)
        } catch let error as CaptureError {
            throw error
        } catch {}
        self.chain = nil
        return nil
    }

    private func frame(timeBase: AVRational) throws(CaptureError) -> Frame {
        let timestamp = timestamp(of: filtered.pointer.pointee.pts, timeBase)
        let image = try PixelBuffer(copying: filtered).upright(from: orientation)
        return numbered(Frame(image: image, timestamp: timestamp))
    }

    private func numbered(_ frame: Frame) -> Frame {
        defer { number += 1 }
        return frame.numbered(number)
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
            chainKey?.deinterlaces == true
            || options.deinterlaces && lk_frame_is_interlaced(image) != 0
        let key = FilterKey(decoded, deinterlaces: deinterlaces)
        if key == chainKey, chain != nil { return filterImage() }
        chainKey = key
        if let chain {
            phase = .replacing
            do { try chain.send(nil) } catch { fail(error) }
        } else {
            try convertImage()
        }
    }

    /// Delivers the planes of an image as they are if they can be, else opens the chain that it needs.
    private func convertImage() throws(CaptureError) {
        // The images of a camera live in its few buffers.
        let time = decoded.pointer.pointee.best_effort_timestamp
        guard liveFaults == nil, chainKey?.deinterlaces == false, orientation == .up,
            PixelSize(decoded) == storedSize, let image = try YUVImage(moving: decoded)
        else { return try openChain() }
        planar = numbered(
            Frame(
                image: PixelBuffer(image),
                timestamp: timestamp(of: time, stream.pointee.time_base)))
    }

    private func checkLimit(_ size: PixelSize) throws(CaptureError) {
        guard size.width <= options.pixelLimit / max(1, size.height) else {
            throw .imageTooLarge(file: demuxer.path, size: size, limit: options.pixelLimit)
        }
    }

    private func filterImage() {
        decoded.pointer.pointee.pts = decoded.pointer.pointee.best_effort_timestamp
        do { try chain?.send(decoded) } catch { fail(error) }
    }

    private func openChain() throws(CaptureError) {
        guard let storedSize, let chainKey else { return }
        let fields = chainKey.deinterlaces ? "bwdif=mode=send_frame:deint=interlaced," : ""
        // The same flags as the ffmpeg program uses.
        let filters =
            "\(fields)scale=\(storedSize.width):\(storedSize.height):flags=bicubic,"
            + "format=pix_fmts=rgb24"
        do {
            chain = try FilterChain(filters, like: decoded, timeBase: stream.pointee.time_base)
        } catch {
            throw .undecodable(file: demuxer.path, reason: error.message)
        }
        filterImage()
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
            switch ahead.take(into: packet) ?? read(into: packet) {
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

    /// Reads the next packet of the file, and counts it if it is the video's.
    private func read(into packet: MediaPacket) -> Demuxer.Reading {
        let reading = demuxer.read(into: packet)
        if case .packet = reading, packet.pointer.pointee.stream_index == stream.pointee.index {
            packetsRead += 1
            if packet.isShown { packetsShown += 1 }
        }
        return reading
    }

    /// Logs a fault at once; the error is thrown after the last frame.
    private func recordFault(_ fault: String) {
        // A decoder that begins in the middle lacks what images before its keyframe refer to.
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
            if listed > packetsRead {
                recordFault("the file ends after \(packetsRead) of \(listed) images")
            }
        } else if let error = demuxer.sink.truncation ?? demuxer.sink.takeError() {
            recordFault(error)
        }
    }

    private func finish(_ error: CaptureError?) {
        phase = .finishing(error)
        do { try chain?.send(nil) } catch { chain = nil }
    }

    private func fail(_ error: FFmpegError) {
        phase = .finishing(.undecodable(file: demuxer.path, reason: error.message))
        chain = nil
    }
}

// MARK: Parts

extension VideoReader {
    func damage(frames: Int) -> CaptureError? { damage.error(in: demuxer.path, frames: frames) }

    /// Reads up to a time without decoding, and goes on at the last keyframe before it.
    ///
    /// Only where a packet is an image and says when it is shown: the packets that are passed over are
    /// then the frames that are left out. Everything else is decoded and dropped.
    func skip(before time: Double) {
        guard resumption == nil, chainKey?.deinterlaces == false, Self.hasImagePerPacket(stream),
            !Set(demuxer.formatNames).isDisjoint(with: ["mp4", "matroska", "webm"])
        else { return }
        var found: Resumption?
        while ahead.byteCount < Self.readAheadLimit {
            guard let packet = try? MediaPacket() else { break }
            let shownBefore = packetsShown
            let reading = read(into: packet)
            guard case .packet = reading else {
                ahead.end(with: reading)
                break
            }
            guard packet.pointer.pointee.stream_index == stream.pointee.index else { continue }
            let shown = packet.pointer.pointee.pts
            // Timestamps are rounded: a keyframe right at the time might count as before it.
            if packet.isKeyframe, shown != lk_no_pts, seconds(shown) < time - 0.002 {
                ahead = PacketQueue()
                found = Resumption(time: shown, number: shownBefore)
            }
            ahead.append(packet)
            let decoded = packet.pointer.pointee.dts
            if shown == lk_no_pts || decoded != lk_no_pts && seconds(decoded) > time { break }
        }
        guard let found else { return }
        decoder.flush()
        first = nil
        packetIsPending = false
        resumption = found
    }

    private static func hasImagePerPacket(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
        [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1]
            .contains(stream.pointee.codecpar.pointee.codec_id)
    }

    /// The most bytes of compressed images to keep.
    private static let readAheadLimit = 1 << 28

    /// The seconds from the first frame to a presentation time.
    private func seconds(_ time: Int64) -> Double {
        let unit = stream.pointee.time_base
        let start = timing.start
        return Double(time) * Double(unit.num) / Double(unit.den)
            - Double(start.numerator) / Double(start.denominator)
    }
}

/// A keyframe at which decoding goes on after packets were passed over.
struct Resumption {
    /// When its image is shown.
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

/// The properties that all images of a filter chain share.
struct FilterKey: Hashable {
    let format: Int32
    let width: Int32
    let height: Int32
    let space: UInt32
    let range: UInt32
    var deinterlaces: Bool

    init(_ frame: MediaFrame, deinterlaces: Bool) {
        let frame = frame.pointer.pointee
        format = frame.format
        width = frame.width
        height = frame.height
        space = frame.colorspace.rawValue
        range = frame.color_range.rawValue
        self.deinterlaces = deinterlaces
    }
}

/// The faults found while decoding a file.
struct Damage {
    private var faults = 0
    private var reason = ""

    /// Counts a fault, keeping the reason of the first one.
    mutating func record(_ reason: String) {
        if faults == 0 { self.reason = reason }
        faults += 1
    }

    /// Returns the error to throw after the last frame; nil without faults.
    func error(in file: String, frames: Int) -> CaptureError? {
        faults == 0 ? nil : .damaged(file: file, frames: frames, faults: faults, reason: reason)
    }
}

/// Limits the consecutive faults of a camera, whose frames may be truncated in transmission.
package struct LiveFaults {
    /// The number of consecutive faults to ignore: more than two seconds of frames.
    package static let limit = 64
    private var consecutive = 0

    package init() {}

    /// Counts a read that failed with `code`, and returns whether to ignore it.
    package mutating func ignores(_ code: Int32) -> Bool {
        consecutive += 1
        return code == lk_error_invalid_data && consecutive <= Self.limit
    }

    /// Resets the count after a complete frame.
    package mutating func reset() { consecutive = 0 }
}

extension FrameTiming {
    /// Creates the conversion for a stream with frame rate `rate`.
    init(_ stream: UnsafeMutablePointer<AVStream>, rate: FrameRate?, isLive: Bool) {
        let unit = stream.pointee.time_base
        let average = stream.pointee.avg_frame_rate
        let nominal = stream.pointee.r_frame_rate
        // The average of a constant rate deviates by the error of the last frame's duration.
        let mean = average.den > 0 ? Double(average.num) / Double(average.den) : 0
        let base = nominal.den > 0 ? Double(nominal.num) / Double(nominal.den) : 0
        let isConstant = !isLive && base > 0 && abs(mean / base - 1) < 0.001
        self.init(
            unit: (numerator: max(1, Int(unit.num)), denominator: max(1, Int(unit.den))),
            rate: isConstant ? FrameRate(Int(nominal.num), Int(nominal.den)) ?? rate : rate,
            isConstant: isConstant)
    }
}
#endif
