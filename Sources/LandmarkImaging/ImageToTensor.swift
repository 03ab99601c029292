import CLandmarkKernels
package import LandmarkCore

/// Samples rotated regions of interest of images into model inputs, bit-exact with MediaPipe's
/// `ImageToTensorCalculator` on the CPU.
///
/// Output pixel (i, j) samples the image at the region's top left corner plus i/width and j/height
/// of its sides, quantized to 1/32 pixel, with bilinear interpolation rounded to a byte.
/// Downscaling does not average. Gray images become three equal channels; alpha is ignored. For a
/// YUV image, only the region's bounding box is converted, into memory that is reused for the next
/// image. Conversion is thread-safe.
package struct ImageToTensor: Sendable {
    /// The value of pixels outside the image.
    package enum BorderMode: Sendable {
        /// Black.
        case zero
        /// The nearest edge pixel.
        case replicate
    }

    private let toBytes: SplitWork.Kernel
    private let toFloats: SplitWork.Kernel
    private let toRGB: SplitWork.Kernel
    private let scratch = RegionScratch()

    /// Selects the kernels: those of `instructionSet`, otherwise of `LANDMARK_KERNELS`, otherwise
    /// the fastest.
    ///
    /// - Throws: ``ImagingError/environment(_:)`` or
    ///   ``ImagingError/instructionSetUnavailable(_:)``.
    package init(instructionSet: InstructionSet? = nil) throws(ImagingError) {
        let kernels = try InstructionSet.imaging(instructionSet)
        toBytes = kernels.pointee.u8_warp
        toFloats = kernels.pointee.f32_warp
        toRGB = kernels.pointee.u8_yuv_to_rgb
    }

    /// Fills `tensor` with the pixels of a region of interest.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - roi: The region in pixels of the image. Its aspect ratio may differ from the tensor's;
    ///     letterboxing is part of the region.
    ///   - border: The value of pixels outside the image.
    ///   - range: The normalization: byte 0 becomes the lower bound, 255 the upper.
    ///   - tensor: The model's input, of three channels.
    ///   - runner: Runs the rows, possibly on several threads.
    /// - Throws: ``ImagingError/degenerateRegion(_:)``, or
    ///   ``ImagingError/unsupportedTensor(width:channels:rowStride:)`` unless the tensor has three
    ///   channels.
    package func convert(
        _ image: PixelBuffer, roi: PixelRect, border: BorderMode, range: ClosedRange<Float>,
        into tensor: TensorView, on runner: some WorkRunner = OneThread()
    ) throws(ImagingError) {
        guard tensor.channels == 3, tensor.rowStride >= 3 * tensor.width else {
            throw .unsupportedTensor(
                width: tensor.width, channels: tensor.channels, rowStride: tensor.rowStride)
        }
        let warp = try warp(roi, width: tensor.width, height: tensor.height, border: border)
        let scale = Self.scale(of: range)
        withPixels(of: image, read: warp, on: runner) { image in
            var arguments = lk_f32_warp(
                image: image, warp: warp, scale: scale, offset: range.lowerBound,
                output: tensor.base, stride: tensor.rowStride)
            withUnsafePointer(to: &arguments) {
                runner.run(
                    SplitWork(toFloats, $0, units: tensor.height, least: Self.rowsWorthAThread))
            }
        }
    }

    /// Returns a region of interest as an image of `width`×`height` RGB pixels.
    ///
    /// - Throws: ``ImagingError/degenerateRegion(_:)`` or
    ///   ``ImagingError/invalidImageSize(width:height:)``.
    package func crop(
        _ image: PixelBuffer, roi: PixelRect, border: BorderMode, width: Int, height: Int
    ) throws(ImagingError) -> PixelBuffer {
        let warp = try warp(roi, width: width, height: height, border: border)
        let count = width * height * 3
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, used in
            withPixels(of: image, read: warp, on: OneThread()) { image in
                var arguments = lk_u8_warp(
                    image: image, warp: warp, output: target.baseAddress, stride: width * 3)
                toBytes(&arguments, 0, Int32(height))
            }
            used = count
        }
        return PixelBuffer(
            trusted: PixelSize(width: width, height: height), format: .rgb24,
            bytesPerRow: width * 3, bytes: bytes)
    }

    /// Calls `body` with an image that contains the pixels that `warp` reads.
    private func withPixels(
        of image: PixelBuffer, read warp: lk_warp, on runner: some WorkRunner,
        _ body: (lk_image) -> Void
    ) {
        guard let yuv = image.unconverted else { return image.withKernelImage(body) }
        let box = warp.box(in: image.size)
        scratch.withImage(
            of: yuv, columns: box.columns, rows: box.rows, kernel: toRGB, on: runner, body)
    }

    private func warp(
        _ roi: PixelRect, width: Int, height: Int, border: BorderMode
    ) throws(ImagingError) -> lk_warp {
        guard 1...Self.sideLimit ~= width, 1...Self.sideLimit ~= height else {
            throw .invalidImageSize(width: width, height: height)
        }
        var warp = lk_warp()
        warp.matrix = try Self.matrix(of: roi, width: width, height: height)
        warp.replicate = border == .replicate
        warp.width = Int32(width)
        warp.height = Int32(height)
        return warp
    }

    /// A 3×3 matrix in row-major order.
    package typealias Matrix = (
        Double, Double, Double, Double, Double, Double, Double, Double, Double
    )

    /// Returns the map from the pixels of a `width`×`height` output to image pixels of `roi`.
    ///
    /// - Throws: ``ImagingError/degenerateRegion(_:)``.
    package static func matrix(
        of roi: PixelRect, width: Int, height: Int
    ) throws(ImagingError) -> Matrix {
        guard roi.width > 0, roi.height > 0,
            let map = Homography.toROI(roi, width: width, height: height)
        else { throw .degenerateRegion(roi) }
        return (map.m0, map.m1, map.m2, map.m3, map.m4, map.m5, map.m6, map.m7, map.m8)
    }

    /// Returns the factor of a byte for a normalization range, whose lower bound is then added.
    package static func scale(of range: ClosedRange<Float>) -> Float {
        (range.upperBound - range.lowerBound) / 255
    }

    /// The minimum number of rows per thread, a few microseconds of work.
    private static let rowsWorthAThread = 8
    /// The maximum side of an output: larger than any model's input, and small enough for the
    /// kernels' arithmetic on columns and rows to be exact.
    private static let sideLimit = 1 << 14
}

