public import LandmarkCore
public import LandmarkImaging

extension MPPGraph {
    /// Processes the next image, rotated by `rotation`.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The image, in any pixel format.
    ///   - timestamp: Its time, which must be later than that of the previous image.
    /// - Returns: The driver's state after this image; nil if it failed, for the reason in
    ///   `lastError`.
    @discardableResult
    public func process(_ pixelBuffer: PixelBuffer, timestamp: Timestamp) -> DMSResult? {
        try? finish { () throws(DMSError) in try frame(pixelBuffer, at: timestamp) }
    }

    /// Processes the next image, rotated by `rotation`.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The image, in any pixel format.
    ///   - seconds: Its time in seconds, which must be later than that of the previous image. It is
    ///     rounded to milliseconds.
    /// - Returns: The driver's state after this image; nil if it failed, for the reason in
    ///   `lastError`.
    @discardableResult
    public func process(_ pixelBuffer: PixelBuffer, seconds: Double) -> DMSResult? {
        try? finish { () throws(DMSError) in
            try frame(pixelBuffer, at: FrameTime.timestamp(seconds: seconds))
        }
    }

    /// An image with its time and the orientation of `rotation`.
    ///
    /// - Throws: `DMSError.rotation`.
    func frame(_ image: PixelBuffer, at timestamp: Timestamp) throws(DMSError) -> Frame {
        let orientation: Orientation
        switch rotation {
        case 0: orientation = .up
        case 90: orientation = .right
        case 180: orientation = .down
        case 270: orientation = .left
        case let other: throw .rotation(other)
        }
        return Frame(image: image, timestamp: timestamp, orientation: orientation)
    }
}
