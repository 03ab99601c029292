import CLandmarkKernels
package import LandmarkCore

/// Brings a network's mask of a region back to the size and place of the image.
///
/// The arithmetic is MediaPipe's: a matrix inverted in single precision, whose map from whole
/// pixels to whole pixels is evaluated on a grid of 1/32 mask pixel.
package struct MaskWarp: Sendable {
    private let kernel: SplitWork.Kernel

    /// Chooses the kernels: of `level`, else of `LANDMARK_KERNELS`, else the fastest.
    ///
    /// - Throws: `ImagingError.environment` or `.instructionSetUnavailable`.
    package init(level: InstructionSet? = nil) throws(ImagingError) {
        kernel = try InstructionSet.imaging(level).pointee.f32_mask
    }

    /// Replaces `likelihoods` with those of `logits`; the quotient is taken in double precision,
    /// as MediaPipe takes it. `runner` may split the values over threads.
    package static func decode(
        _ logits: UnsafeBufferPointer<Float>, into likelihoods: inout [Float],
        on runner: some WorkRunner = OneThread()
    ) {
        guard let kernel = lk_kernels("scalar")?.pointee.f32_likelihood else { return }
        let missing = logits.count - likelihoods.count
        if missing > 0 { likelihoods.append(contentsOf: repeatElement(0, count: missing)) }
        likelihoods.removeLast(max(0, -missing))
        likelihoods.withUnsafeMutableBufferPointer { likelihoods in
            var arguments = lk_f32_likelihood(
                logits: logits.baseAddress, likelihoods: likelihoods.baseAddress,
                count: Int64(logits.count))
            let part = Int(LK_LIKELIHOODS)
            withUnsafePointer(to: &arguments) {
                runner.run(
                    SplitWork(
                        kernel, $0, units: (logits.count + part - 1) / part,
                        least: Self.likelihoodsWorthAThread / part))
            }
        }
    }

    /// Replaces `spread` with the mask for a whole image of `size` pixels, zero outside the
    /// region.
    ///
    /// - Parameters:
    ///   - values: `width` times `height` values, row after row, that cover the region.
    ///   - region: Where the network looked, in fractions of the image.
    ///   - size: The image's size.
    ///   - columns: Memory to work in, kept by the caller so that the next mask needs no more.
    ///   - runner: What may split the rows over threads.
    /// - Throws: `ImagingError.wrongMaskCount`, `.invalidImageSize` or `.degenerateRegion`.
    package func spread(
        _ values: UnsafeBufferPointer<Float>, width: Int, height: Int, region: NormalizedRect,
        over size: PixelSize, into spread: inout [Float], columns: inout [Int32],
        on runner: some WorkRunner = OneThread()
    ) throws(ImagingError) {
        for (width, height) in [(width, height), (size.width, size.height)] {
            guard 1...Self.sideLimit ~= width, 1...Self.sideLimit ~= height else {
                throw .invalidImageSize(width: width, height: height)
            }
        }
        guard values.count == width * height, let source = values.baseAddress else {
            throw .wrongMaskCount(expected: width * height, got: values.count)
        }
        let pixels = PixelRect(region, in: size)
        guard let map = lk_affine(from: size, to: pixels, width: width, height: height) else {
            throw .degenerateRegion(pixels)
        }
        spread.removeAll(keepingCapacity: true)
        spread.append(contentsOf: repeatElement(0, count: size.width * size.height))
        let missing = 2 * size.width - columns.count
        if missing > 0 { columns.append(contentsOf: repeatElement(0, count: missing)) }
        spread.withUnsafeMutableBufferPointer { target in
            columns.withUnsafeMutableBufferPointer { columns in
                withUnsafePointer(to: map) {
                    lk_mask_columns($0, columns.baseAddress, Int32(size.width))
                }
                var arguments = lk_f32_mask(
                    source: source, source_width: Int32(width), source_height: Int32(height),
                    map: map, columns: UnsafePointer(columns.baseAddress),
                    output: target.baseAddress, width: Int32(size.width))
                withUnsafePointer(to: &arguments) {
                    runner.run(
                        SplitWork(
                            kernel, $0, units: size.height,
                            least: Self.pixelsWorthAThread / size.width))
                }
            }
        }
    }

    /// Some microseconds of them.
    private static let likelihoodsWorthAThread = 1024
    private static let pixelsWorthAThread = 4096
    /// The widest and highest mask or image.
    private static let sideLimit = 1 << 20
}

extension lk_affine {
    /// From an image's columns and rows to those of a mask that covers `region`, all in single
    /// precision; nil where the region has no inside.
    fileprivate init?(from size: PixelSize, to region: PixelRect, width: Int, height: Int) {
        let (across, down) = (Float(size.width), Float(size.height))
        let (w, h) = (region.width, region.height)
        let c = FloatMath.cos(region.rotation)
        let s = FloatMath.sin(region.rotation)
        // From fractions of the region to fractions of the image.
        let (a, b) = (w * c / across, -h * s / across)
        let (d, e) = (w * s / down, h * c / down)
        let x = (-0.5 * w * c + 0.5 * h * s + region.xCenter) / across
        let y = (-0.5 * h * c - 0.5 * w * s + region.yCenter) / down
        let determinant = a * e - b * d
        guard w > 0, h > 0, determinant.isNormal else { return nil }
        let scale = (x: Float(width) / determinant, y: Float(height) / determinant)
        self.init(
            xx: Double(e * scale.x * (1 / across)), xy: Double(-b * scale.x * (1 / down)),
            x0: Double((b * y - e * x) * scale.x),
            yx: Double(-d * scale.y * (1 / across)), yy: Double(a * scale.y * (1 / down)),
            y0: Double((d * x - a * y) * scale.y))
        // A sum is finite only where all its parts are.
        guard (xx + xy + x0 + yx + yy + y0).isFinite else { return nil }
    }
}
