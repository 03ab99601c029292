#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging

/// Converts decoded images to those that are delivered: their own planes where possible, otherwise RGB by
/// a filter chain. Not thread-safe.
struct VideoConverter {
    enum Output {
        /// An image as it is stored, and its time.
        case image(PixelBuffer, time: Int64, timeBase: AVRational)
        /// The chain needs another image, or its end, first.
        case needsInput
        /// The chain has ended.
        case ended
    }

    private let file: String
    private let stream: UnsafeMutablePointer<AVStream>
    /// Whether images may keep the decoder's buffers, of which a camera has few.
    private let keepsBuffers: Bool
    private let filtered: MediaFrame
    private var chain: FilterChain?
    /// The properties shared by the images of the chain, or by those without one; nil before the first.
    var key: FilterKey?
    /// An image that needed no filter chain.
    private var planar: (image: PixelBuffer, time: Int64)?

    /// - Parameter file: The name for errors.
    /// - Throws: ``CaptureError/outOfMemory``.
    init(
        _ stream: UnsafeMutablePointer<AVStream>, file: String, keepsBuffers: Bool
    ) throws(CaptureError) {
        self.stream = stream
        self.file = file
        self.keepsBuffers = keepsBuffers
        filtered = try MediaFrame()
    }

    /// Whether there is a filter chain.
    var isOpen: Bool { chain != nil }

    /// Takes the planes of an image of this size unchanged if possible, otherwise opens the chain that
    /// ``key`` demands.
    ///
    /// - Returns: Whether the chain is open; it has not received the image.
    /// - Throws: ``CaptureError/undecodable(file:reason:)`` if there is no such chain.
    mutating func open(
        for decoded: MediaFrame, _ size: PixelSize, _ orientation: ExifOrientation
    ) throws(CaptureError) -> Bool {
        guard let key else { return false }
        let time = decoded.pointer.pointee.best_effort_timestamp
        if keepsBuffers, !key.deinterlaces, orientation == .up, PixelSize(decoded) == size,
            let image = try YUVImage(moving: decoded)
        {
            planar = (PixelBuffer(image), time)
            return false
        }
        let fields = key.deinterlaces ? "bwdif=mode=send_frame:deint=interlaced," : ""
        // The same flags as the ffmpeg program uses.
        let filters =
            "\(fields)scale=\(size.width):\(size.height):flags=bicubic,"
            + "format=pix_fmts=rgb24"
        do {
            chain = try FilterChain(filters, like: decoded, timeBase: stream.pointee.time_base)
        } catch {
            throw .undecodable(file: file, reason: error.message)
        }
        return true
    }

    /// Sends an image to the chain, if there is one.
    ///
    /// - Throws: ``FFmpegError``.
    func send(_ decoded: MediaFrame) throws(FFmpegError) {
        decoded.pointer.pointee.pts = decoded.pointer.pointee.best_effort_timestamp
        try chain?.send(decoded)
    }

    /// Signals to the chain, if there is one, that no more images follow.
    ///
    /// - Throws: ``FFmpegError``.
    func end() throws(FFmpegError) { try chain?.send(nil) }

    /// Closes the chain.
    mutating func close() { chain = nil }

    /// Takes an image that needed no filter chain, or receives one from the chain; nil without both.
    ///
    /// - Throws: ``FFmpegError`` or ``CaptureError``.
    mutating func receive() throws -> Output? {
        if let planar {
            self.planar = nil
            return .image(planar.image, time: planar.time, timeBase: stream.pointee.time_base)
        }
        guard let chain else { return nil }
        switch try chain.receive(into: filtered) {
        case .image:
            defer { av_frame_unref(filtered.pointer) }
            return .image(
                try PixelBuffer(copying: filtered), time: filtered.pointer.pointee.pts,
                timeBase: chain.timeBase)
        case .needsInput: return .needsInput
        case .ended: return .ended
        }
    }
}
#endif
