public import LandmarkCore

/// One image of a video, a camera or another source, with its time.
public struct Frame: Sendable {
    /// The pixels.
    public let image: PixelBuffer
    /// When the image was taken or is to be shown.
    public let timestamp: Timestamp
    /// How the scene lies in the image.
    public let orientation: Orientation

    /// Makes a frame.
    public init(image: PixelBuffer, timestamp: Timestamp, orientation: Orientation = .up) {
        self.image = image
        self.timestamp = timestamp
        self.orientation = orientation
    }
}
