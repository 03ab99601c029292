public import Foundation

/// Where a user points at in an image. No task here takes one.
open class RegionOfInterest: NSObject {
    /// The one point.
    public let keypoint: NormalizedKeypoint?
    /// The points along what was drawn.
    public let scribbles: [NormalizedKeypoint]?

    /// A region around a point.
    public init(normalizedKeyPoint: NormalizedKeypoint) {
        keypoint = normalizedKeyPoint
        scribbles = nil
        super.init()
    }

    /// A region around what was drawn.
    public init(scribbles: [NormalizedKeypoint]) {
        keypoint = nil
        self.scribbles = scribbles
        super.init()
    }
}
