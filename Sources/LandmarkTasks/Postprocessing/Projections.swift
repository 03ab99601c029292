package import LandmarkCore

/// The affine map from an ROI to the image that contains it, both normalized. Used for detections
/// and face landmarks.
package struct DetectionProjection {
    /// x' = xx·x + xy·y + xOffset
    package let xx: Float
    package let xy: Float
    package let xOffset: Float
    /// y' = yx·x + yy·y + yOffset
    package let yx: Float
    package let yy: Float
    package let yOffset: Float

    /// Creates the map of `roi`, in pixels, within an image of `size`. Products are evaluated in
    /// MediaPipe's order.
    package init(_ roi: PixelRect, in size: PixelSize) {
        let width = roi.width
        let height = roi.height
        let cos = FloatMath.cos(roi.rotation)
        let sin = FloatMath.sin(roi.rotation)
        let perColumn = 1 / Float(size.width)
        let perRow = 1 / Float(size.height)
        xx = width * cos * perColumn
        xy = -height * sin * perColumn
        xOffset = (-0.5 * width * cos + 0.5 * height * sin + roi.xCenter) * perColumn
        yx = width * sin * perRow
        yy = height * cos * perRow
        yOffset = (-0.5 * height * cos - 0.5 * width * sin + roi.yCenter) * perRow
    }

    package func project(_ point: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(
            point.x * xx + point.y * xy + xOffset,
            point.x * yx + point.y * yy + yOffset)
    }

    /// The length of the ROI's top edge in normalized image coordinates: the scale of depth.
    package var depthScale: Float {
        let x = Double(xx + xOffset - xOffset)
        let y = Double(yx + yOffset - yOffset)
        return Float((x * x + y * y).squareRoot())
    }

    /// Projects the keypoints of `detection`, and its box to the bounds of its projected corners.
    package func project(_ detection: Detection) -> Detection {
        let a = project(SIMD2(detection.xMin, detection.yMin))
        let b = project(SIMD2(detection.xMax, detection.yMin))
        let c = project(SIMD2(detection.xMax, detection.yMax))
        let d = project(SIMD2(detection.xMin, detection.yMax))
        let low = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
        let high = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
        let x = detection.keypoints.evenHalf
        let y = detection.keypoints.oddHalf
        var keypoints = detection.keypoints
        keypoints.evenHalf = x * xx + y * xy + xOffset
        keypoints.oddHalf = x * yx + y * yy + yOffset
        return Detection(
            score: detection.score, xMin: low.x, yMin: low.y, width: high.x - low.x,
            height: high.y - low.y, keypoints: keypoints)
    }
}

/// The map of landmarks from an ROI that is square in pixels to the image, both normalized. Used
/// for hands and poses.
package struct LandmarkProjection {
    private let roi: NormalizedRect
    private let cos: Float
    private let sin: Float

    package init(_ roi: NormalizedRect) {
        self.roi = roi
        cos = FloatMath.cos(roi.rotation)
        sin = FloatMath.sin(roi.rotation)
    }

    /// Projects a point to the image; depth is scaled by the ROI's width.
    package func project(_ point: SIMD3<Float>) -> SIMD3<Float> {
        let x = point.x - 0.5
        let y = point.y - 0.5
        return SIMD3(
            (cos * x - sin * y) * roi.width + roi.xCenter,
            (sin * x + cos * y) * roi.height + roi.yCenter,
            point.z * roi.width)
    }

    /// Rotates a point in meters by the ROI's rotation.
    package func rotate(_ point: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(cos * point.x - sin * point.y, sin * point.x + cos * point.y, point.z)
    }
}

/// A rectangle grown about its center to a detector's square input, and the resulting bars.
package struct Letterbox {
    /// The square in pixels of the image.
    package let rect: PixelRect
    /// The width of the left and of the right bar, as a fraction of the input.
    package let horizontal: Float
    /// The height of the top and of the bottom bar, as a fraction of the input.
    package let vertical: Float

    /// Grows `rect`, whose sides are above 0, to a square.
    package init(_ rect: PixelRect) {
        var square = rect
        let aspect = rect.height / rect.width
        if aspect < 1 {
            square.height = rect.width
            horizontal = 0
            vertical = (1 - aspect) / 2
        } else {
            square.width = rect.height
            horizontal = (1 - 1 / aspect) / 2
            vertical = 0
        }
        self.rect = square
    }

    /// Maps `detection` from the letterboxed input to the upright image.
    package func removed(from detection: Detection) -> Detection {
        let width = 1 - (horizontal + horizontal)
        let height = 1 - (vertical + vertical)
        var keypoints = detection.keypoints
        keypoints.evenHalf = (keypoints.evenHalf - horizontal) / width
        keypoints.oddHalf = (keypoints.oddHalf - vertical) / height
        return Detection(
            score: detection.score, xMin: (detection.xMin - horizontal) / width,
            yMin: (detection.yMin - vertical) / height, width: detection.width / width,
            height: detection.height / height, keypoints: keypoints)
    }
}
