import CLandmarkKernels
import LandmarkTestSupport
import Testing

/// A coverage with its memory, which unreadable pages surround.
private final class TestCoverage {
    let kernel: lk_coverage
    private let memory: GuardedBytes
    private let touched: Guarded<UInt64>

    init(_ width: Int, _ height: Int) {
        let stride = (width + 31) / 32 * 32
        let words = (stride / 32 + 63) / 64
        memory = GuardedBytes(count: stride * height, repeating: 0)
        touched = Guarded(count: words * height, repeating: 0)
        kernel = lk_coverage(
            bytes: memory.base, stride: stride, width: Int32(width), height: Int32(height),
            touched: touched.base, words: Int32(words))
    }

    var bytes: [UInt8] { memory.values }

    var isClear: Bool {
        bytes.allSatisfy { $0 == 0 } && touched.values.allSatisfy { $0 == 0 }
    }

    func cover(
        _ segments: [lk_segment], radius: Float, halfWidth: Float = 0, _ kernels: KernelSet
    ) {
        segments.withUnsafeBufferPointer { segments in
            var work = lk_u8_cover(
                segments: segments.baseAddress, half_width: halfWidth, radius: radius,
                coverage: kernel)
            kernels.table.pointee.u8_cover(&work, 0, Int32(segments.count))
        }
    }

    /// The covered area inside the image, in pixels.
    var area: Double {
        bytes.reduce(0) { $0 + Double($1) } / 255
    }
}

@Suite struct DrawingKernelTests {
    /// Shapes inside, across the edges of and far outside an image, with odd numbers among them.
    private static func segments(_ count: Int, seed: UInt64) -> [lk_segment] {
        var random = SplitMix64(seed: seed)
        func value() -> Float {
            let part = Float(random.next() >> 40) / Float(1 << 24)
            switch random.next() % 24 {
            case 0: return .nan
            case 1: return .infinity
            case 2: return (part - 0.5) * 3e38
            case 3, 4: return (part - 0.5) * 2e6
            case 5...8: return (part - 0.5) * 1000
            default: return part * 100 - 5
            }
        }
        return (0..<count).map { index in
            let (x, y) = (value(), value())
            // Some are points, some horizontal or vertical.
            return lk_segment(
                x0: x, y0: y, x1: index % 5 < 2 ? x : value(), y1: index % 5 % 2 == 0 ? y : value())
        }
    }

    @Test("shapes cover the same bytes with all kernels", arguments: KernelSet.all)
    func sameCoverage(kernels: KernelSet) {
        for (width, height) in [(97, 61), (1, 1), (64, 5), (8, 40)] {
            for (radius, half) in [
                (0.1, 0), (0.35, 0), (0.5, 3), (2.3, 0), (40, 0), (1, 20), (1e6, 0), (.nan, 0),
                (3, .infinity), (-1, 0),
            ] as [(Float, Float)] {
                let got = TestCoverage(width, height)
                let expected = TestCoverage(width, height)
                let segments = Self.segments(200, seed: UInt64(width))
                got.cover(segments, radius: radius, halfWidth: half, kernels)
                expected.cover(segments, radius: radius, halfWidth: half, .scalar)
                #expect(got.bytes == expected.bytes, "\(width)×\(height), \(radius), \(half)")
            }
        }
    }

    @Test("a line covers its length times its width, and its caps", arguments: KernelSet.all)
    func area(kernels: KernelSet) {
        for radius in [0.2, 0.36, 0.5, 0.75, 1.3, 2.35, 6] as [Float] {
            // Not at 45°, where all pixels have the same distance from the edge.
            for (dx, dy) in [(70, 0), (0, 70), (50, 43), (60, 13), (-9, 60)] as [(Float, Float)] {
                let coverage = TestCoverage(200, 200)
                let start: (x: Float, y: Float) = (100.3, 90.6)
                coverage.cover(
                    [lk_segment(x0: start.x, y0: start.y, x1: start.x + dx, y1: start.y + dy)],
                    radius: radius, kernels)
                let length = Double((dx * dx + dy * dy).squareRoot())
                let r = Double(radius)
                let expected = length * 2 * r + .pi * r * r
                #expect(abs(coverage.area - expected) < 0.02 * expected + 0.7)
            }
        }
    }

    @Test("a box with round corners covers its area, a disc its own", arguments: KernelSet.all)
    func boxes(kernels: KernelSet) {
        let box = TestCoverage(120, 90)
        box.cover(
            [lk_segment(x0: 20.4, y0: 40.2, x1: 80.4, y1: 40.2)], radius: 5, halfWidth: 12, kernels)
        #expect(abs(box.area - (70 * 34 - (4 - .pi) * 25)) < 4)
        let disc = TestCoverage(120, 90)
        disc.cover([lk_segment(x0: 60, y0: 45, x1: 60, y1: 45)], radius: 20, kernels)
        #expect(abs(disc.area - .pi * 400) < 3)
    }

    @Test("lines that cross or repeat cover no pixel twice", arguments: KernelSet.all)
    func union(kernels: KernelSet) {
        let line = lk_segment(x0: 5, y0: 20.5, x1: 60, y1: 20.5)
        let (once, often) = (TestCoverage(64, 40), TestCoverage(64, 40))
        once.cover([line], radius: 0.4, kernels)
        often.cover([line, line, line], radius: 0.4, kernels)
        #expect(once.bytes == often.bytes)
        #expect(once.bytes.max() == 204)
    }

