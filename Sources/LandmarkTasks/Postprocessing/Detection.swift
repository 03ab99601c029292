package import LandmarkCore

/// A detector's bounding box with its score and keypoints, normalized to the detector's input or to
/// the image.
package struct Detection: Sendable {
    package var score: Float
    package var xMin: Float
    package var yMin: Float
    package var width: Float
    package var height: Float
    /// x and y of each keypoint in turn; unused elements are 0. No detector has more than seven
    /// keypoints.
    package var keypoints: SIMD16<Float>

    package init(
        score: Float, xMin: Float, yMin: Float, width: Float, height: Float,
        keypoints: SIMD16<Float>
    ) {
        self.score = score
        self.xMin = xMin
        self.yMin = yMin
        self.width = width
        self.height = height
        self.keypoints = keypoints
    }

    package var xMax: Float { xMin + width }
    package var yMax: Float { yMin + height }
    package var bounds: Bounds { Bounds(low: SIMD2(xMin, yMin), high: SIMD2(xMax, yMax)) }

    package func keypoint(_ index: Int) -> SIMD2<Float> {
        SIMD2(keypoints[2 * index], keypoints[2 * index + 1])
    }

    /// Returns the IoU of the two boxes; 0 if they do not touch.
    package func intersectionOverUnion(_ other: Detection) -> Float {
        bounds.intersectionOverUnion(other.bounds)
    }
}

/// An axis-aligned box, in fractions of an image.
package struct Bounds {
    package var low: SIMD2<Float>
    package var high: SIMD2<Float>

    package init(low: SIMD2<Float>, high: SIMD2<Float>) {
        self.low = low
        self.high = high
    }

    /// The box of an ROI, ignoring its rotation, as MediaPipe compares ROIs.
    package init(ignoringRotationOf rect: NormalizedRect) {
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

    /// Returns the IoU (intersection over union) with `other`; 0 if the boxes do not touch.
    package func intersectionOverUnion(_ other: Bounds) -> Float {
        guard
            high.x >= low.x, high.y >= low.y, other.high.x >= other.low.x,
            other.high.y >= other.low.y, other.high.x >= low.x, high.x >= other.low.x,
            other.high.y >= low.y, high.y >= other.low.y
        else { return 0 }
        let common = pointwiseMin(high, other.high) - pointwiseMax(low, other.low)
        let intersection = common.x * common.y
        let union = extent.x * extent.y + other.extent.x * other.extent.y - intersection
        return union > 0 ? intersection / union : 0
    }
}
