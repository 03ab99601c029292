#if canImport(CoreMedia)
public import CoreMedia
import CoreVideo
public import LandmarkCore
public import LandmarkImaging

extension Frame {
    /// Creates a frame from a sample buffer of a camera or a file, with its presentation time.
    ///
    /// The pixels are shared or converted as by `PixelBuffer.init(_:)` for pixel buffers.
    ///
    /// - Parameters:
    ///   - sample: The sample buffer.
    ///   - orientation: The side of the image at which the top of the scene is.
    /// - Throws: `AppleImageError.noImageBuffer` or `.noTime`, or another error for unusable pixels.
    public init(
        _ sample: CMSampleBuffer, orientation: Orientation = .up
    ) throws(AppleImageError) {
        guard let buffer = CMSampleBufferGetImageBuffer(sample) else { throw .noImageBuffer }
        let time = CMSampleBufferGetPresentationTimeStamp(sample)
        guard let timestamp = Timestamp(time) else { throw .noTime }
        self.init(
            image: try PixelBuffer(buffer), timestamp: timestamp, orientation: orientation)
    }
}

extension Timestamp {
    /// Creates a timestamp in whole milliseconds, rounded; nil for a time that is not a number
    /// or out of range.
    public init?(_ time: CMTime) {
        let seconds = CMTimeGetSeconds(time)
        self.init(seconds: seconds)
    }
}
#endif
