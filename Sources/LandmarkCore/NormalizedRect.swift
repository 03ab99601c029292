/// A rotated rectangle in fractions of an image: the region of interest of a landmark model.
///
/// The center and size are fractions of the full, unrotated image (x and width of its width, y
/// and height of its height). The rotation is in radians, positive clockwise on screen (the y axis
/// points down). All fields are `Float`, and the arithmetic on them stays in `Float`: the sampling
/// grid rounds to 1/32 pixel, and a wider type would round the other way at ties.
public struct NormalizedRect: Sendable, Hashable, Codable {
    /// Horizontal center, a fraction of the image's width.
    public var xCenter: Float
    /// Vertical center, a fraction of the image's height.
    public var yCenter: Float
    /// Width before rotation, a fraction of the image's width.
    public var width: Float
    /// Height before rotation, a fraction of the image's height.
    public var height: Float
    /// Rotation in radians, clockwise on screen.
    public var rotation: Float

    /// Makes a rectangle from its center, size and rotation.
    public init(
        xCenter: Float, yCenter: Float, width: Float, height: Float, rotation: Float = 0
    ) {
        self.xCenter = xCenter
        self.yCenter = yCenter
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// The whole image, upright.
    public static let full = NormalizedRect(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1)
}
