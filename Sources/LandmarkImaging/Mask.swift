import CLandmarkKernels
public import LandmarkCore

/// The degree, 0…1, to which each pixel of an image belongs to a subject.
///
/// Encoded with the keys `size` and `values`.
public struct Mask: Sendable, Hashable, Codable {
    /// The size in pixels.
    public let size: PixelSize
    /// The values in row-major order from the top left.
    public let values: [Float]

    /// Creates a mask from its values in row-major order.
    ///
    /// - Throws: ``ImagingError/invalidImageSize(width:height:)`` or
    ///   ``ImagingError/wrongMaskCount(expected:got:)``.
    public init(width: Int, height: Int, values: [Float]) throws(ImagingError) {
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflows else {
            throw .invalidImageSize(width: width, height: height)
        }
        guard values.count == count else {
            throw .wrongMaskCount(expected: count, got: values.count)
        }
        self.init(trusted: PixelSize(width: width, height: height), values: values)
    }

    /// Creates a mask of values whose number is known to match the size.
    package init(trusted size: PixelSize, values: [Float]) {
        self.size = size
        self.values = values
    }

    /// Decodes a mask.
    ///
    /// - Throws: `DecodingError` if a value is missing or the number of values does not match the
    ///   size.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let size = try container.decode(PixelSize.self, forKey: .size)
        let values = try container.decode([Float].self, forKey: .values)
        do throws(ImagingError) {
            try self.init(width: size.width, height: size.height, values: values)
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .values, in: container, debugDescription: error.description)
        }
    }

    /// The number of columns.
    public var width: Int { size.width }

    /// The number of rows.
    public var height: Int { size.height }

    /// The mask as a `gray8` image: 0 is black and 1 is white.
    public var image: PixelBuffer {
        let bytes = values.map { value in
            // A NaN compares false and becomes black.
            value > 0 ? UInt8((min(value, 1) * 255).rounded()) : 0
        }
        return PixelBuffer(trusted: size, format: .gray8, bytesPerRow: width, bytes: bytes)
    }
}

