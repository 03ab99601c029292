package import LandmarkCore

/// Tells when two sets of landmarks are the same hand, found twice.
package enum HandDuplicates {
    private static let nearness: Float = 0.2
    private static let minMatches = 10
    private static let minOverlap: Float = 0.2

    /// Whether at least ten of the points lie close together, measured by the larger palm, and
    /// the bounds overlap.
    package static func same(_ a: [Landmark], _ b: [Landmark], in size: PixelSize) -> Bool {
        let limit = max(palm(a, in: size), palm(b, in: size)) * nearness
        let matches = zip(a, b).count { distance($0, $1, in: size) < limit }
        return matches >= minMatches && bounds(a).intersectionOverUnion(bounds(b)) > minOverlap
    }

    /// The longest side, in pixels, of the triangle of wrist, index knuckle and little knuckle.
    private static func palm(_ hand: [Landmark], in size: PixelSize) -> Float {
        let wrist = hand[HandJoint.wrist.rawValue]
        let index = hand[HandJoint.indexFingerMCP.rawValue]
        let pinky = hand[HandJoint.pinkyMCP.rawValue]
        return max(
            distance(wrist, index, in: size), distance(index, pinky, in: size),
            distance(pinky, wrist, in: size))
    }

    private static func distance(_ a: Landmark, _ b: Landmark, in size: PixelSize) -> Float {
        let x = Double((a.x - b.x) * Float(size.width))
        let y = Double((a.y - b.y) * Float(size.height))
        return Float((x * x + y * y).squareRoot())
    }

    private static func bounds(_ hand: [Landmark]) -> Bounds {
        Bounds(around: hand.lazy.map { SIMD2($0.x, $0.y) })
    }
}
