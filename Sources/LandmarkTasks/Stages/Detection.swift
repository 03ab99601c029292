/// A detector's box with its score and keypoints, in fractions of the detector's input or of the
/// picture.
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
    /// The area shared with `other` over the area covered by both; 0 when they do not touch.
    package func intersectionOverUnion(_ other: Detection) -> Float {
        guard
            xMax >= xMin, yMax >= yMin, other.xMax >= other.xMin, other.yMax >= other.yMin,
            other.xMax >= xMin, xMax >= other.xMin, other.yMax >= yMin, yMax >= other.yMin
        else { return 0 }
        let shared =
            (min(xMax, other.xMax) - max(xMin, other.xMin))
            * (min(yMax, other.yMax) - max(yMin, other.yMin))
        let own = (xMax - xMin) * (yMax - yMin)
        let others = (other.xMax - other.xMin) * (other.yMax - other.yMin)
        let covered = own + others - shared
        return covered > 0 ? shared / covered : 0
    }
}
