import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks

/// A person whose lids scenes close: a photograph, cropped around the face.
struct SceneFace: Sendable {
    /// The size of the images.
    static let size = PixelSize(width: 480, height: 360)
    /// The distance between the corners of an eye, in pixels, unless the scene sets another.
    static let eyeWidth: Float = 34

    let name: String
    let image: SceneImage
    let eyes: [SceneEye]
    let mouth: SceneMouth
    /// Places the head in front of the camera; nil when that is unknown.
    let headMatrix: TransformMatrix?
    /// The points of the face's landmarks in `image`, in pixels.
    let points: [SIMD2<Float>]

    /// Reads a photograph, and finds the largest face in it.
    ///
    /// - Returns: nil when there is none.
    init?(_ path: String, name: String, _ landmarker: FaceLandmarker) throws {
        let photograph = try ImageFile.read(path)
        guard let face = try landmarker.detect(photograph).faces.first else { return nil }
        let points = Self.points(of: face, in: photograph.size)
        let width =
            (Self.length(points[33] - points[133]) + Self.length(points[362] - points[263])) / 2
        let scale = width / Self.eyeWidth
        // The face is slightly above the center of the image.
        let center = (points[10] + points[152]) / 2
        let middle = SIMD2(Float(Self.size.width) / 2, Float(Self.size.height) * 0.5)
        let crop = SceneImage(photograph).reduced(for: scale) { image, factor in
            image.resampled(width: Self.size.width, height: Self.size.height) { x, y in
                let place = (center + (SIMD2(x, y) - middle) * scale) / factor
                return (place.x, place.y)
            }
        }
        guard let face = try landmarker.detect(try crop.pixelBuffer()).faces.first else {
            return nil
        }
        self.name = name
        image = crop
        self.points = Self.points(of: face, in: Self.size)
        eyes = [SceneEye(self.points, .right), SceneEye(self.points, .left)]
        mouth = SceneMouth(self.points)
        headMatrix = face.transformationMatrix
    }

    private static func points(of face: Face, in size: PixelSize) -> [SIMD2<Float>] {
        face.landmarks.map { SIMD2($0.x * Float(size.width), $0.y * Float(size.height)) }
    }

    private static func length(_ vector: SIMD2<Float>) -> Float {
        (vector * vector).sum().squareRoot()
    }

    /// The image with an expression, before the head turns.
    func image(_ expression: SceneExpression) -> SceneImage {
        var result = image
        if expression.gaze != SceneGaze(), let turned = self.image(looking: expression.gaze) {
            result = turned
        }
        if expression.closure > 0 {
            for eye in eyes { eye.close(&result, by: Float(expression.closure)) }
        }
        mouth.smile(&result, by: expression.smile)
        mouth.open(&result, by: expression.mouth)
        return result
    }

    /// Both eyes, the one at the person's right first.
    var eyeFrames: [FeatureFrame] { eyes.map(\.frame) }
}

/// The coordinates of an eye or a mouth: from its middle along the line of its corners, and down.
struct FeatureFrame: Sendable {
    let center: SIMD2<Float>
    let along: SIMD2<Float>
    let down: SIMD2<Float>
    let width: Float

    func local(_ x: Float, _ y: Float) -> SIMD2<Float> {
        let offset = SIMD2(x, y) - center
        return SIMD2((offset * along).sum(), (offset * down).sum())
    }

    func place(_ local: SIMD2<Float>) -> SIMD2<Float> { center + along * local.x + down * local.y }

    /// Between two corners, the one at the left of the image first.
    init(_ first: SIMD2<Float>, _ last: SIMD2<Float>) {
        let axis = last - first
        width = (axis * axis).sum().squareRoot()
        along = axis / width
        down = SIMD2(-along.y, along.x)
        center = (first + last) / 2
    }

    /// The columns and rows within `extent` eye widths of the center.
    func box(_ extent: Float) -> (columns: Range<Int>, rows: Range<Int>) {
        let reach = Int((extent * width).rounded(.up))
        let x = Int(center.x), y = Int(center.y)
        return (x - reach..<x + reach + 1, y - reach..<y + reach + 1)
    }
}

/// The lids of an eye, and how they close.
struct SceneEye: Sendable {
    enum Side { case left, right }

    let frame: FeatureFrame
    /// The iris in the eye's coordinates, and its radius.
    let iris: SIMD2<Float>
    let irisRadius: Float
    /// Points of the lids' edges from corner to corner, in the eye's coordinates.
    let upper: [SIMD2<Float>]
    let lower: [SIMD2<Float>]
    /// How far the upper lid reaches over the lower one's edge, and the height of its own, in eye
    /// widths.
    private static let overlap: Float = 0.05
    private static let edge: Float = 0.06
    private static let skinShare: Float = 0.7

    /// Points of the brow's lower edge.
    private let brow: [SIMD2<Float>]

