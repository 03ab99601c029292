import LandmarkImaging

/// Locates an eye in an image and measures its `EyeImage`.
struct EyePlace {
    /// The number of samples across an eye's width. One per pixel suffices for smaller eyes.
    private static let samplesPerWidth: Float = 28
    /// Half the extent of the rectangle around an eye, relative to the eye's width.
    private static let halfExtent = SIMD2<Float>(0.7, 0.42)
    /// The distance from an eye down to the cheek, relative to the eye's width.
    private static let cheekDistance: Float = 1.05

    private let center: SIMD2<Float>
    /// Unit vectors along the line between the corners and towards the mouth.
    private let along: SIMD2<Float>
    private let down: SIMD2<Float>
    private let width: Float
    private let iris: SIMD2<Float>
    /// The edge of the iris.
    private let edge: SIMD2<Float>
    private let brow: SIMD2<Float>

    /// Creates a place from landmarks in pixels; nil for an eye narrower than three pixels and for
    /// positions that are not finite.
    init?(
        from first: SIMD2<Float>, to second: SIMD2<Float>, iris: SIMD2<Float>, edge: SIMD2<Float>,
        mouth: SIMD2<Float>, brow: SIMD2<Float>
    ) {
        let axis = second - first
        width = (axis * axis).sum().squareRoot()
        guard width >= 3, width < 1e5, brow.x.isFinite, brow.y.isFinite else { return nil }
        center = (first + second) / 2
        along = axis / width
        let across = SIMD2(-along.y, along.x)
        // The mouth indicates which way is down.
        down = (across * (mouth - center)).sum() < 0 ? -across : across
        self.iris = iris
        self.edge = edge
        self.brow = brow
    }

    /// Measures the eye; nil outside the image.
    func measure(in image: PixelBuffer) -> EyeImage? {
        guard center.x >= 0, center.y >= 0, center.x < Float(image.width),
            center.y < Float(image.height)
        else { return nil }
        // The eye, the cheek below it and the brows, in any rotation.
        let reach = Int(1.5 * width) + 3
        let x = Int(center.x), y = Int(center.y)
        return LumaSampler.sample(
            image, columns: x - reach..<x + reach, rows: y - reach..<y + reach, measure)
    }

    private func measure(_ sampler: LumaSampler) -> EyeImage {
        let step = max(1, width / Self.samplesPerWidth)
        let eye = LumaPatch(
            sampler, center: center, along: along * step, down: down * step,
            columns: Self.count(2 * Self.halfExtent.x * width / step),
            rows: Self.count(2 * Self.halfExtent.y * width / step))
        let cheek = LumaPatch(
            sampler, center: center + down * (Self.cheekDistance * width), along: along,
            down: down, columns: min(24, Self.count(0.8 * width)),
            rows: min(16, Self.count(0.5 * width)))
        let levels = eye.levels
        let range = levels.quantile(0.95) - levels.quantile(0.05)
        let gradient = eye.steepestGradient / step
        // A step of height h blurred by a Gaussian has a gradient of h ÷ (σ √2π).
        let spread = gradient > 0 ? range / (gradient * (2 * Float.pi).squareRoot()) : width
        return EyeImage(
            width: Double(width), brightness: Double(eye.mean / 255),
            cheekBrightness: Double(cheek.mean / 255),
            lidBrightness: Double(levels.quantile(0.75) / 255), contrast: Double(range / 255),
            blur: Double(min(1, spread / width)), noise: Double(cheek.noise / 255),
            overexposure: Double(eye.share(from: 252)),
            irisContrast: Double(irisContrast(sampler) / max(cheek.mean, 1)),
            colorDifference: Double(colorDifference(sampler)),
            lids: EyelidNetwork.state(of: lids(sampler)))
    }

    /// Returns the luma that the network for lids sees: the mean of each part of a grid, sampled at
    /// about every pixel.
    private func lids(_ sampler: LumaSampler) -> [Float] {
        let extent = EyelidNetwork.halfExtent * (2 * width)
        let size = SIMD2(Float(EyelidNetwork.columns), Float(EyelidNetwork.rows))
        let count = min(6, max(1, Int((extent.x / size.x / 1.5).rounded(.up))))
        let step: SIMD2<Float> = extent / (size * Float(count))
        let columns = EyelidNetwork.columns * count
        let offset: SIMD2<Float> = (step - extent) / 2
        let corner = center + along * offset.x + down * offset.y
        let values = sampler.grid(
            corner, along: along * step.x, down: down * step.y, columns: columns,
            rows: EyelidNetwork.rows * count)
        guard count > 1 else { return values }
        return (0..<EyelidNetwork.columns * EyelidNetwork.rows).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: EyelidNetwork.columns)
            var sum: Float = 0
            for y in 0..<count {
                let first = (row * count + y) * columns + column * count
                for x in first..<first + count { sum += values[x] }
            }
            return sum / Float(count * count)
        }
    }

    /// Returns the luma of the white next to the iris minus that of the iris, on the side that shows more
    /// white.
    private func irisContrast(_ sampler: LumaSampler) -> Float {
        let spoke = edge - iris
        let radius = (spoke * spoke).sum().squareRoot()
        guard radius > 0, radius < width else { return 0 }
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
            // There is skin beyond the corners.
            guard abs(((white - center) * along).sum()) < 0.42 * width else { continue }
            bright = max(bright, mean(white, 0.15 * radius))
        }
        return bright == 0 ? 0 : bright - dark
    }

    /// Returns how much less red or more blue the lids are than the cheek or the skin between the
    /// brows, whichever they resemble more: masks, beards and hair may cover one of these.
    private func colorDifference(_ sampler: LumaSampler) -> Float {
        func color(_ place: SIMD2<Float>, _ halfWidth: Float, _ halfHeight: Float) -> SIMD2<Float> {
            sampler.color(
                at: place, along: along * (halfWidth * width), down: down * (halfHeight * width))
        }
        let lids =
            (color(center - down * (0.34 * width), 0.3, 0.06)
                + color(center + down * (0.36 * width), 0.3, 0.06)) / 2
        let cheek = color(center + down * (Self.cheekDistance * width), 0.35, 0.2)
        let forehead = color(brow, 0.12, 0.12)
        func distance(_ skin: SIMD2<Float>) -> Float {
            let change = lids - skin
            let wrong = pointwiseMax(
                change * SIMD2(-1, 1), change * SIMD2(1, -1) - Self.shadowChange)
            let part = pointwiseMax(wrong, SIMD2())
            return (part * part).sum().squareRoot()
        }
        return min(distance(cheek), distance(forehead))
    }

    /// How much redder and less blue lids in the shadow of the brows are than other skin.
    private static let shadowChange = SIMD2<Float>(0.25, 0.15)

    private static func count(_ length: Float) -> Int { max(3, Int(length.rounded()) | 1) }
}
