/// What smoothing means for one task.
struct SmoothingProfile {
    /// The parameters for points of the image, and for those in meters.
    struct Parameters {
        let image: OneEuroFilter.Parameters
        let world: OneEuroFilter.Parameters
    }

    /// Points of an object.
    let points: Int
    /// MediaPipe's choice; nil when it does not smooth.
    let mediaPipe: Parameters?
    /// What the speed of points of the image is measured by.
    let scale: Scale

    /// Lengths, in pixels, that speed is measured by.
    enum Scale {
        /// The mean side of the region that the object will be looked for in.
        case nextRegion
        /// The mean side of the box around its points.
        case bounds
    }

    static let hand = SmoothingProfile(
        points: Hand.landmarkCount, mediaPipe: nil, scale: .bounds)
    static let pose = SmoothingProfile(
        points: Pose.landmarkCount,
        mediaPipe: Parameters(
            image: OneEuroFilter.Parameters(minCutoff: 0.05, beta: 80),
            world: OneEuroFilter.Parameters(minCutoff: 0.1, beta: 40)),
        scale: .nextRegion)
    static let face = SmoothingProfile(
        points: Face.landmarkCount,
        mediaPipe: Parameters(
            image: OneEuroFilter.Parameters(minCutoff: 0.05, beta: 80),
            world: OneEuroFilter.Parameters(minCutoff: 0.05, beta: 80)),
        scale: .bounds)
}
