public import LandmarkCore

/// What is asked of a camera. It gives what it has that is nearest.
public struct CameraOptions: Sendable {
    /// Columns and rows.
    public var size = PixelSize(width: 640, height: 480)
    /// Frames per second.
    public var frameRate = FrameRate.thirty
    /// Takes what the driver has to say, such as that it has another size.
    public var logger = Logger.silent

    /// VGA at 30 frames per second.
    public init() {}
}
