/// A detector's box with its score and keypoints, in fractions of the detector's input or of the
/// image.
package struct Detection {
    package var score: Float
    package var xMin: Float
    package var yMin: Float
    package var width: Float
    package var height: Float
    /// x and y of each keypoint in turn; unused places are 0. No detector has more than seven.
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

    package func keypoint(_ index: Int) -> SIMD2<Float> {
        SIMD2(keypoints[2 * index], keypoints[2 * index + 1])
    }
}

extension Detection {
    package var bounds: Bounds {
        Bounds(low: SIMD2(xMin, yMin), high: SIMD2(xMax, yMax))
    }

    /// The area shared with `other` over the area covered by both; 0 when they do not touch.
    package func intersectionOverUnion(_ other: Detection) -> Float {
        bounds.intersectionOverUnion(other.bounds)
    }
}
