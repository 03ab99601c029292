package import LandmarkCore

/// The affine map from fractions of a region to fractions of the image it lies in.
package struct DetectionProjection {
    /// x' = xx·x + xy·y + xOffset
    package let xx: Float
    package let xy: Float
    package let xOffset: Float
    /// y' = yx·x + yy·y + yOffset
    package let yx: Float
    package let yy: Float
    package let yOffset: Float

    /// The map of `region`, in pixels, within an image of `size`; products in MediaPipe's order.
    package init(_ region: PixelRect, in size: PixelSize) {
        let width = region.width
        let height = region.height
        let cos = FloatMath.cos(region.rotation)
        let sin = FloatMath.sin(region.rotation)
        let perColumn = 1 / Float(size.width)
        let perRow = 1 / Float(size.height)
        xx = width * cos * perColumn
        xy = -height * sin * perColumn
        xOffset = (-0.5 * width * cos + 0.5 * height * sin + region.xCenter) * perColumn
        yx = width * sin * perRow
        yy = height * cos * perRow
        yOffset = (-0.5 * height * cos - 0.5 * width * sin + region.yCenter) * perRow
    }

    package func project(_ point: SIMD2<Float>) -> SIMD2<Float> {
        SIMD2(
            point.x * xx + point.y * xy + xOffset,
            point.x * yx + point.y * yy + yOffset)
    }

    /// The length, in fractions of the image, of the region's upper edge: what depth scales by.
    package var depthScale: Float {
        let x = Double(xx + xOffset - xOffset)
        let y = Double(yx + yOffset - yOffset)
        return Float((x * x + y * y).squareRoot())
    }

    /// `detection` in fractions of the image: keypoints mapped, the box the bounds of its
    /// mapped corners.
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
