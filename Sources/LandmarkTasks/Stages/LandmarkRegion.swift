package import LandmarkCore

/// Landmarks, in fractions of the image and not smoothed, to the region to look at in the next
/// frame. Bodies use the model's two auxiliary points: `DetectionRegion.pose(center:end:in:)`.
package enum LandmarkRegion {
    /// The points that a hand's region is around: all but the fingers' outer halves.
    private static let handPoints: [HandJoint] = [
        .wrist, .thumbCMC, .thumbMCP, .thumbIP, .indexFingerMCP, .indexFingerPIP,
        .middleFingerMCP, .middleFingerPIP, .ringFingerMCP, .ringFingerPIP, .pinkyMCP, .pinkyPIP,
    ]
    /// The outer corners of the right and the left eye.
    private static let eyeCorners = (33, 263)

    /// Around a hand: turned so that the line from the wrist to the knuckles stands
    /// upright, as narrow as the points allow.
    package static func hand(_ landmarks: [Landmark], in size: PixelSize) -> NormalizedRect {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let rotation = handRotation(landmarks, scale: scale)
        let upright = bounds(handPoints.lazy.map { landmarks.place($0) }).center
        let back = Turn(Angle.normalized(-rotation))
        let turned = bounds(
            handPoints.lazy.map { back.apply((landmarks.place($0) - upright) * scale) })
        let center = (Turn(rotation).apply(turned.center) + scale * upright) / scale
        let extent = turned.extent / scale
        let rect = NormalizedRect(
            xCenter: center.x, yCenter: center.y, width: extent.x, height: extent.y,
            rotation: rotation)
        return RectTransformation.handFromLandmarks.apply(to: rect, in: size)
    }

    /// Around a face: the bounds of all points, turned by the line between the eyes.
    package static func face(_ landmarks: [Landmark], in size: PixelSize) -> NormalizedRect {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let bounds = bounds(landmarks.lazy.map { SIMD2($0.x, $0.y) })
        let center = bounds.low + bounds.extent / 2
        let rect = NormalizedRect(
            xCenter: center.x, yCenter: center.y, width: bounds.extent.x, height: bounds.extent.y,
            rotation: Angle.rotation(
                from: landmarks.place(eyeCorners.0) * scale,
                to: landmarks.place(eyeCorners.1) * scale, target: 0))
        return RectTransformation.faceFromLandmarks.apply(to: rect, in: size)
    }

    /// The bounds of `points`, as MediaPipe has them: the search for the far side starts at the
    /// smallest positive number, so those of points left of or above the image reach its edge.
    private static func bounds(_ points: some Sequence<SIMD2<Float>>) -> Bounds {
        var bounds = Bounds(around: points)
        bounds.high = pointwiseMax(bounds.high, SIMD2(repeating: .leastNormalMagnitude))
        return bounds
    }

    private static func handRotation(
        _ landmarks: [Landmark], scale: SIMD2<Float>
    ) -> Float {
        let outer =
            (landmarks.place(.indexFingerMCP) + landmarks.place(.ringFingerMCP)) / 2
        let knuckles = (outer + landmarks.place(.middleFingerMCP)) / 2
        return Angle.rotation(
            from: landmarks.place(.wrist) * scale, to: knuckles * scale, target: .pi / 2)
    }
}

/// A rotation about the origin.
private struct Turn {
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

extension [Landmark] {
    fileprivate func place(_ index: Int) -> SIMD2<Float> { SIMD2(self[index].x, self[index].y) }
    fileprivate func place(_ joint: HandJoint) -> SIMD2<Float> { place(joint.rawValue) }
}
