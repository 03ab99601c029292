import LandmarkCore
public import LandmarkImaging

/// What an image shows of one eye, in a few numbers: whether lids could be told from it at all.
///
/// Landmarks do not say that: the face landmarker places an open eye behind sunglasses, and on a face
/// of a few pixels. All values come from the luma of a rectangle around the eye, along the line of its
/// corners, and of a patch of the cheek below it.
public struct EyeImage: Sendable, Hashable, Codable {
    /// The distance between the corners, in pixels of the image.
    public var width: Double
    /// The mean luma around the eye, 0…1.
    public var brightness: Double
    /// The mean luma of the cheek below the eye, 0…1.
    public var cheekBrightness: Double
    /// The luma that three quarters of the rectangle do not exceed, 0…1: that of the lids' skin.
    public var lidBrightness: Double
    /// The range of luma around the eye without its outer twentieths, 0…1.
    public var contrast: Double
    /// How far the steepest edges around the eye extend, relative to `width`: the standard deviation of
    /// the Gaussian that would blur a step to this gradient. 0 is sharp; the samples limit it to about 0.02.
    public var blur: Double
    /// The standard deviation of the luma's noise, 0…1, estimated on the cheek.
    public var noise: Double
    /// The share of the rectangle, 0…1, that is as bright as the image can be.
    public var overexposure: Double
    /// How much brighter the white of the eye is than the iris, relative to the cheek: what an open eye
    /// shows and a lid, a dark glass or a reflection does not. It is meant for eyes that are open.
    public var irisContrast: Double

    /// Creates statistics; the defaults are those of a good image.
    public init(
        width: Double = 40, brightness: Double = 0.5, cheekBrightness: Double = 0.6,
        lidBrightness: Double = 0.55, contrast: Double = 0.4, blur: Double = 0.02,
        noise: Double = 0.01, overexposure: Double = 0, irisContrast: Double = 0.4
    ) {
        self.width = width
        self.brightness = brightness
        self.cheekBrightness = cheekBrightness
        self.lidBrightness = lidBrightness
        self.contrast = contrast
        self.blur = blur
        self.noise = noise
        self.overexposure = overexposure
        self.irisContrast = irisContrast
    }
}

/// What an image shows of both eyes of a face.
public struct EyeImages: Sendable, Hashable, Codable {
    /// The eye at the person's left; nil when its landmarks lie outside of the image.
    public var left: EyeImage?
    /// The eye at the person's right.
    public var right: EyeImage?

    /// Creates a pair.
    public init(left: EyeImage?, right: EyeImage?) {
        self.left = left
        self.right = right
    }

    /// Measures the eyes of a face in the image that it was detected in. It takes about a quarter of a
    /// millisecond.
    ///
    /// - Parameters:
    ///   - face: The face, with landmarks normalized to `image` as it is stored, whatever its
    ///     orientation.
    ///   - image: The image, in any format.
    public init(_ face: Face, in image: PixelBuffer) {
        let scale = SIMD2(Float(image.width), Float(image.height))
        func point(_ index: Int) -> SIMD2<Float> {
            SIMD2(face.landmarks[index].x, face.landmarks[index].y) * scale
        }
        // The upper lip, which tells down from up.
        let mouth = point(13)
        func eye(from first: Int, to second: Int, iris: Int, edge: Int) -> EyeImage? {
            EyeImage(
                from: point(first), to: point(second), iris: point(iris), edge: point(edge),
                above: mouth, in: image)
        }
        left = eye(from: 362, to: 263, iris: 473, edge: 474)
        right = eye(from: 33, to: 133, iris: 468, edge: 469)
    }
}

extension EyeImage {
    /// The samples along an eye's width. One a pixel suffices for smaller eyes.
    private static let samplesPerWidth: Float = 28
    /// Half the extent of the rectangle, relative to the width of the eye.
    private static let halfExtent = SIMD2<Float>(0.7, 0.42)

    /// Measures the eye between two corners; nil for an eye of less than three pixels, or beside the
    /// image.
    fileprivate init?(
        from first: SIMD2<Float>, to second: SIMD2<Float>, iris: SIMD2<Float>, edge: SIMD2<Float>,
        above mouth: SIMD2<Float>, in image: PixelBuffer
    ) {
        let axis = second - first
        let width = (axis * axis).sum().squareRoot()
        let center = (first + second) / 2
        guard width >= 3, width < 1e5, center.x >= 0, center.y >= 0, center.x < Float(image.width),
            center.y < Float(image.height)
        else { return nil }
        let along = axis / width
        var down = SIMD2(-along.y, along.x)
        if (down * (mouth - center)).sum() < 0 { down = -down }
        // The eye and the cheek below it, in any rotation.
        let reach = Int(1.5 * width) + 3
        let x = Int(center.x), y = Int(center.y)
        self = LumaSampler.sample(
            image, columns: x - reach..<x + reach, rows: y - reach..<y + reach
        ) { sampler in
            EyeImage(
                sampler, center: center, along: along, down: down, width: width, iris: iris,
                edge: edge)
        }
    }

