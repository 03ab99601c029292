/// A place in an image in pixels, from the top left corner; it may lie outside.
public struct PixelPoint: Sendable, Hashable {
    /// Pixels to the right of the left edge.
    public var x: Float
    /// Pixels below the top edge.
    public var y: Float

    /// Makes a point.
    public init(x: Float, y: Float) {
        self.x = x
        self.y = y
    }
}
