public import Foundation

/// A point that a detector gives with a box.
open class NormalizedKeypoint: NSObject {
    /// The place, in fractions of the unrotated image's width and height.
    public let location: CGPoint
    /// The point's name, where the model gives one.
    public let label: String?
    /// The point's score; 0 where the model gives none.
    public let score: Float

    /// Makes a keypoint.
    public init(location: CGPoint, label: String?, score: Float) {
        self.location = location
        self.label = label
        self.score = score
        super.init()
    }

    /// Whether `object` is such a point with the same place, label and score.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NormalizedKeypoint else { return false }
        return location == other.location && label == other.label && score == other.score
    }

    /// Made from the place, the label and the score.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(location.x)
        hasher.combine(location.y)
        hasher.combine(label)
        hasher.combine(score)
        return hasher.finalize()
    }
}
