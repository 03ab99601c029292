/// A rotated rectangle in pixels of a picture, with the centre and size not rounded.
public struct PixelRect: Sendable, Hashable {
    /// Horizontal centre in pixels.
    public var xCenter: Float
    /// Vertical centre in pixels.
    public var yCenter: Float
    /// Width before rotation, in pixels.
    public var width: Float
    /// Height before rotation, in pixels.
    public var height: Float
    /// Rotation in radians, clockwise on screen.
    public var rotation: Float

    /// Makes a rectangle from its centre, size and rotation.
    public init(xCenter: Float, yCenter: Float, width: Float, height: Float, rotation: Float) {
        self.xCenter = xCenter
        self.yCenter = yCenter
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// The pixels that `rect` covers in a picture of `size`.
    public init(_ rect: NormalizedRect, in size: PixelSize) {
        let width = Float(size.width)
        let height = Float(size.height)
        self.init(
            xCenter: rect.xCenter * width, yCenter: rect.yCenter * height,
            width: rect.width * width, height: rect.height * height, rotation: rect.rotation)
    }
}
