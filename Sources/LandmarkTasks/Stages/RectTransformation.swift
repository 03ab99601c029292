package import LandmarkCore

/// How a rectangle around what was seen becomes the region for the landmark model.
package struct RectTransformation {
    /// Moves the center along the rectangle's height by this part of it.
    package let shift: Float
    /// Whether both sides become as long, in pixels, as the longer one.
    package let squares: Bool
    /// What the sides are multiplied by, last.
    package let scale: Float

    package static let handFromDetection = RectTransformation(
        shift: -0.5, squares: true, scale: 2.6)
    package static let handFromLandmarks = RectTransformation(shift: -0.1, squares: true, scale: 2)
    package static let pose = RectTransformation(shift: 0, squares: true, scale: 1.25)
    /// Not squared: the crop is stretched, and the region's matrix undoes it.
    package static let faceFromDetection = RectTransformation(shift: 0, squares: false, scale: 1.5)
    package static let faceFromLandmarks = RectTransformation(shift: 0, squares: true, scale: 1.5)

    package func apply(to rect: NormalizedRect, in size: PixelSize) -> NormalizedRect {
        let imageWidth = Float(size.width)
        let imageHeight = Float(size.height)
        var result = rect
        if rect.rotation == 0 {
            result.yCenter += rect.height * shift
        } else {
            let sin = FloatMath.sin(rect.rotation)
            let cos = FloatMath.cos(rect.rotation)
            let down = imageHeight * rect.height * shift
            result.xCenter += -(down * sin) / imageWidth
            result.yCenter += down * cos / imageHeight
        }
        if squares {
            let side = max(rect.width * imageWidth, rect.height * imageHeight)
            result.width = side / imageWidth
            result.height = side / imageHeight
        }
        result.width *= scale
        result.height *= scale
        return result
    }
}
