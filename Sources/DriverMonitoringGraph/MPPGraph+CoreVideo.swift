#if canImport(CoreVideo) && canImport(CoreMedia)
public import CoreMedia
public import CoreVideo
import LandmarkApple
import LandmarkCore
import LandmarkImaging

extension MPPGraph {
    /// Processes the next image, rotated by `rotation`.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The image, as 32BGRA, 32RGBA, 420v or 420f. It may be reused once the call
    ///     has returned.
    ///   - timestamp: Its time in milliseconds, which must be later than that of the previous image
    ///     by at most an hour.
    /// - Returns: The driver's state after this image; nil if it failed, for the reason in
    ///   `lastError`.
    @discardableResult
    @objc(processPixelBuffer:timestamp:)
    public func process(_ pixelBuffer: CVPixelBuffer, timestamp: UInt64) -> DMSResult? {
        try? finish { () throws(DMSError) in
            try frame(
                PixelBuffer(of: pixelBuffer), at: .milliseconds(Int(clamping: timestamp)))
        }
    }

    /// Processes the next image, rotated by `rotation`.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The image, as 32BGRA, 32RGBA, 420v or 420f. It may be reused once the call
    ///     has returned.
    ///   - timestamp: Its time, which must be later than that of the previous image by at most an
    ///     hour. It is rounded to milliseconds.
    /// - Returns: The driver's state after this image; nil if it failed, for the reason in
    ///   `lastError`.
    @discardableResult
    @objc(processPixelBuffer:presentationTime:)
    public func process(_ pixelBuffer: CVPixelBuffer, timestamp: CMTime) -> DMSResult? {
        try? finish { () throws(DMSError) in
            try frame(PixelBuffer(of: pixelBuffer), at: FrameTime.timestamp(timestamp))
        }
    }

    /// Processes the next image, rotated by `rotation`.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The image, as 32BGRA, 32RGBA, 420v or 420f. It may be reused once the call
    ///     has returned.
    ///   - seconds: Its time in seconds, which must be later than that of the previous image by at
    ///     most an hour. It is rounded to milliseconds.
    /// - Returns: The driver's state after this image; nil if it failed, for the reason in
    ///   `lastError`.
    @discardableResult
    @nonobjc
    public func process(_ pixelBuffer: CVPixelBuffer, seconds: Double) -> DMSResult? {
        try? finish { () throws(DMSError) in
            try frame(PixelBuffer(of: pixelBuffer), at: FrameTime.timestamp(seconds: seconds))
        }
    }

    /// Processes the image of a sample buffer at its presentation time, rotated by `rotation`.
    ///
    /// - Parameter sampleBuffer: The sample buffer of a camera or video, as its output delivers it.
    /// - Returns: The driver's state after this image; nil if it failed, for the reason in
    ///   `lastError`.
    @discardableResult
    @objc(processSampleBuffer:)
    public func process(_ sampleBuffer: CMSampleBuffer) -> DMSResult? {
        try? finish { () throws(DMSError) in
            guard CMSampleBufferIsValid(sampleBuffer),
                let pixels = CMSampleBufferGetImageBuffer(sampleBuffer)
            else { throw .noImage }
            let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
            return try frame(PixelBuffer(of: pixels), at: FrameTime.timestamp(time))
        }
    }
}

extension FrameTime {
    /// Rounds a time to milliseconds.
    ///
    /// - Throws: `DMSError.invalidTime` if it is not a number.
    static func timestamp(_ time: CMTime) throws(DMSError) -> Timestamp {
        guard CMTimeGetSeconds(time).isFinite else { throw .invalidTime }
        return try timestamp(value: time.value, timescale: time.timescale)
    }
}

extension PixelBuffer {
    /// The pixels of a buffer, shared or converted.
    ///
    /// - Throws: `DMSError.pixelFormat`, `.unreadablePixels` or `.image`.
    fileprivate init(of buffer: CVPixelBuffer) throws(DMSError) {
        do throws(AppleImageError) { try self.init(buffer) } catch { throw DMSError(error) }
    }
}
#endif
