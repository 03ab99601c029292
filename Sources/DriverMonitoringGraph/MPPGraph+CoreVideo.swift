#if canImport(CoreVideo) && canImport(CoreMedia)
public import CoreMedia
public import CoreVideo
import LandmarkCore
import LandmarkImaging

extension MPPGraph {
    /// Processes the next image, rotated as `rotation` says.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The image, in the format `kCVPixelFormatType_32BGRA`. It is copied, and may
    ///     be reused once the call has returned.
    ///   - timestamp: Its time, which must be later than that of the previous image. It is rounded
    ///     to milliseconds.
    /// - Returns: The driver's state after this image; nil if it failed, for the reason in
    ///   `lastError`.
    @discardableResult
    public func processPixelBuffer(_ pixelBuffer: CVPixelBuffer, timestamp: CMTime) -> DMSResult? {
        try? finish { () throws(DMSError) in
            try frame(PixelBuffer(copying: pixelBuffer), at: FrameTime.timestamp(timestamp))
        }
    }

    /// Processes the next image, rotated as `rotation` says.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The image, in the format `kCVPixelFormatType_32BGRA`. It is copied, and may
    ///     be reused once the call has returned.
    ///   - timestamp: Its time in seconds, which must be later than that of the previous image. It
    ///     is rounded to milliseconds.
    /// - Returns: The driver's state after this image; nil if it failed, for the reason in
    ///   `lastError`.
    @discardableResult
    @nonobjc
    public func processPixelBuffer(_ pixelBuffer: CVPixelBuffer, timestamp: Double) -> DMSResult? {
        try? finish { () throws(DMSError) in
            try frame(
                PixelBuffer(copying: pixelBuffer), at: FrameTime.timestamp(seconds: timestamp))
        }
    }

    /// Processes the image of a sample buffer at its presentation time, rotated as `rotation` says.
    ///
    /// - Parameter sampleBuffer: The sample buffer of a camera or video, as its output delivers it.
    /// - Returns: The driver's state after this image; nil if it failed, for the reason in
    ///   `lastError`.
    @discardableResult
    public func processSampleBuffer(_ sampleBuffer: CMSampleBuffer) -> DMSResult? {
        try? finish { () throws(DMSError) in
            guard CMSampleBufferIsValid(sampleBuffer),
                let pixels = CMSampleBufferGetImageBuffer(sampleBuffer)
            else { throw .noImage }
            let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
            return try frame(PixelBuffer(copying: pixels), at: FrameTime.timestamp(time))
        }
    }
}

extension FrameTime {
    /// Rounds a time to milliseconds.
    ///
    /// - Throws: `DMSError.invalidTime` if it is not a number.
    static func timestamp(_ time: CMTime) throws(DMSError) -> Timestamp {
        guard time.isNumeric else { throw .invalidTime }
        return try timestamp(value: time.value, timescale: time.timescale)
    }
}

extension PixelBuffer {
    /// Copies the pixels of a 32-bit BGRA buffer.
    ///
    /// - Throws: `DMSError.pixelFormat`, `.unreadablePixels` or `.image`.
    fileprivate init(copying buffer: CVPixelBuffer) throws(DMSError) {
        let format = CVPixelBufferGetPixelFormatType(buffer)
        guard format == kCVPixelFormatType_32BGRA else { throw .pixelFormat(format) }
        let status = CVPixelBufferLockBaseAddress(buffer, .readOnly)
        guard status == kCVReturnSuccess else { throw .unreadablePixels(code: status) }
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else {
            throw .unreadablePixels(code: status)
        }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        let count = max(0, height - 1) * stride + width * PixelFormat.bgra32.bytesPerPixel
        do throws(ImagingError) {
            try self.init(
                width: width, height: height, format: .bgra32, bytesPerRow: stride,
                bytes: Array(UnsafeRawBufferPointer(start: base, count: count)))
        } catch {
            throw .image(error)
        }
    }
}
#endif
