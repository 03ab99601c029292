package import LandmarkCore

/// Expands the rectangle around an instance to the ROI of its landmark model, as MediaPipe's
/// `RectTransformationCalculator` does.
package struct RectTransformation {
    /// Moves the center along the rectangle's height by this fraction of it.
    package let shift: Float
    /// Whether to extend the shorter side, in pixels, to the length of the longer one.
    package let squares: Bool
    /// Factor for both sides, applied last.
    package let scale: Float

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

/// Arithmetic on angles in radians, clockwise on screen.
enum Angle {
    /// Normalizes `angle` to −π..<π with MediaPipe's rounding: computed in `Double`, returned as
    /// `Float`.
    static func normalized(_ angle: Float) -> Float {
        let turns = ((Double(angle) + .pi) / (2 * .pi)).rounded(.down)
        return Float(Double(angle) - 2 * .pi * turns)
    }

    /// Returns the rotation of the line from `start` to `end`, in pixels, relative to `target`.
    static func rotation(from start: SIMD2<Float>, to end: SIMD2<Float>, target: Float) -> Float {
        normalized(target - FloatMath.atan2(-(end.y - start.y), end.x - start.x))
    }
}

/// How a detection becomes the ROI of a landmark model.
struct DetectionRegion {
    /// The keypoints of the detection whose connecting line gives the rotation.
    let keypoints: (Int, Int)
    /// The angle of that line in the ROI, in radians from the x axis, counterclockwise.
    let target: Float
    let transformation: RectTransformation

    /// Returns the ROI around the bounding box.
    func roi(aroundBoxOf detection: Detection, in size: PixelSize) -> NormalizedRect {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let box = NormalizedRect(
            xCenter: detection.xMin + detection.width / 2,
            yCenter: detection.yMin + detection.height / 2,
            width: detection.width, height: detection.height,
            rotation: Angle.rotation(
                from: detection.keypoint(keypoints.0) * scale,
                to: detection.keypoint(keypoints.1) * scale, target: target))
        return transformation.apply(to: box, in: size)
    }
}

extension Bounds {
    /// The bounds of landmarks with MediaPipe's arithmetic: the search for the maximum starts at
    /// the smallest positive number, so bounds of points left of or above the image extend to its
    /// edge.
    init(aroundLandmarks points: some Sequence<SIMD2<Float>>) {
        self.init(around: points)
        high = pointwiseMax(high, SIMD2(repeating: .leastNormalMagnitude))
    }
}

extension [Landmark] {
    /// The position of the landmark at `index`, in fractions of the image.
    func position(_ index: Int) -> SIMD2<Float> { SIMD2(self[index].x, self[index].y) }
}

extension Orientation {
    /// The whole of an image of `size`, as an ROI that is upright in the scene.
    func fullROI(in size: PixelSize) -> NormalizedRect {
        var roi = NormalizedRect.full
        switch self {
        case .up: return roi
        case .right: roi.rotation = -.pi / 2
        case .down: roi.rotation = -.pi
        case .left: roi.rotation = .pi / 2
        }
        if self != .down {
            roi.width = Float(size.height) / Float(size.width)
            roi.height = Float(size.width) / Float(size.height)
        }
        return roi
    }

    /// The offset, in pixels, by which ROIs of a rotated image are moved so that sampling gives the
    /// same tensor as for the upright image, byte for byte.
    ///
    /// Sampling treats an ROI's corner as the center of a pixel, which is half a pixel off towards
    /// the upper left. Where the rotation reverses an axis, it would be off towards the opposite
    /// side of the scene; the difference of one pixel is visible in small images.
    var samplingOffset: SIMD2<Float> {
        switch self {
        case .up: SIMD2(0, 0)
        case .right: SIMD2(0, -1)
        case .down: SIMD2(-1, -1)
        case .left: SIMD2(-1, 0)
        }
    }
}

extension PixelRect {
    /// The rectangle moved by `offset` pixels.
    func moved(by offset: SIMD2<Float>) -> PixelRect {
        var moved = self
        moved.xCenter += offset.x
        moved.yCenter += offset.y
        return moved
    }
}

extension NormalizedRect {
    /// A square in an image of `size` around `center`, whose side is twice the distance to `point`, and
    /// which is rotated by the line from one to the other relative to `target`. Both are in pixels.
    init(
        around center: SIMD2<Float>, reaching point: SIMD2<Float>, target: Float,
        in size: PixelSize
    ) {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let offset = point - center
        let side = (offset.x * offset.x + offset.y * offset.y).squareRoot() * 2
        self.init(
            xCenter: center.x / scale.x, yCenter: center.y / scale.y, width: side / scale.x,
            height: side / scale.y,
            rotation: Angle.rotation(from: center, to: point, target: target))
    }

    /// The rectangle moved by `offset` pixels of an image of `size`.
    func moved(by offset: SIMD2<Float>, in size: PixelSize) -> NormalizedRect {
        var moved = self
        moved.xCenter += offset.x / Float(size.width)
        moved.yCenter += offset.y / Float(size.height)
        return moved
    }
}
