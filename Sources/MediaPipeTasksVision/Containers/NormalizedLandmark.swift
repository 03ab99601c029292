public import Foundation
import LandmarkCore

/// A point in an image.
///
/// `x` and `y` are fractions of the unrotated image's width and height, `z` is depth on the scale
/// of `x`, smaller towards the camera.
open class NormalizedLandmark: NSObject {
    /// Horizontal position, a fraction of the image's width.
    public let x: Float
    /// Vertical position, a fraction of the image's height.
    public let y: Float
    /// Relative depth, on the scale of `x`.
    public let z: Float
    /// The likelihood, 0…1, that the point is in view and not hidden; nil where the model gives none.
    public let visibility: NSNumber?
    /// The likelihood, 0…1, that the point lies in the image; nil where the model gives none.
    public let presence: NSNumber?

    /// Makes a point.
    public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
        self.x = x
        self.y = y
        self.z = z
        self.visibility = visibility
        self.presence = presence
        super.init()
    }

    /// Whether `object` is such a point less than 1e-6 away on each axis.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NormalizedLandmark else { return false }
        return Proximity.holds((x, y, z), (other.x, other.y, other.z))
    }

    /// Made from the three numbers.
    open override var hash: Int { Proximity.hash((x, y, z)) }
}

extension NormalizedLandmark {
    convenience init(_ point: LandmarkCore.Landmark) {
        self.init(
            x: point.x, y: point.y, z: point.z,
            visibility: point.visibility.map(NSNumber.init(value:)),
            presence: point.presence.map(NSNumber.init(value:)))
    }
}
