import CFFmpeg
import LandmarkCore
import LandmarkImaging

/// The images of a media file in their order. Used by one thread at a time.
final class VideoReader {
    private enum Phase {
        /// Packets are read, decoded and converted.
        case decoding
        /// `decoded` holds an image of another kind, and the old chain is being emptied.
        case replacing
        /// Nothing more goes in; what the chain still holds comes out, then the error.
        case finishing(CaptureError?)
        case ended
    }

    let demuxer: Demuxer
    let stream: UnsafeMutablePointer<AVStream>
    private(set) var timing: FrameTiming
    private(set) var delivered = 0
    private let options: VideoOptions
    private let decoderSink: LogSink
    private let decoder: VideoDecoder
    private let packet: MediaPacket
    private let decoded: MediaFrame
    private let filtered: MediaFrame
    private var chain: FilterChain?
    private var chainKey: FilterKey?
    private var phase = Phase.decoding
    private var damage = Damage()
    /// Of a camera; nil for a file.
    private var liveFaults: LiveFaults?
    private var packetIsPending = false
    private var packetsRead = 0
    /// Decoded images of the first size, delivered or still in the chain.
    private var accepted = 0
    private var inputEnded = false
    private var failuresAtEnd = 0
    /// More than a decoder can hold images.
    private static let mostFailuresAtEnd = 128
    /// Why reading ended, when not because all was read.
    private(set) var endReason: String?
    private var storedSize: PixelSize?
    private var first: Frame?
    private(set) var orientation = ExifOrientation.upright

