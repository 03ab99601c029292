public import Foundation

/// An object that a detector found.
open class Detection: NSObject {
    /// What it is, with its score.
    public let categories: [ResultCategory]
    /// Its box in pixels of the unrotated image, from the top left corner.
    public let boundingBox: CGRect
    /// Its points; nil when the model gives none.
    public let keypoints: [NormalizedKeypoint]?

    /// Makes a detection.
    public init(
        categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?
    ) {
        self.categories = categories
        self.boundingBox = boundingBox
        self.keypoints = keypoints
        super.init()
    }
}
