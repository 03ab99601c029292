import CLandmarkKernels
import LandmarkTestSupport
import Testing

/// Planes of noise, each between unreadable pages.
private final class NoisePlanes {
    let width: Int
    let height: Int
    private let planes: [GuardedBytes]
    private let strides: [Int]

    init(width: Int, height: Int, padding: Int, _ generator: inout SplitMix64) {
        (self.width, self.height) = (width, height)
        let sizes = [
            (width, height), ((width + 1) / 2, (height + 1) / 2),
            ((width + 1) / 2, (height + 1) / 2),
        ]
        var planes: [GuardedBytes] = []
        for (columns, rows) in sizes {
            let count = (columns + padding) * (rows - 1) + columns
            planes.append(
                GuardedBytes((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }))
        }
        self.planes = planes
        strides = sizes.map { $0.0 + padding }
    }

    /// The byte of a plane at a column and row.
    private func address(_ plane: Int, _ x: Int, _ y: Int) -> UnsafePointer<UInt8> {
        UnsafePointer(planes[plane].base + y * strides[plane] + x)
    }

    /// Converts a box. The bytes after each row of the result must not change.
    func rgb(
        _ kernels: KernelSet, columns: Range<Int>, rows: Range<Int>, _ factors: lk_yuv_factors
    ) -> [UInt8] {
        let (x, y) = (columns.lowerBound, rows.lowerBound)
        let gap = 5
        let stride = columns.count * 3 + gap
        // The last row has no gap.
        let guarded = GuardedBytes(count: stride * rows.count - gap, repeating: 7)
        var arguments = lk_u8_yuv_to_rgb(
            luma: address(0, x, y), cb: address(1, x / 2, y / 2), cr: address(2, x / 2, y / 2),
            luma_stride: strides[0], cb_stride: strides[1], cr_stride: strides[2],
            width: Int32(columns.count), factors: factors, output: guarded.base, stride: stride)
        let half = Int32(rows.count / 2)
        kernels.table.pointee.u8_yuv_to_rgb(&arguments, half, Int32(rows.count))
        kernels.table.pointee.u8_yuv_to_rgb(&arguments, 0, half)
        let output = guarded.values
        for row in 0..<rows.count - 1 {
            let end = row * stride + stride
            #expect(output[end - gap..<end].allSatisfy { $0 == 7 })
        }
        return (0..<rows.count).flatMap { output[$0 * stride..<$0 * stride + columns.count * 3] }
    }
}

struct YUVTests {
    private static let factors = [
        lk_yuv_factors(
            black: 128, luma: 9539, red_of_cr: 13075, green_of_cb: -3209, green_of_cr: -6660,
            blue_of_cb: 16525),
        lk_yuv_factors(
            black: 0, luma: 8192, red_of_cr: 12901, green_of_cb: -1535, green_of_cr: -3835,
            blue_of_cb: 15201),
    ]

    @Test("every instruction set converts to the scalar kernel's bytes", arguments: KernelSet.all)
    func conversion(kernels: KernelSet) {
        var generator = SplitMix64(seed: 11)
        for width in Array(1...70) + [127, 128, 129, 321] {
            let height = 1 + generator.below(6)
            let planes = NoisePlanes(
                width: width, height: height, padding: generator.below(9), &generator)
            let factors = Self.factors[width % 2]
            let (columns, rows) = (0..<width, 0..<height)
            #expect(
                planes.rgb(kernels, columns: columns, rows: rows, factors)
                    == planes.rgb(.scalar, columns: columns, rows: rows, factors),
                "\(width)×\(height)")
        }
    }

    @Test("a part has the bytes of the whole", arguments: KernelSet.all)
    func parts(kernels: KernelSet) {
        var generator = SplitMix64(seed: 12)
        let (width, height) = (141, 30)
        let planes = NoisePlanes(width: width, height: height, padding: 3, &generator)
        let whole = planes.rgb(kernels, columns: 0..<width, rows: 0..<height, Self.factors[0])
        for _ in 0..<100 {
            let (x, y) = (2 * generator.below(width / 2), 2 * generator.below(height / 2))
            let columns = x..<x + 1 + generator.below(width - x)
            let rows = y..<y + 1 + generator.below(height - y)
            let expected = rows.flatMap { row in
                whole[(row * width + x) * 3..<(row * width + columns.upperBound) * 3]
            }
            let part = planes.rgb(kernels, columns: columns, rows: rows, Self.factors[0])
            #expect(part == expected, "\(columns), \(rows)")
        }
    }

    @Test("black, white and gray of both ranges")
    func levels() {
        #expect(Self.gray(16, Self.factors[0]) == [0, 0, 0])
        #expect(Self.gray(235, Self.factors[0]) == [255, 255, 255])
        #expect(Self.gray(0, Self.factors[1]) == [0, 0, 0])
        #expect(Self.gray(128, Self.factors[1]) == [128, 128, 128])
        #expect(Self.gray(255, Self.factors[1]) == [255, 255, 255])
    }

    /// The color of a pixel without chroma.
    private static func gray(_ level: UInt8, _ factors: lk_yuv_factors) -> [UInt8] {
        var output = [UInt8](repeating: 1, count: 3)
        let (luma, chroma): ([UInt8], [UInt8]) = ([level], [128])
        output.withUnsafeMutableBufferPointer { output in
            luma.withUnsafeBufferPointer { luma in
                chroma.withUnsafeBufferPointer { chroma in
                    var arguments = lk_u8_yuv_to_rgb(
                        luma: luma.baseAddress, cb: chroma.baseAddress, cr: chroma.baseAddress,
                        luma_stride: 1, cb_stride: 1, cr_stride: 1, width: 1, factors: factors,
                        output: output.baseAddress, stride: 3)
                    KernelSet.scalar.table.pointee.u8_yuv_to_rgb(&arguments, 0, 1)
                }
            }
        }
        return output
    }
}
