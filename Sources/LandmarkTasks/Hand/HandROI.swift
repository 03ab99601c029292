package import LandmarkCore

/// The ROIs of hands.
package enum HandROI {
    private static let fromLandmarks = RectTransformation(shift: -0.1, squares: true, scale: 2)
    /// The landmarks that the ROI is based on: all but the outer halves of the fingers.
    package static let joints: [HandJoint] = [
        .wrist, .thumbCMC, .thumbMCP, .thumbIP, .indexFingerMCP, .indexFingerPIP,
        .middleFingerMCP, .middleFingerPIP, .ringFingerMCP, .ringFingerPIP, .pinkyMCP, .pinkyPIP,
    ]

    /// Returns the ROI for a detected palm, rotated by the line from the wrist to the middle
    /// knuckle.
    ///
    /// MediaPipe Solutions makes that line upright. Tasks intends to, but passes the angle, 90, as
    /// radians (116.62°); this code reproduces both.
    package static func roi(
        for detection: Detection, variant: PipelineVariant = .tasks, in size: PixelSize
    ) -> NormalizedRect {
        fromDetection(variant).roi(aroundBoxOf: detection, in: size)
    }

    static func fromDetection(_ variant: PipelineVariant) -> DetectionRegion {
        DetectionRegion(
            keypoints: (0, 2), target: variant == .tasks ? 90 : .pi / 2,
            transformation: RectTransformation(shift: -0.5, squares: true, scale: 2.6))
    }

    /// Returns the ROI for the next frame: rotated so that the line from the wrist to the knuckles
    /// is upright, and as narrow as the landmarks allow.
    ///
    /// - Parameter landmarks: The raw landmarks.
    package static func roi(around landmarks: [Landmark], in size: PixelSize) -> NormalizedRect {
        fromLandmarks.apply(to: palm(landmarks, in: size), in: size)
    }

    /// Returns the smallest rectangle around the landmarks that the ROI is based on, rotated so that
    /// the line from the wrist to the knuckles is upright.
    ///
    /// - Parameter landmarks: The 21 landmarks of the hand.
    package static func palm(_ landmarks: [Landmark], in size: PixelSize) -> NormalizedRect {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let rotation = rotation(landmarks, scale: scale)
        let upright = Bounds(
            aroundLandmarks: joints.lazy.map { landmarks.position($0.rawValue) }
        ).center
        let back = Rotation(Angle.normalized(-rotation))
        let rotated = Bounds(
            aroundLandmarks: joints.lazy.map {
                back.apply((landmarks.position($0.rawValue) - upright) * scale)
            })
        let center = (Rotation(rotation).apply(rotated.center) + scale * upright) / scale
        let extent = rotated.extent / scale
        return NormalizedRect(
            xCenter: center.x, yCenter: center.y, width: extent.x, height: extent.y,
            rotation: rotation)
    }

    private static func rotation(_ landmarks: [Landmark], scale: SIMD2<Float>) -> Float {
        func position(_ joint: HandJoint) -> SIMD2<Float> { landmarks.position(joint.rawValue) }
        let outer = (position(.indexFingerMCP) + position(.ringFingerMCP)) / 2
        let knuckles = (outer + position(.middleFingerMCP)) / 2
        return Angle.rotation(
            from: position(.wrist) * scale, to: knuckles * scale, target: .pi / 2)
    }
}

/// A rotation about the origin.
struct Rotation {
    private let cos: Float
    private let sin: Float

    init(_ angle: Float) {
        cos = FloatMath.cos(angle)
        sin = FloatMath.sin(angle)
    }

    func apply(_ point: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(point.x * cos - point.y * sin, point.x * sin + point.y * cos)
    }
}

/// Recognizes a hand that was detected in two ROIs.
package enum HandDuplicates {
    /// The maximum distance between matching landmarks, in units of the larger palm.
    private static let maxDistance: Float = 0.2
    private static let minMatches = 10
    private static let minOverlap: Float = 0.2

    /// Returns whether at least ten landmarks are close together and the bounds overlap.
    package static func areSame(_ a: [Landmark], _ b: [Landmark], in size: PixelSize) -> Bool {
        let limit = max(palm(a, in: size), palm(b, in: size)) * maxDistance
        let matches = zip(a, b).count { distance($0, $1, in: size) < limit }
        return matches >= minMatches && bounds(a).intersectionOverUnion(bounds(b)) > minOverlap
    }

    /// The longest side, in pixels, of the triangle of the wrist and the knuckles of the index and
    /// little fingers.
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