    /// Decodes the first image of an open file or camera.
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
        packet = try MediaPacket()
        decoded = try MediaFrame()
        filtered = try MediaFrame()
        liveFaults = isLive ? LiveFaults() : nil
        timing = FrameTiming(stream, rate: demuxer.frameRate(of: stream), isLive: isLive)
        first = try firstFrame()
    }

    /// The size of the frames as they are delivered.
    var size: PixelSize? {
        guard let storedSize else { return nil }
        return orientation.swapsAxes
            ? PixelSize(width: storedSize.height, height: storedSize.width) : storedSize
    }

    /// The next image, or nil after the last.
    func next() throws(CaptureError) -> Frame? {
        if let first {
            self.first = nil
            delivered = 1
            return first
        }
        guard let frame = try advance() else { return nil }
        delivered += 1
        return frame
    }

    private func firstFrame() throws(CaptureError) -> Frame {
        do {
            if let frame = try advance() { return frame }
        } catch .damaged(let file, _, _, let reason) {
            throw .undecodable(file: file, reason: reason)
        }
        throw .undecodable(file: demuxer.path, reason: "there is no image in it")
    }

    private func advance() throws(CaptureError) -> Frame? {
        while true {
            if let frame = try convertedFrame() { return frame }
            switch phase {
            case .decoding:
                try decode()
            case .replacing:
                try openChain()
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

    /// An image that has come out of the chain, if one has.
    private func convertedFrame() throws(CaptureError) -> Frame? {
        guard let chain else { return nil }
        do {
            switch try chain.take(into: filtered) {
            case .image:
                defer { av_frame_unref(filtered.pointer) }
                return try frame(timeBase: chain.timeBase)
            case .wanting:
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
        let time = filtered.pointer.pointee.pts
        let known: Int64? =
            time == lk_no_pts
            ? nil : av_rescale_q(time, timeBase, stream.pointee.time_base)
        let timestamp = timing.timestamp(of: known)
        let image = try PixelBuffer(copying: filtered).upright(from: orientation)
        return Frame(image: image, timestamp: timestamp)
    }
}

// MARK: Decoding

extension VideoReader {
    private func decode() throws(CaptureError) {
        switch decoder.take(into: decoded) {
        case .image:
            liveFaults?.reset()
            try admit()
        case .wanting: feed()
        case .ended: finish(nil)
        case .failed(let error):
            note(decoderSink.takeError() ?? error.message)
            if !inputEnded { return feed() }
            // Images behind the one that failed still come out.
            failuresAtEnd += 1
            if failuresAtEnd > Self.mostFailuresAtEnd { finish(nil) }
        }
    }

    /// Passes a decoded image on, or says why not.
    private func admit() throws(CaptureError) {
        let image = decoded.pointer
        if image.pointee.decode_error_flags != 0
            || image.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
        {
            note(decoderSink.takeError() ?? "an image is incomplete")
        }
        let size = PixelSize(
            width: Int(image.pointee.width), height: Int(image.pointee.height))
        if let storedSize {
            if size != storedSize, options.sizeChange == .stop {
                return finish(
                    .sizeChanged(
                        file: demuxer.path, frame: accepted, from: storedSize, to: size))
            }
        } else {
            guard size.width <= options.pixelLimit / max(1, size.height) else {
                throw .imageTooLarge(
                    file: demuxer.path, size: size, limit: options.pixelLimit)
            }
            storedSize = size
            orientation = storedOrientation()
        }
        accepted += 1
        let deinterlaces =
            chainKey?.deinterlaces == true
            || options.deinterlaces && lk_frame_is_interlaced(image) != 0
        let key = FilterKey(decoded, deinterlaces: deinterlaces)
        if key == chainKey, chain != nil { return passOn() }
        chainKey = key
        if let chain {
            phase = .replacing
            do { try chain.put(nil) } catch { fail(error) }
        } else {
            try openChain()
        }
    }

    private func passOn() {
        decoded.pointer.pointee.pts = decoded.pointer.pointee.best_effort_timestamp
        do { try chain?.put(decoded) } catch { fail(error) }
    }

    private func openChain() throws(CaptureError) {
        guard let storedSize, let chainKey else { return }
        let fields = chainKey.deinterlaces ? "bwdif=mode=send_frame:deint=interlaced," : ""
        // The ffmpeg program converts with these flags, too.
        let filters =
            "\(fields)scale=\(storedSize.width):\(storedSize.height):flags=bicubic,"
            + "format=pix_fmts=rgb24"
        do {
            chain = try FilterChain(filters, like: decoded, timeBase: stream.pointee.time_base)
        } catch {
            throw .undecodable(file: demuxer.path, reason: error.message)
        }
        passOn()
    }

    private func storedOrientation() -> ExifOrientation {
        guard
            let matrix = lk_frame_matrix(decoded.pointer) ?? lk_stream_matrix(stream)
        else { return .upright }
        if let orientation = DisplayMatrix.orientation(matrix) { return orientation }
        options.logger.log(
            .warning, "\(demuxer.path): its images are to be turned by no multiple of 90°")
        return .upright
    }

    /// Reads the next packet and hands it to the decoder.
    private func feed() {
        if !packetIsPending {
            _ = demuxer.sink.takeError()
            switch demuxer.read(into: packet) {
            case .packet:
                guard packet.pointer.pointee.stream_index == stream.pointee.index else { return }
                packetsRead += 1
                if packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 {
                    note("the data are cut off or marked as damaged")
                }
            case .failed(let error):
                let reason = demuxer.sink.takeError() ?? error.message
                note(reason)
                if liveFaults?.passesOver(error.code) == true { return }
                endReason = reason
                return endInput()
            case .ended:
                noteMissingEnd()
                return endInput()
            }
        }
        packetIsPending = false
        do {
            try decoder.put(packet)
        } catch {
            packetIsPending = error.code == lk_error_again
            if !packetIsPending { note(decoderSink.takeError() ?? error.message) }
        }
    }

    /// Says at once what is wrong; the error comes after the last frame.
    private func note(_ fault: String) {
        damage.note(fault)
        options.logger.log(.warning, "\(demuxer.path): \(fault)")
    }

    private func endInput() {
        inputEnded = true
        do { try decoder.put(nil) } catch { finish(nil) }
    }

    /// Finds out whether the file ends where it should.
    private func noteMissingEnd() {
        if let code = demuxer.systemFailure {
            note(System.message(for: code))
        } else if demuxer.formatNames.contains("mp4") {
            // This kind lists its images at one end and keeps them at the other.
            let listed = Int(avformat_index_get_entries_count(stream))
            if listed > packetsRead {
                note("the file ends after \(packetsRead) of \(listed) images")
            }
        } else if let error = demuxer.sink.cutOff ?? demuxer.sink.takeError() {
            note(error)
        }
    }

    private func finish(_ error: CaptureError?) {
        phase = .finishing(error)
        do { try chain?.put(nil) } catch { chain = nil }
    }

    private func fail(_ error: FFmpegError) {
        phase = .finishing(.undecodable(file: demuxer.path, reason: error.message))
        chain = nil
    }
}
