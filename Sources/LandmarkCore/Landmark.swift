/// A landmark of a hand, pose or face in normalized image coordinates.
///
/// `x` and `y` are fractions of the unrotated input image's width and height. They are not clamped:
/// a point outside the image is below 0 or above 1. `z` is the depth relative to the wrist, the
/// midpoint of the hips or the head, on roughly the scale of `x`, smaller toward the camera.
///
/// Encoded with the keys `x`, `y`, `z`, `visibility` and `presence`; the last two are omitted when
/// nil.
public struct Landmark: Sendable, Hashable, Codable {
    /// The horizontal position as a fraction of the image's width.
    public var x: Float
    /// The vertical position as a fraction of the image's height.
    public var y: Float
    /// The relative depth, on the scale of `x`.
    public var z: Float
    /// The likelihood, 0…1, that the point is in view and not occluded; poses only.
    public var visibility: Float?
    /// The likelihood, 0…1, that the point lies inside the image; poses only.
    public var presence: Float?

    /// Creates a landmark from its coordinates and likelihoods.
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

/// A landmark of a hand or pose in meters.
///
/// The origin is the hand's approximate geometric center or the midpoint of the hips. x points
/// right, y down and z away from the camera.
///
/// Encoded with the keys `x`, `y`, `z`, `visibility` and `presence`; the last two are omitted when
/// nil.
public struct WorldLandmark: Sendable, Hashable, Codable {
    /// The distance to the right of the origin in meters.
    public var x: Float
    /// The distance below the origin in meters.
    public var y: Float
    /// The distance behind the origin, as seen from the camera, in meters.
    public var z: Float
    /// The likelihood, 0…1, that the point is in view and not occluded; poses only.
    public var visibility: Float?
    /// The likelihood, 0…1, that the point lies inside the image; poses only.
    public var presence: Float?

    /// Creates a landmark from its coordinates and likelihoods.
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

/// The properties that landmarks in an image and landmarks in meters share.
package protocol LandmarkPoint {
    var x: Float { get }
    var y: Float { get }
    var z: Float { get }
    var visibility: Float? { get set }
    var presence: Float? { get set }

    init(x: Float, y: Float, z: Float, visibility: Float?, presence: Float?)
}

extension Landmark: LandmarkPoint {}
extension WorldLandmark: LandmarkPoint {}
