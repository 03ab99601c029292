/// A rectangle in whole pixels of an image: MediaPipe's `Rect`.
public struct IntegerRect: Sendable, Hashable {
    /// The horizontal center in pixels.
    public var xCenter: Int
    /// The vertical center in pixels.
    public var yCenter: Int
    /// The width before rotation in pixels.
    public var width: Int
    /// The height before rotation in pixels.
    public var height: Int
    /// The rotation in radians, clockwise on screen.
    public var rotation: Float

    /// Creates a rectangle from its center, size and rotation.
    public init(xCenter: Int, yCenter: Int, width: Int, height: Int, rotation: Float = 0) {
        self.xCenter = xCenter
        self.yCenter = yCenter
        self.width = width
        self.height = height
        self.rotation = rotation
    }
}

extension Int {
    /// Truncates a number like C++ when it converts to `int32`; clamps numbers out of range, and
    /// converts NaN to 0.
    init(truncating number: Float) {
        self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -2_147_483_648), 2_147_483_520))
    }
}
