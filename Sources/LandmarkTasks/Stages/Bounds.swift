package import LandmarkCore

/// A box along the axes, in fractions of an image.
package struct Bounds {
    package var low: SIMD2<Float>
    package var high: SIMD2<Float>

    package init(low: SIMD2<Float>, high: SIMD2<Float>) {
        self.low = low
        self.high = high
    }

    /// The box of a region as if it were not turned, which is how MediaPipe compares regions.
    package init(unturned rect: NormalizedRect) {
        let x = rect.xCenter - rect.width / 2
        let y = rect.yCenter - rect.height / 2
        self.init(low: SIMD2(x, y), high: SIMD2(x + rect.width, y + rect.height))
    }

    /// The smallest box around `points`.
    package init(around points: some Sequence<SIMD2<Float>>) {
        low = SIMD2(repeating: .greatestFiniteMagnitude)
        high = -low
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
    }

    package var center: SIMD2<Float> { (high + low) / 2 }
    package var extent: SIMD2<Float> { high - low }

    /// The area shared with `other` over the area covered by both; 0 when they do not touch.
    package func intersectionOverUnion(_ other: Bounds) -> Float {
        guard
            high.x >= low.x, high.y >= low.y, other.high.x >= other.low.x,
            other.high.y >= other.low.y, other.high.x >= low.x, high.x >= other.low.x,
            other.high.y >= low.y, high.y >= other.low.y
        else { return 0 }
        let common = pointwiseMin(high, other.high) - pointwiseMax(low, other.low)
        let shared = common.x * common.y
        let covered = extent.x * extent.y + other.extent.x * other.extent.y - shared
        return covered > 0 ? shared / covered : 0
    }
}
