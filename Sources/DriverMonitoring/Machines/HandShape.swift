import LandmarkCore
import LandmarkTasks

/// The shape of a hand from its world landmarks, independent of how the hand is turned.
struct HandShape {
    /// The lengths below are relative to the palm, from the wrist to the middle finger's knuckle.
    ///
    /// Measured on the photographs of hands that the tests use: straight fingers have an extension of
    /// 0.89…0.99, and the fingers of fists and raised thumbs 0.32…0.62; the tip of a raised or spread thumb
    /// is at least 0.94 palms away from the other fingers, that of a folded thumb up to 0.6.
    private static let maxThumbDistance = 0.8
    private static let straight = 0.88
    /// The range of the mean extension of middle, ring and little finger around an object; below it, they
    /// hold nothing.
    private static let grip = 0.50...0.86
    /// The minimum number of bent fingers.
    private static let minBent = 3
    /// The extension of an index finger that points.
    private static let pointing = 0.90
    /// The greatest mean extension of the other fingers while it points.
    private static let folded = 0.72

    /// Index, middle, ring, little finger: from the knuckle to the tip.
    private static let fingers: [(HandJoint, HandJoint, HandJoint, HandJoint)] = [
        (.indexFingerMCP, .indexFingerPIP, .indexFingerDIP, .indexFingerTip),
        (.middleFingerMCP, .middleFingerPIP, .middleFingerDIP, .middleFingerTip),
        (.ringFingerMCP, .ringFingerPIP, .ringFingerDIP, .ringFingerTip),
        (.pinkyMCP, .pinkyPIP, .pinkyDIP, .pinkyTip),
    ]
    /// The joints against which a thumb may hold something.
    private static let opposed: [HandJoint] = [
        .indexFingerPIP, .indexFingerDIP, .indexFingerTip, .middleFingerPIP, .middleFingerDIP,
        .middleFingerTip, .ringFingerDIP, .ringFingerTip,
    ]

    /// The extension of index, middle, ring and little finger: the distance from knuckle to tip divided by
    /// the finger's length, 1 when straight.
    let extensions: SIMD4<Double>
    /// The distance of the thumb's tip from the nearest joint of the other fingers, in palms.
    let thumbDistance: Double

    /// nil for a hand without extent, or with NaN coordinates.
    init?(_ hand: Hand) {
        func point(_ joint: HandJoint) -> SIMD3<Double> {
            let landmark = hand.worldLandmarks[joint.rawValue]
            return SIMD3(Double(landmark.x), Double(landmark.y), Double(landmark.z))
        }
        func distance(_ a: HandJoint, _ b: HandJoint) -> Double { (point(a) - point(b)).length }
        let palm = distance(.wrist, .middleFingerMCP)
        var extensions = SIMD4<Double>()
        for (index, (knuckle, middle, last, tip)) in Self.fingers.enumerated() {
            let length =
                distance(knuckle, middle) + distance(middle, last) + distance(last, tip)
            extensions[index] = distance(knuckle, tip) / length
        }
        var thumb = Double.infinity
        for joint in Self.opposed { thumb = min(thumb, distance(.thumbTip, joint)) }
        thumbDistance = thumb / palm
        self.extensions = extensions
        guard thumbDistance.isFinite, extensions.sum().isFinite else { return nil }
    }

    /// Whether the hand may hold something: the fingers are bent around it and the thumb is against
    /// them. An open or waving hand, a raised thumb, a fist and a pointing finger hold nothing.
    var mayHold: Bool {
        let rest = (extensions[1] + extensions[2] + extensions[3]) / 3
        let bent = (0..<4).count { extensions[$0] <= Self.straight }
        let points = extensions[0] >= Self.pointing && rest <= Self.folded
        return thumbDistance <= Self.maxThumbDistance && bent >= Self.minBent
            && Self.grip.contains(rest) && !points
    }
}
