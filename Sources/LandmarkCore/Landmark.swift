/// A point of a hand, body or face in an image.
///
/// `x` and `y` are fractions of the unrotated input image's width and height; they are not
/// clamped, so a point outside the image is below 0 or above 1. `z` is depth relative to the
/// hand's wrist, the hips' midpoint or the head, on roughly the scale of `x`, smaller towards the camera.
public struct Landmark: Sendable, Hashable, Codable {
    /// Horizontal position, a fraction of the image's width.
    public var x: Float
    /// Vertical position, a fraction of the image's height.
    public var y: Float
    /// Relative depth, on the scale of `x`.
    public var z: Float
    /// The likelihood, 0…1, that the point is in view and not hidden; only bodies have it.
    public var visibility: Float?
    /// The likelihood, 0…1, that the point lies inside the image; only bodies have it.
    public var presence: Float?

    /// Makes a point.
    public init(
        x: Float, y: Float, z: Float, visibility: Float? = nil, presence: Float? = nil
    ) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
    }
}
