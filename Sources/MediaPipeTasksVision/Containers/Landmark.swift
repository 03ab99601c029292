public import Foundation
import LandmarkCore

/// A landmark in image coordinates.
///
/// `x` and `y` are fractions of the unrotated image's width and height. `z` is the depth on the
/// scale of `x`, smaller toward the camera.
#if canImport(ObjectiveC)
@objc(MPPNormalizedLandmark) @objcMembers
#endif
open class NormalizedLandmark: NSObject {
    /// The horizontal position as a fraction of the image's width.
    public let x: Float
    /// The vertical position as a fraction of the image's height.
    public let y: Float
    /// The relative depth, on the scale of `x`.
    public let z: Float
    /// The likelihood (0…1) that the landmark is in view and not occluded; nil if the model does
    /// not provide one.
    public let visibility: NSNumber?
    /// The likelihood (0…1) that the landmark is in the image; nil if the model does not provide
    /// one.
    public let presence: NSNumber?

    /// Creates a landmark.
    public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
        super.init()
    }

    /// Whether `object` is a normalized landmark with coordinates within 1e-6; visibility and
    /// presence are ignored.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NormalizedLandmark else { return false }
        return PointComparison.areNear((x, y, z), (other.x, other.y, other.z))
    }

    /// A hash of the coordinates. As in MediaPipe, landmarks that are equal within the tolerance
    /// may have different hashes.
    open override var hash: Int { PointComparison.hash((x, y, z)) }

    convenience init(_ point: LandmarkCore.Landmark) {
        self.init(
            x: point.x, y: point.y, z: point.z,
            visibility: point.visibility.map(NSNumber.init(value:)),
            presence: point.presence.map(NSNumber.init(value:)))
    }
}

/// A landmark in world coordinates: meters, with the origin at the hand's center or the midpoint of
/// the hips.
#if canImport(ObjectiveC)
@objc(MPPLandmark) @objcMembers
#endif
open class Landmark: NSObject {
    /// Meters to the right.
    public let x: Float
    /// Meters down.
    public let y: Float
    /// Meters away from the camera.
    public let z: Float
    /// The likelihood (0…1) that the landmark is in view and not occluded; nil if the model does
    /// not provide one.
    public let visibility: NSNumber?
    /// The likelihood (0…1) that the landmark is in the image; nil if the model does not provide
    /// one.
    public let presence: NSNumber?

    /// Creates a landmark.
    public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
        super.init()
    }

    /// Whether `object` is a world landmark with coordinates within 1e-6; visibility and presence
    /// are ignored.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Landmark else { return false }
        return PointComparison.areNear((x, y, z), (other.x, other.y, other.z))
    }

    /// A hash of the coordinates. As in MediaPipe, landmarks that are equal within the tolerance
    /// may have different hashes.
    open override var hash: Int { PointComparison.hash((x, y, z)) }

    convenience init(_ point: WorldLandmark) {
        self.init(
            x: point.x, y: point.y, z: point.z,
            visibility: point.visibility.map(NSNumber.init(value:)),
            presence: point.presence.map(NSNumber.init(value:)))
    }
}

/// Equality and hash of points, as MediaPipe defines them.
private enum PointComparison {
    private static let tolerance: Float = 1e-6

    static func areNear(_ a: (Float, Float, Float), _ b: (Float, Float, Float)) -> Bool {
        abs(a.0 - b.0) < tolerance && abs(a.1 - b.1) < tolerance && abs(a.2 - b.2) < tolerance
    }

    static func hash(_ point: (Float, Float, Float)) -> Int {
        NSNumber(value: point.0).hash ^ NSNumber(value: point.1).hash
            ^ NSNumber(value: point.2).hash
    }
}