extension InstructionSet {
    /// Returns the kernels to use: those of `requested`, otherwise of `LANDMARK_KERNELS`, otherwise
    /// the fastest.
    ///
    /// - Throws: ``ImagingError/environment(_:)`` or
    ///   ``ImagingError/instructionSetUnavailable(_:)``.
    static func imaging(
        _ requested: InstructionSet?
    ) throws(ImagingError) -> UnsafePointer<lk_kernel_table> {
        let set: InstructionSet
        do {
            set = try choice(requested, of: allCases.filter { lk_kernels($0.rawValue) != nil })
        } catch {
            throw .environment(error)
        }
        guard let kernels = lk_kernels(set.rawValue) else { throw .instructionSetUnavailable(set) }
        return kernels
    }
}

/// A perspective transformation between planes: a 3×3 matrix in row-major order.
///
/// The operations and their order are OpenCV's: sampling rounds positions to 1/32 pixel, so an
/// equally accurate but different result could round ties differently. Nothing here allocates,
/// because it runs for every region of interest of every frame.
struct Homography {
    typealias Point = SIMD2<Float>
    typealias Corners = (Point, Point, Point, Point)

    let m0, m1, m2, m3, m4, m5, m6, m7, m8: Double

    /// Returns the transformation from output pixels (`width`×`height`) to image pixels of `roi`;
    /// nil when `roi` is too thin, too large or not finite.
    static func toROI(_ roi: PixelRect, width: Int, height: Int) -> Homography? {
        let (right, bottom) = (Float(width), Float(height))
        let output = (
            Point(0, bottom), Point(0, 0), Point(right, 0), Point(right, bottom)
        )
        let toOutput = Homography(mapping: corners(of: roi), to: output)
        guard let inverse = toOutput?.inverse, inverse.isFinite else { return nil }
        return inverse
    }

    /// Returns the corners of `roi` in the order of `cv::RotatedRect`: bottom left, top left, top
    /// right, bottom right.
    static func corners(of roi: PixelRect) -> Corners {
        let degrees = Float(Double(roi.rotation * 180) / .pi)
        let radians = Double(degrees) * .pi / 180
        let b = Float(FloatMath.cos(radians)) * 0.5
        let a = Float(FloatMath.sin(radians)) * 0.5
        let (cx, cy) = (roi.xCenter, roi.yCenter)
        let (w, h) = (roi.width, roi.height)
        let p0 = Point(cx - a * h - b * w, cy + b * h - a * w)
        let p1 = Point(cx + a * h - b * w, cy - b * h - a * w)
        let p2 = Point(2 * cx - p0.x, 2 * cy - p0.y)
        let p3 = Point(2 * cx - p1.x, 2 * cy - p1.y)
        return (p0, p1, p2, p3)
    }

