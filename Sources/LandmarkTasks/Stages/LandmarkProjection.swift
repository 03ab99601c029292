package import LandmarkCore

/// Points in fractions of a region that is square in pixels, to fractions of the image.
package struct LandmarkProjection {
    private let region: NormalizedRect
    private let cos: Float
    private let sin: Float

    package init(_ region: NormalizedRect) {
        self.region = region
        cos = FloatMath.cos(region.rotation)
        sin = FloatMath.sin(region.rotation)
    }

    /// A point of the image; depth scales with the region's width.
    package func project(_ point: SIMD3<Float>) -> SIMD3<Float> {
        let x = point.x - 0.5
        let y = point.y - 0.5
        return SIMD3(
            (cos * x - sin * y) * region.width + region.xCenter,
            (sin * x + cos * y) * region.height + region.yCenter,
            point.z * region.width)
    }

    /// A point in meters, turned with the region.
    package func rotate(_ point: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(cos * point.x - sin * point.y, sin * point.x + cos * point.y, point.z)
    }
}