    @Test("far ends do not move a line", arguments: KernelSet.all)
    func farEnds(kernels: KernelSet) {
        let (near, far) = (TestCoverage(100, 100), TestCoverage(100, 100))
        near.cover([lk_segment(x0: -30, y0: -30, x1: 130, y1: 130)], radius: 2, kernels)
        far.cover([lk_segment(x0: -1e6, y0: -1e6, x1: 1e6, y1: 1e6)], radius: 2, kernels)
        #expect(zip(near.bytes, far.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    /// Blends random shapes into noise and returns the pixels.
    private static func blended(_ kernels: KernelSet, _ width: Int, _ height: Int) -> [UInt8] {
        var random = SplitMix64(seed: 5)
        let coverage = TestCoverage(width, height)
        let spare = 7
        // The last row has no spare bytes.
        let pixels = GuardedBytes(
            (0..<(width * 3 + spare) * height - spare).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            })
        for opacity in [255, 140, 1] as [UInt8] {
            coverage.cover(
                segments(60, seed: UInt64(opacity)), radius: 1.7, kernels)
            var work = lk_u8_blend_rgb(
                coverage: coverage.kernel, pixels: pixels.base, stride: width * 3 + spare,
                color: (250, 3, 128), opacity: opacity)
            kernels.table.pointee.u8_blend_rgb(&work, 0, Int32(height / 2))
            kernels.table.pointee.u8_blend_rgb(&work, Int32(height / 2), Int32(height))
            #expect(coverage.isClear)
        }
        return pixels.values
    }

    @Test("a color is blended to the same bytes with all kernels", arguments: KernelSet.all)
    func blend(kernels: KernelSet) {
        for (width, height) in [(97, 61), (96, 20), (1, 1), (31, 7), (33, 7), (2100, 3)] {
            #expect(
                Self.blended(kernels, width, height) == Self.blended(.scalar, width, height),
                "\(width)×\(height)")
        }
    }

    /// Blends random shapes into three planes of noise and returns them.
    private static func blendedPlanes(_ kernels: KernelSet, _ width: Int, _ height: Int)
        -> [[UInt8]]
    {
        var random = SplitMix64(seed: 6)
        let coverage = TestCoverage(width, height)
        let (across, down) = ((width + 1) / 2, (height + 1) / 2)
        func noise(_ count: Int) -> GuardedBytes {
            GuardedBytes((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        }
        // With bytes between the rows, which must not change.
        let luma = noise((width + 5) * height - 5)
        let cb = noise((across + 3) * down - 3)
        let cr = noise(across * down)
        for opacity in [255, 99] as [UInt8] {
            coverage.cover(
                segments(60, seed: UInt64(opacity)), radius: 1.7, kernels)
            var work = lk_u8_blend_yuv(
                coverage: coverage.kernel, planes: (luma.base, cb.base, cr.base),
                strides: (width + 5, across + 3, across), color: (200, 90, 170),
                opacity: opacity)
            kernels.table.pointee.u8_blend_yuv(&work, 0, Int32(down / 3))
            kernels.table.pointee.u8_blend_yuv(&work, Int32(down / 3), Int32(down))
            #expect(coverage.isClear)
        }
        return [luma.values, cb.values, cr.values]
    }

    @Test("planes get the same bytes with all kernels", arguments: KernelSet.all)
    func blendPlanes(kernels: KernelSet) {
        for (width, height) in [(97, 61), (96, 20), (1, 1), (31, 7), (33, 6), (2100, 3)] {
            #expect(
                Self.blendedPlanes(kernels, width, height)
                    == Self.blendedPlanes(.scalar, width, height), "\(width)×\(height)")
        }
    }

    @Test("chroma gets the mean of the pixels that there are", arguments: KernelSet.all)
    func chroma(kernels: KernelSet) {
        let coverage = TestCoverage(3, 3)
        // The last column and row belong to chroma samples of one or two pixels.
        coverage.kernel.bytes[2 * 32 + 2] = 255
        coverage.kernel.bytes[0] = 255
        for row in 0..<3 { coverage.kernel.touched[row] = 1 }
        var luma = [UInt8](repeating: 0, count: 9)
        var cb = [UInt8](repeating: 0, count: 4)
        var cr = cb
        var work = lk_u8_blend_yuv()
        work.coverage = coverage.kernel
        work.strides = (3, 2, 2)
        work.color = (100, 200, 40)
        work.opacity = 255
        luma.withUnsafeMutableBufferPointer { luma in
            cb.withUnsafeMutableBufferPointer { cb in
                cr.withUnsafeMutableBufferPointer { cr in
                    work.planes = (luma.baseAddress, cb.baseAddress, cr.baseAddress)
                    kernels.table.pointee.u8_blend_yuv(&work, 0, 2)
                }
            }
        }
        #expect(luma == [100, 0, 0, 0, 0, 0, 0, 0, 100])
        #expect(cb == [50, 0, 0, 200])
        #expect(cr == [10, 0, 0, 40])
    }
}