    private init(
        _ sampler: LumaSampler, center: SIMD2<Float>, along: SIMD2<Float>, down: SIMD2<Float>,
        width: Float, iris: SIMD2<Float>, edge: SIMD2<Float>
    ) {
        let step = max(1, width / Self.samplesPerWidth)
        let eye = Patch(
            sampler, center: center, along: along * step, down: down * step,
            columns: Self.count(2 * Self.halfExtent.x * width / step),
            rows: Self.count(2 * Self.halfExtent.y * width / step))
        let cheek = Patch(
            sampler, center: center + down * (1.05 * width), along: along, down: down,
            columns: min(24, Self.count(0.8 * width)), rows: min(16, Self.count(0.5 * width)))
        let range = eye.quantile(0.95) - eye.quantile(0.05)
        let gradient = eye.steepestGradient / step
        // A step of height h that a Gaussian blurs has a gradient of h ÷ (σ √2π).
        let spread = gradient > 0 ? range / (gradient * (2 * Float.pi).squareRoot()) : width
        self.init(
            width: Double(width), brightness: Double(eye.mean / 255),
            cheekBrightness: Double(cheek.mean / 255),
            lidBrightness: Double(eye.quantile(0.75) / 255), contrast: Double(range / 255),
            blur: Double(min(1, spread / width)), noise: Double(cheek.noise / 255),
            overexposure: Double(eye.share { $0 >= 252 }),
            irisContrast: Double(
                Self.irisContrast(
                    sampler, iris: iris, edge: edge, center: center, along: along, width: width)
                    / max(cheek.mean, 1)))
    }

    /// The luma of the white beside the iris minus that of the iris; of both sides the one that shows
    /// more white.
    private static func irisContrast(
        _ sampler: LumaSampler, iris: SIMD2<Float>, edge: SIMD2<Float>, center: SIMD2<Float>,
        along: SIMD2<Float>, width: Float
    ) -> Float {
        let spoke = edge - iris
        let radius = (spoke * spoke).sum().squareRoot()
        guard radius > 0, radius < width else { return 0 }
        let down = SIMD2(-along.y, along.x)
        func mean(_ place: SIMD2<Float>, _ extent: Float) -> Float {
            var sum: Float = 0
            for row in -1...1 {
                for column in -1...1 {
                    sum +=
                        sampler[
                            place + along * (extent * Float(column)) + down * (extent * Float(row))]
                }
            }
            return sum / 9
        }
        let dark = mean(iris, 0.45 * radius)
        var bright: Float = 0
        for side in [Float(-1), 1] {
            let white = iris + along * (1.6 * radius * side)
            // Beside the corners there is skin.
            guard abs(((white - center) * along).sum()) < 0.42 * width else { continue }
            bright = max(bright, mean(white, 0.15 * radius))
        }
        return bright == 0 ? 0 : bright - dark
    }

    private static func count(_ length: Float) -> Int { max(3, Int(length.rounded()) | 1) }
}

/// Luma on a grid, 0…255.
private struct Patch {
    private let columns: Int
    private let rows: Int
    private let values: [Float]
    private let sorted: [Float]

    init(
        _ sampler: LumaSampler, center: SIMD2<Float>, along: SIMD2<Float>, down: SIMD2<Float>,
        columns: Int, rows: Int
    ) {
        self.columns = columns
        self.rows = rows
        let corner = center - along * Float(columns / 2) - down * Float(rows / 2)
        var values: [Float] = []
        values.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                values.append(sampler[corner + along * Float(column) + down * Float(row)])
            }
        }
        self.values = values
        sorted = values.sorted()
    }

    var mean: Float { values.reduce(0, +) / Float(values.count) }

    func quantile(_ share: Float) -> Float { sorted[Int(share * Float(sorted.count - 1))] }

    func share(_ isCounted: (Float) -> Bool) -> Float {
        Float(values.count { isCounted($0) }) / Float(values.count)
    }

    /// The gradient per step that one in fifty interior samples exceeds.
    var steepestGradient: Float {
        var gradients: [Float] = []
        gradients.reserveCapacity(values.count)
        for row in 1..<rows - 1 {
            for column in 1..<columns - 1 {
                let index = row * columns + column
                let x = values[index + 1] - values[index - 1]
                let y = values[index + columns] - values[index - columns]
                gradients.append(x * x + y * y)
            }
        }
        gradients.sort()
        return gradients[Int(0.98 * Float(gradients.count - 1))].squareRoot() / 2
    }

    /// The standard deviation of noise that the second differences in both directions show, by their
    /// median, which edges and texture affect little (Immerkær 1996, with a median for the mean).
    var noise: Float {
        var differences: [Float] = []
        differences.reserveCapacity(values.count)
        for row in 1..<rows - 1 {
            for column in 1..<columns - 1 {
                let index = row * columns + column
                let above =
                    values[index - columns - 1] - 2 * values[index - columns]
                    + values[index - columns + 1]
                let here = values[index - 1] - 2 * values[index] + values[index + 1]
                let below =
                    values[index + columns - 1] - 2 * values[index + columns]
                    + values[index + columns + 1]
                differences.append(abs(above - 2 * here + below))
            }
        }
        differences.sort()
        // The mask multiplies the standard deviation of white noise by 6.
        return differences[differences.count / 2] / (0.6745 * 6)
    }
}