/// Projects a model's mask of a region of interest back onto the image.
///
/// The arithmetic is MediaPipe's: a matrix inverted in single precision that maps whole pixels to
/// whole pixels, evaluated on a grid of 1/32 mask pixel.
package struct MaskWarp: Sendable {
    private let kernel: SplitWork.Kernel

    /// Selects the kernels: those of `instructionSet`, otherwise of `LANDMARK_KERNELS`, otherwise
    /// the fastest.
    ///
    /// - Throws: ``ImagingError/environment(_:)`` or
    ///   ``ImagingError/instructionSetUnavailable(_:)``.
    package init(instructionSet: InstructionSet? = nil) throws(ImagingError) {
        kernel = try InstructionSet.imaging(instructionSet).pointee.f32_mask
    }

    /// Replaces `likelihoods` with the sigmoid of `logits`, divided in double precision as
    /// MediaPipe does. `runner` may use several threads.
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

    /// Replaces `mask` with the mask of a whole image, zero outside the region of interest.
    ///
    /// - Parameters:
    ///   - values: The model's `width`×`height` values in row-major order, which cover `roi`.
    ///   - width: The number of columns of `values`.
    ///   - height: The number of rows of `values`.
    ///   - roi: The region of interest, in normalized image coordinates.
    ///   - size: The size of the image.
    ///   - mask: The result, in row-major order.
    ///   - columns: Scratch memory, kept by the caller to avoid allocations.
    ///   - runner: Runs the rows, possibly on several threads.
    /// - Throws: ``ImagingError/wrongMaskCount(expected:got:)``,
    ///   ``ImagingError/invalidImageSize(width:height:)``, ``ImagingError/degenerateRegion(_:)`` or
    ///   ``ImagingError/outOfMemory(file:size:bytes:)``.
    package func project(
        _ values: UnsafeBufferPointer<Float>, width: Int, height: Int, roi: NormalizedRect,
        onto size: PixelSize, into mask: inout [Float], columns: inout [Int32],
        on runner: some WorkRunner = OneThread()
    ) throws(ImagingError) {
        try Self.check([PixelSize(width: width, height: height), size])
        let pixels = PixelRect(roi, in: size)
        guard let map = lk_affine(from: size, to: pixels, width: width, height: height) else {
            throw .degenerateRegion(pixels)
        }
        try project(
            values, width: width, height: height, by: map, onto: size, into: &mask,
            columns: &columns,
            on: runner)
    }

    /// Returns the values of a mask at the places to which a matrix maps the pixels of an image, zero outside;
    /// nil if the matrix is not finite.
    ///
    /// - Parameters:
    ///   - source: The mask.
    ///   - rows: The rows x and y of a 4×4 matrix, from fractions of the image to those of the mask.
    ///   - size: The size of the image.
    /// - Throws: ``ImagingError/invalidImageSize(width:height:)`` or
    ///   ``ImagingError/outOfMemory(file:size:bytes:)``.
    package func project(
        _ source: Mask, by rows: (x: SIMD4<Float>, y: SIMD4<Float>), onto size: PixelSize
    ) throws(ImagingError) -> Mask? {
        try Self.check([source.size, size])
        let scale = (x: Float(source.width), y: Float(source.height))
        let (across, down) = (1 / Float(size.width), 1 / Float(size.height))
        let map = lk_affine(
            xx: Double(scale.x * rows.x[0] * across), xy: Double(scale.x * rows.x[1] * down),
            x0: Double(scale.x * rows.x[3]),
            yx: Double(scale.y * rows.y[0] * across), yy: Double(scale.y * rows.y[1] * down),
            y0: Double(scale.y * rows.y[3]))
        guard map.isFinite else { return nil }
        var result: [Float] = []
        var columns: [Int32] = []
        try source.values.withUnsafeBufferPointer { values throws(ImagingError) in
            try project(
                values, width: source.width, height: source.height, by: map, onto: size,
                into: &result,
                columns: &columns, on: OneThread())
        }
        return Mask(trusted: size, values: result)
    }

    /// - Throws: ``ImagingError/invalidImageSize(width:height:)`` for a size that no mask has.
    package static func check(_ sizes: [PixelSize]) throws(ImagingError) {
        for size in sizes {
            guard 1...sideLimit ~= size.width, 1...sideLimit ~= size.height else {
                throw .invalidImageSize(width: size.width, height: size.height)
            }
        }
    }

    private func project(
        _ values: UnsafeBufferPointer<Float>, width: Int, height: Int, by map: lk_affine,
        onto size: PixelSize, into mask: inout [Float], columns: inout [Int32],
        on runner: some WorkRunner
    ) throws(ImagingError) {
        guard values.count == width * height, let source = values.baseAddress else {
            throw .wrongMaskCount(expected: width * height, got: values.count)
        }
        let count = size.width * size.height
        if mask.capacity < count {
            try ImageMemory.check(4 * count, for: size, file: "a mask")
        }
        mask.removeAll(keepingCapacity: true)
        mask.append(contentsOf: repeatElement(0, count: count))
        let missing = 2 * size.width - columns.count
        if missing > 0 { columns.append(contentsOf: repeatElement(0, count: missing)) }
        mask.withUnsafeMutableBufferPointer { target in
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

    // The minimum amounts per thread, a few microseconds of work.
    private static let likelihoodsWorthAThread = 1024
    private static let pixelsWorthAThread = 4096
    /// The maximum side of a mask or image.
    private static let sideLimit = 1 << 20
}

extension lk_affine {
    /// Creates the map from columns and rows of an image to those of a mask that covers `roi`, in
    /// single precision; nil when `roi` has no area.
    fileprivate init?(from size: PixelSize, to roi: PixelRect, width: Int, height: Int) {
        let (across, down) = (Float(size.width), Float(size.height))
        let (w, h) = (roi.width, roi.height)
        let c = FloatMath.cos(roi.rotation)
        let s = FloatMath.sin(roi.rotation)
        // From fractions of the region to fractions of the image.
        let (a, b) = (w * c / across, -h * s / across)
        let (d, e) = (w * s / down, h * c / down)
        let x = (-0.5 * w * c + 0.5 * h * s + roi.xCenter) / across
        let y = (-0.5 * h * c - 0.5 * w * s + roi.yCenter) / down
        let determinant = a * e - b * d
        guard w > 0, h > 0, determinant.isNormal else { return nil }
        let scale = (x: Float(width) / determinant, y: Float(height) / determinant)
        self.init(
            xx: Double(e * scale.x * (1 / across)), xy: Double(-b * scale.x * (1 / down)),
            x0: Double((b * y - e * x) * scale.x),
            yx: Double(-d * scale.y * (1 / across)), yy: Double(a * scale.y * (1 / down)),
            y0: Double((d * x - a * y) * scale.y))
        guard isFinite else { return nil }
    }

    /// Whether all its numbers are finite: a sum is finite only if all its terms are.
    fileprivate var isFinite: Bool { (xx + xy + x0 + yx + yy + y0).isFinite }
}
