import CLandmarkKernels
import LandmarkCore

extension YUVImage: PixelSource {
    /// The conversion of the machine's fastest instruction set, or of the one that
    /// `LANDMARK_KERNELS` names.
    private static let fastest: SplitWork.Kernel? =
        ((try? InstructionSet.imaging(nil)) ?? lk_kernels("scalar"))?.pointee.u8_yuv_to_rgb

    /// Returns all pixels as contiguous RGB bytes.
    package func converted() -> [UInt8] {
        converted(columns: 0..<size.width, rows: 0..<size.height)
    }

    /// Returns the pixels of a part, which starts at an even column and row, as contiguous RGB
    /// bytes.
    func converted(columns: Range<Int>, rows: Range<Int>) -> [UInt8] {
        let bytesPerRow = columns.count * PixelFormat.rgb24.bytesPerPixel
        let count = bytesPerRow * rows.count
        return [UInt8](unsafeUninitializedCapacity: count) { target, used in
            if let base = target.baseAddress, let kernel = Self.fastest {
                convert(
                    columns: columns, rows: rows, into: base, bytesPerRow: bytesPerRow,
                    with: kernel, on: OneThread())
            }
            used = count
        }
    }

    /// Converts a part to RGB bytes, identical to those of the whole image.
    ///
    /// - Parameters:
    ///   - columns: Columns of the image, starting at an even one.
    ///   - rows: Rows of the image, starting at an even one.
    ///   - target: Receives the first pixel, and all others after it.
    ///   - bytesPerRow: The number of bytes between the starts of rows of the target.
    ///   - kernel: The implementation.
    ///   - runner: Runs the rows, possibly on several threads.
    func convert(
        columns: Range<Int>, rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int, with kernel: @escaping SplitWork.Kernel, on runner: some WorkRunner
    ) {
        precondition(
            columns.lowerBound % 2 == 0 && rows.lowerBound % 2 == 0 && columns.lowerBound >= 0
                && rows.lowerBound >= 0 && columns.upperBound <= size.width
                && rows.upperBound <= size.height,
            "columns \(columns) and rows \(rows) of \(size)")
        let (x, y) = (columns.lowerBound, rows.lowerBound)
        luma.withUnsafeBytes { luma in
            cb.withUnsafeBytes { cb in
                cr.withUnsafeBytes { cr in
                    var arguments = lk_u8_yuv_to_rgb(
                        luma: luma.start(after: y * self.luma.bytesPerRow + x),
                        cb: cb.start(after: y / 2 * self.cb.bytesPerRow + x / 2),
                        cr: cr.start(after: y / 2 * self.cr.bytesPerRow + x / 2),
                        luma_stride: self.luma.bytesPerRow, cb_stride: self.cb.bytesPerRow,
                        cr_stride: self.cr.bytesPerRow, width: Int32(clamping: columns.count),
                        factors: matrix.factors(isFullRange: isFullRange), output: target,
                        stride: bytesPerRow)
                    withUnsafePointer(to: &arguments) {
                        runner.run(
                            SplitWork(
                                kernel, $0, units: rows.count, least: Self.rowsWorthAThread))
                    }
                }
            }
        }
    }

    /// The minimum number of rows per thread, a few microseconds of work.
    private static let rowsWorthAThread = 32
}

extension PixelBuffer {
    /// Returns an image with the pixels of a box of this one, and the position of its first pixel
    /// here. The result is the image itself or, if its planes have not been converted yet, only the
    /// box, with the same RGB values.
    ///
    /// - Parameters:
    ///   - columns: Columns, which may extend beyond the image.
    ///   - rows: Rows, which may also extend beyond the image.
    package func part(
        columns: Range<Int>, rows: Range<Int>
    ) -> (image: PixelBuffer, x: Int, y: Int) {
        let columns = columns.clamped(to: 0..<width), rows = rows.clamped(to: 0..<height)
        guard let yuv = unconverted, !columns.isEmpty, !rows.isEmpty else { return (self, 0, 0) }
        let x = columns.lowerBound & ~1, y = rows.lowerBound & ~1
        let size = PixelSize(width: columns.upperBound - x, height: rows.upperBound - y)
        return (PixelBuffer(yuv, from: (x, y), size: size), x, y)
    }

    private init(_ yuv: YUVImage, from origin: (x: Int, y: Int), size: PixelSize) {
        self.init(
            trusted: size, format: .rgb24, bytesPerRow: 3 * size.width,
            bytes: yuv.converted(
                columns: origin.x..<origin.x + size.width,
                rows: origin.y..<origin.y + size.height))
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func start(after count: Int) -> UnsafePointer<UInt8>? {
        baseAddress.map { ($0 + count).assumingMemoryBound(to: UInt8.self) }
    }
}

extension YUVMatrix {
    /// The ITU-T H.273 factors for a luma in 16…235 and chroma in 16…240, times 2¹⁶.
    private var exact: (redOfCr: Int, greenOfCr: Int, greenOfCb: Int, blueOfCb: Int) {
        switch self {
        case .bt601: (104_597, -53_279, -25_675, 132_201)
        case .bt709: (117_489, -34_925, -13_975, 138_438)
        case .bt2020: (110_013, -42_626, -12_277, 140_363)
        }
    }

    /// The conversion's factors, rounded as FFmpeg's libswscale does.
    func factors(isFullRange: Bool) -> lk_yuv_factors {
        /// Converts a factor from units of 2⁻¹⁶ to the kernel's units of 2⁻¹³.
        func rounded(_ factor: Int) -> Int16 { Int16(clamping: (factor * 8192 + 32768) >> 16) }
        func chroma(_ factor: Int) -> Int16 { rounded(isFullRange ? factor * 224 / 255 : factor) }
        let luma = isFullRange ? 65536 : 65536 * 255 / 219
        return lk_yuv_factors(
            black: isFullRange ? 0 : 16 * 8, luma: rounded(luma), red_of_cr: chroma(exact.redOfCr),
            green_of_cb: chroma(exact.greenOfCb), green_of_cr: chroma(exact.greenOfCr),
            blue_of_cb: chroma(exact.blueOfCb))
    }
}
