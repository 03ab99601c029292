/// A rotated rectangle in pixels of an image, with the center and size not rounded.
public struct PixelRect: Sendable, Hashable, Codable {
    /// Horizontal center in pixels.
    public var xCenter: Float
    /// Vertical center in pixels.
    public var yCenter: Float
    /// Width before rotation, in pixels.
    public var width: Float
    /// Height before rotation, in pixels.
    public var height: Float
    /// Rotation in radians, clockwise on screen.
    public var rotation: Float

    /// Makes a rectangle from its center, size and rotation.
    public init(xCenter: Float, yCenter: Float, width: Float, height: Float, rotation: Float) {
        self.xCenter = xCenter
        self.yCenter = yCenter
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// The pixels that `rect` covers in an image of `size`.
    public init(_ rect: NormalizedRect, in size: PixelSize) {
        let width = Float(size.width)
        let height = Float(size.height)
        self.init(
            xCenter: rect.xCenter * width, yCenter: rect.yCenter * height,
            width: rect.width * width, height: rect.height * height, rotation: rect.rotation)
    }
}
