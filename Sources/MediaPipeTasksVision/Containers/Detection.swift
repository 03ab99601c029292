public import Foundation

/// An object detected by a detector.
#if canImport(ObjectiveC)
@objc(MPPDetection) @objcMembers
#endif
open class Detection: NSObject {
    /// The object's categories with their scores.
    public let categories: [ResultCategory]
    /// The bounding box in pixels of the unrotated image; the origin is the top left corner.
    public let boundingBox: CGRect
    /// The keypoints; nil if the model provides none.
    public let keypoints: [NormalizedKeypoint]?

    /// Creates a detection.
    public init(
        categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?
    ) {
        self.categories = categories
        self.boundingBox = boundingBox
        self.keypoints = keypoints
        super.init()
    }
}

/// A keypoint of a detection.
#if canImport(ObjectiveC)
@objc(MPPNormalizedKeypoint) @objcMembers
#endif
open class NormalizedKeypoint: NSObject {
    /// The position in fractions of the unrotated image's width and height.
    public let location: CGPoint
    /// The keypoint's label; nil if the model provides none.
    public let label: String?
    /// The keypoint's score; 0 if the model provides none.
    public let score: Float

    /// Creates a keypoint.
    public init(location: CGPoint, label: String?, score: Float) {
        self.location = location
        self.label = label
        self.score = score
        super.init()
    }

    /// Whether `object` is a keypoint with the same location, label and score.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NormalizedKeypoint else { return false }
        return location == other.location && label == other.label && score == other.score
    }

    /// A hash of location, label and score.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(location.x)
        hasher.combine(location.y)
        hasher.combine(label)
        hasher.combine(score)
        return hasher.finalize()
    }
}

/// A region of interest that a user marked in an image. Declared for source compatibility: no task
/// of this module uses one.
#if canImport(ObjectiveC)
@objc(MPPRegionOfInterest) @objcMembers
#endif
open class RegionOfInterest: NSObject {
    /// The marked point; nil for scribbles.
    public let keypoint: NormalizedKeypoint?
    /// The points of a scribble; nil for a single point.
    public let scribbles: [NormalizedKeypoint]?

    /// Creates a region of interest from a point.
    public init(normalizedKeyPoint: NormalizedKeypoint) {
        keypoint = normalizedKeyPoint
        scribbles = nil
        super.init()
    }

    /// Creates a region of interest from a scribble.
    public init(scribbles: [NormalizedKeypoint]) {
        keypoint = nil
        self.scribbles = scribbles
        super.init()
    }
}
