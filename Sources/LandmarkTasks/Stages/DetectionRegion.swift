package import LandmarkCore

/// Detections, in fractions of the image, to regions for the landmark models.
package enum DetectionRegion {
    /// Around a hand: the palm's box, turned by the line from the wrist to the middle knuckle.
    ///
    /// MediaPipe means to turn that line upright but gives the angle, 90, as radians (116.62°).
    /// The hand model was trained and is compared with regions made this way, so it stays.
    package static func hand(_ detection: Detection, in size: PixelSize) -> NormalizedRect {
        let box = turned(detection, from: 0, to: 2, target: 90, in: size)
        return RectTransformation.handFromDetection.apply(to: box, in: size)
    }

    /// Around a face: its box, turned by the line between the eyes.
    package static func face(_ detection: Detection, in size: PixelSize) -> NormalizedRect {
        let box = turned(detection, from: 0, to: 1, target: 0, in: size)
        return RectTransformation.faceFromDetection.apply(to: box, in: size)
    }

    /// Around a body: see `pose(center:end:in:)`, from the detector's first two keypoints.
    package static func pose(_ detection: Detection, in size: PixelSize) -> NormalizedRect {
        pose(center: detection.keypoint(0), end: detection.keypoint(1), in: size)
    }

    /// Around a body: a square about the hips' midpoint, twice as wide as it is far to the point
    /// that gives the body's size and direction; both points in fractions of the image.
    package static func pose(
        center: SIMD2<Float>, end: SIMD2<Float>, in size: PixelSize
    ) -> NormalizedRect {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let from = center * scale
        let to = end * scale
        let offset = to - from
        let side = (offset.x * offset.x + offset.y * offset.y).squareRoot() * 2
        let rect = NormalizedRect(
            xCenter: from.x / scale.x, yCenter: from.y / scale.y, width: side / scale.x,
            height: side / scale.y,
            rotation: Angle.rotation(from: from, to: to, target: .pi / 2))
        return RectTransformation.pose.apply(to: rect, in: size)
    }

    private static func turned(
        _ detection: Detection, from start: Int, to end: Int, target: Float, in size: PixelSize
    ) -> NormalizedRect {
        let scale = SIMD2(Float(size.width), Float(size.height))
        return NormalizedRect(
            xCenter: detection.xMin + detection.width / 2,
            yCenter: detection.yMin + detection.height / 2,
            width: detection.width, height: detection.height,
            rotation: Angle.rotation(
                from: detection.keypoint(start) * scale, to: detection.keypoint(end) * scale,
                target: target))
    }
}
