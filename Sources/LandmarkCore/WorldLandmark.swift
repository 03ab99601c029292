/// A point of a hand or body in meters.
///
/// The origin is the hand's approximate geometric center or the midpoint of the hips; x points
/// right, y down and z away from the camera.
public struct WorldLandmark: Sendable, Hashable, Codable {
    /// Meters to the right of the origin.
    public var x: Float
    /// Meters below the origin.
    public var y: Float
    /// Meters behind the origin, seen from the camera.
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