    /// Creates the transformation that maps four points to four others, as
    /// `cv::getPerspectiveTransform` does; nil when there is none.
    init?(mapping from: Corners, to: Corners) {
        let solution = withUnsafeTemporaryAllocation(
            of: Double.self, capacity: LinearSystem.count
        ) { storage -> Homography? in
            storage.initialize(repeating: 0)
            let system = LinearSystem(storage)
            system.setRows(0, from: from.0, to: to.0)
            system.setRows(1, from: from.1, to: to.1)
            system.setRows(2, from: from.2, to: to.2)
            system.setRows(3, from: from.3, to: to.3)
            guard system.solve() else { return nil }
            return Homography(
                system[0], system[1], system[2], system[3], system[4], system[5], system[6],
                system[7], 1)
        }
        guard let solution else { return nil }
        self = solution
    }

    private init(
        _ m0: Double, _ m1: Double, _ m2: Double, _ m3: Double, _ m4: Double, _ m5: Double,
        _ m6: Double, _ m7: Double, _ m8: Double
    ) {
        (self.m0, self.m1, self.m2) = (m0, m1, m2)
        (self.m3, self.m4, self.m5) = (m3, m4, m5)
        (self.m6, self.m7, self.m8) = (m6, m7, m8)
    }

    /// The inverse by cofactors, as computed by `cv::invert` for 3×3 doubles; nil when singular.
    private var inverse: Homography? {
        let upper = m0 * (m4 * m8 - m5 * m7) - m1 * (m3 * m8 - m5 * m6)
        let determinant = upper + m2 * (m3 * m7 - m4 * m6)
        guard determinant != 0 else { return nil }
        let d = 1 / determinant
        return Homography(
            (m4 * m8 - m5 * m7) * d, (m2 * m7 - m1 * m8) * d, (m1 * m5 - m2 * m4) * d,
            (m5 * m6 - m3 * m8) * d, (m0 * m8 - m2 * m6) * d, (m2 * m3 - m0 * m5) * d,
            (m3 * m7 - m4 * m6) * d, (m1 * m6 - m0 * m7) * d, (m0 * m4 - m1 * m3) * d)
    }

    private var isFinite: Bool {
        // Zero times a non-finite number is NaN.
        let sum = 0 * m0 + 0 * m1 + 0 * m2 + 0 * m3 + 0 * m4 + 0 * m5 + 0 * m6 + 0 * m7 + 0 * m8
        return sum == 0
    }
}

/// The eight linear equations for the first eight elements of a homography, in the caller's memory.
struct LinearSystem {
    /// The number of elements: eight rows of eight coefficients and a right-hand side.
    static let count = size * row

    private static let size = 8
    private static let row = size + 1

    private let numbers: UnsafeMutableBufferPointer<Double>

    /// Wraps `storage`, which has `count` elements initialized to zero.
    init(_ storage: UnsafeMutableBufferPointer<Double>) {
        precondition(
            storage.count >= Self.count, "\(storage.count) elements instead of \(Self.count)")
        numbers = storage
    }

    /// The solution's element at `index`, after ``solve()``.
    subscript(index: Int) -> Double { self[index, Self.size] }

    private subscript(row: Int, column: Int) -> Double {
        get { numbers[row * Self.row + column] }
        nonmutating set { numbers[row * Self.row + column] = newValue }
    }

    /// Sets the equations for point `index`: `from` is mapped to `to`.
    func setRows(_ index: Int, from: Homography.Point, to: Homography.Point) {
        let (across, down) = (index, index + 4)
        self[across, 0] = Double(from.x)
        self[across, 1] = Double(from.y)
        self[across, 2] = 1
        self[down, 3] = Double(from.x)
        self[down, 4] = Double(from.y)
        self[down, 5] = 1
        // The products are rounded to single precision, as in OpenCV.
        self[across, 6] = Double(-from.x * to.x)
        self[across, 7] = Double(-from.y * to.x)
        self[down, 6] = Double(-from.x * to.y)
        self[down, 7] = Double(-from.y * to.y)
        self[across, Self.size] = Double(to.x)
        self[down, Self.size] = Double(to.y)
    }

    /// Solves the system by Gaussian elimination with partial pivoting, in OpenCV's order.
    ///
    /// - Returns: Whether there is a unique solution.
    func solve() -> Bool {
        let size = Self.size
        for i in 0..<size {
            var pivot = i
            for j in i + 1..<size where abs(self[j, i]) > abs(self[pivot, i]) { pivot = j }
            let largest = abs(self[pivot, i])
            guard largest >= .ulpOfOne * 100, largest.isFinite else { return false }
            if pivot != i {
                for k in i...size { numbers.swapAt(i * Self.row + k, pivot * Self.row + k) }
            }
            let factor = -1 / self[i, i]
            for j in i + 1..<size {
                let alpha = self[j, i] * factor
                for k in i + 1...size { self[j, k] += alpha * self[i, k] }
            }
        }
        for i in (0..<size).reversed() {
            var sum = self[i, size]
            for k in i + 1..<size { sum -= self[i, k] * self[k, size] }
            self[i, size] = sum / self[i, i]
        }
        return true
    }
}
