package import LandmarkCore

/// A region grown about its center to a detector's square input, and how much of that is bars.
package struct Letterbox {
    /// The grown region in pixels of the image.
    package let rect: PixelRect
    /// The bar on the left, and on the right, as a fraction of the input.
    package let horizontal: Float
    /// The bar at the top, and at the bottom, as a fraction of the input.
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

    /// `detection`, in fractions of the letterboxed input, in fractions of the upright image.
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
