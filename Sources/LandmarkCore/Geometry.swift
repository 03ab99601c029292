/// The size of an image in whole pixels.
///
/// Encoded with the keys `width` and `height`.
public struct PixelSize: Sendable, Hashable, Codable {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a size of `width` columns by `height` rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension PixelSize: CustomStringConvertible {
    /// The size as `width×height`.
    public var description: String { "\(width)×\(height)" }
}

/// A point in pixels from the top left corner of an image; it may lie outside the image.
///
/// Encoded with the keys `x` and `y`.
public struct PixelPoint: Sendable, Hashable, Codable {
    /// The distance from the left edge in pixels.
    public var x: Float
    /// The distance from the top edge in pixels.
    public var y: Float

    /// Creates a point from its coordinates.
    public init(x: Float, y: Float) {
        self.x = x
        self.y = y
    }
}

/// A rotated rectangle in normalized image coordinates: the region of interest of a landmark model.
///
/// The center and size are fractions of the full, unrotated image: x and width of its width, y and
/// height of its height. The rotation is in radians, positive clockwise on screen (the y axis
/// points down). The fields, and arithmetic on them, are `Float`: the sampling grid rounds to 1/32
/// pixel, and a wider type would round ties differently.
///
/// Encoded with the keys `xCenter`, `yCenter`, `width`, `height` and `rotation`.
public struct NormalizedRect: Sendable, Hashable, Codable {
    /// The horizontal center as a fraction of the image's width.
    public var xCenter: Float
    /// The vertical center as a fraction of the image's height.
    public var yCenter: Float
    /// The width before rotation as a fraction of the image's width.
    public var width: Float
    /// The height before rotation as a fraction of the image's height.
    public var height: Float
    /// The rotation in radians, clockwise on screen.
    public var rotation: Float

    /// Creates a rectangle from its center, size and rotation.
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

/// A rotated rectangle in pixels of an image, not rounded to whole pixels.
///
/// Encoded with the keys `xCenter`, `yCenter`, `width`, `height` and `rotation`.
public struct PixelRect: Sendable, Hashable, Codable {
    /// The horizontal center in pixels.
    public var xCenter: Float
    /// The vertical center in pixels.
    public var yCenter: Float
    /// The width before rotation in pixels.
    public var width: Float
    /// The height before rotation in pixels.
    public var height: Float
    /// The rotation in radians, clockwise on screen.
    public var rotation: Float

    /// Creates a rectangle from its center, size and rotation.
    public init(xCenter: Float, yCenter: Float, width: Float, height: Float, rotation: Float) {
        self.xCenter = xCenter
        self.yCenter = yCenter
        self.width = width
        self.height = height
        self.rotation = rotation
    }

    /// Creates the rectangle that `rect` covers in an image of `size`.
    public init(_ rect: NormalizedRect, in size: PixelSize) {
        let width = Float(size.width)
        let height = Float(size.height)
        self.init(
            xCenter: rect.xCenter * width, yCenter: rect.yCenter * height,
            width: rect.width * width, height: rect.height * height, rotation: rect.rotation)
    }
}

/// The orientation of the scene in an image, named like `UIImage.Orientation`.
///
/// Landmarks are always returned in the coordinates of the input image, not of the rotated one.
/// Encoded as its raw value, such as `"left"`.
public enum Orientation: String, Sendable, Hashable, Codable, CaseIterable {
    /// The scene is upright.
    case up
    /// The top of the scene is at the image's left edge; rotate 90° clockwise to make it upright.
    case right
    /// The scene is upside down.
    case down
    /// The top of the scene is at the image's right edge; rotate 90° counterclockwise to make it
    /// upright.
    case left
}