    init(_ points: [SIMD2<Float>], _ side: Side) {
        let (upper, lower, brow): ([Int], [Int], [Int]) =
            switch side {
            case .right:
                (
                    [33, 246, 161, 160, 159, 158, 157, 173, 133],
                    [33, 7, 163, 144, 145, 153, 154, 155, 133],
                    [46, 53, 52, 65, 55]
                )
            case .left:
                (
                    [362, 398, 384, 385, 386, 387, 388, 466, 263],
                    [362, 382, 381, 380, 374, 373, 390, 249, 263],
                    [285, 295, 282, 283, 276]
                )
            }
        let frame = FeatureFrame(points[upper[0]], points[upper[8]])
        self.frame = frame
        let center = side == .right ? 468 : 473
        iris = frame.local(points[center].x, points[center].y)
        irisRadius =
            (1...4).map { index in
                let offset = points[center + index] - points[center]
                return (offset * offset).sum().squareRoot()
            }.reduce(0, +) / 4
        self.upper = upper.map { frame.local(points[$0].x, points[$0].y) }
        self.lower = lower.map { frame.local(points[$0].x, points[$0].y) }
        self.brow = brow.map { frame.local(points[$0].x, points[$0].y) }
    }

    /// Draws the upper lid down by a share of the way to the lower one; the skin between brow and
    /// lid is stretched, and takes the color of the skin below the eye, as it comes out of the
    /// shadow of the brow.
    func close(_ image: inout SceneImage, by closure: Float) {
        let box = frame.box(0.9)
        let skin = image.mean(around: frame.place(SIMD2(0, skinHeight)), 0.08 * frame.width)
        image.warp(columns: box.columns, rows: box.rows) { x, y in
            let local = frame.local(x, y)
            guard let lid = lid(at: local.x, closure), lid.contains(local.y) else { return (x, y) }
            let place = frame.place(SIMD2(local.x, lid.source(of: local.y)))
            return (place.x, place.y)
        }
        image.paint(columns: box.columns, rows: box.rows) { x, y in
            let local = frame.local(x, y)
            guard let lid = lid(at: local.x, closure), lid.contains(local.y) else {
                return (skin, 0)
            }
            return (skin, closure * Self.skinShare * lid.smoothness(local.y))
        }
    }

    /// Where the skin below the eye is sampled.
    private var skinHeight: Float {
        (Self.height(of: lower, at: 0) ?? 0) + 0.25 * frame.width
    }

    /// The upper lid at a position between the corners.
    private func lid(at x: Float, _ closure: Float) -> SceneLid? {
        guard let top = Self.height(of: upper, at: x), let bottom = Self.height(of: lower, at: x),
            bottom > top
        else { return nil }
        let start = start(above: top, at: x)
        // The lid comes down to the lower one's lashes, so that no white is left between them.
        return SceneLid(
            start: start, top: top,
            bottom: top + closure * (bottom + Self.overlap * frame.width - top),
            edge: min(Self.edge * frame.width, 0.5 * (top - start)))
    }

    /// Where the stretched skin begins: the brow does not move.
    private func start(above top: Float, at x: Float) -> Float {
        let start = top - 0.5 * frame.width
        guard let first = brow.first, let last = brow.last else { return start }
        let brow = Self.height(of: brow, at: min(last.x, max(first.x, x))) ?? start
        return min(top - 0.12 * frame.width, max(start, brow + 0.06 * frame.width))
    }

    static func height(of curve: [SIMD2<Float>], at x: Float) -> Float? {
        for (a, b) in zip(curve, curve.dropFirst()) where a.x <= x && x <= b.x && a.x < b.x {
            return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
        }
        return nil
    }
}

/// A column of an upper lid that moves down.
private struct SceneLid {
    /// Where the skin above it begins, its edge before and after, and the height of the edge with
    /// its lashes, which keep their shape.
    let start: Float
    let top: Float
    let bottom: Float
    let edge: Float

    func contains(_ y: Float) -> Bool { y > start && y < bottom }

    /// The original position of what is now at `y`.
    func source(of y: Float) -> Float {
        y > bottom - edge
            ? top - (bottom - y)
            : start + (y - start) * (top - edge - start) / (bottom - edge - start)
    }

    /// 0 above the open eye and at the lashes, 1 between them.
    func smoothness(_ y: Float) -> Float {
        let down = (y - top) / (2 * edge) + 1, up = (bottom - edge - y) / edge
        return min(1, max(0, min(down, up)))
    }
}

extension SceneImage {
    /// The mean color of a square.
    fileprivate func mean(around center: SIMD2<Float>, _ reach: Float) -> SIMD3<Float> {
        var sum = SIMD3<Float>(), count: Float = 0
        for y in Int(center.y - reach)...Int(center.y + reach) {
            for x in Int(center.x - reach)...Int(center.x + reach)
            where (0..<width).contains(x) && (0..<height).contains(y) {
                let start = 3 * (y * width + x)
                sum += SIMD3(
                    Float(pixels[start]), Float(pixels[start + 1]), Float(pixels[start + 2]))
                count += 1
            }
        }
        return sum / max(1, count)
    }

    /// Halves the image repeatedly when `scale` of its pixels become one, so that sampling skips
    /// none.
    fileprivate func reduced(
        for scale: Float, _ body: (SceneImage, Float) -> SceneImage
    ) -> SceneImage {
        var image = self
        var factor: Float = 1
        while scale / factor > 1.5, min(image.width, image.height) > 1 {
            image = image.resampled(width: image.width / 2, height: image.height / 2) {
                [image] x, y in
                (2 * x, min(2 * y, Float(image.height)))
            }
            factor *= 2
        }
        return body(image, factor)
    }
}
