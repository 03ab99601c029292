import Dispatch
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Images in YUV")
struct YUVImageTests {
    /// Memory of the planes.
    private final class Planes {
        let bytes: UnsafeMutableRawBufferPointer

        init(_ count: Int, _ generator: inout SplitMix64) {
            bytes = .allocate(byteCount: count, alignment: 16)
            for index in bytes.indices {
                bytes[index] = UInt8(truncatingIfNeeded: generator.next())
            }
        }

        deinit { bytes.deallocate() }
    }

    private static func image(
        _ width: Int, _ height: Int, matrix: YUVMatrix = .bt601, isFullRange: Bool = false,
        seed: UInt64 = 1
    ) throws -> YUVImage {
        var generator = SplitMix64(seed: seed)
        let size = PixelSize(width: width, height: height)
        let half = YUVImage.chromaSize(of: size)
        let (luma, chroma) = ((width + 3) * height, (half.width + 1) * half.height)
        let planes = Planes(luma + 2 * chroma, &generator)
        func plane(_ size: PixelSize, _ stride: Int, at offset: Int, _ count: Int) throws
            -> YUVImage.Plane
        {
            try YUVImage.Plane(
                size: size, bytesPerRow: stride,
                memory: UnsafeRawBufferPointer(rebasing: planes.bytes[offset..<offset + count]),
                owner: planes)
        }
        return try YUVImage(
            luma: plane(size, width + 3, at: 0, luma),
            cb: plane(half, half.width + 1, at: luma, chroma),
            cr: plane(half, half.width + 1, at: luma + chroma, chroma), matrix: matrix,
            isFullRange: isFullRange)
    }

    /// A copy of an image that only has pixels.
    private static func copy(_ image: PixelBuffer) throws -> PixelBuffer {
        try PixelBuffer(
            width: image.width, height: image.height, format: image.format,
            bytes: image.withUnsafeBytes { Array($0) })
    }

    @Test("it is an rgb24 image that keeps its planes")
    func properties() throws {
        let image = PixelBuffer(try Self.image(7, 5))
        #expect(image.format == .rgb24)
        #expect(image.bytesPerRow == 21)
        #expect(image.size == PixelSize(width: 7, height: 5))
        #expect(image.owner == nil)
        #expect(image.withUnsafeBytes { $0.count } == 105)
        #expect(image.yuv?.size == image.size)
        #expect(try Self.copy(image).yuv == nil)
    }

    @Test("planes that do not fit are rejected")
    func mismatch() throws {
        let (large, small) = (try Self.image(8, 8), try Self.image(4, 8))
        #expect(throws: ImagingError.invalidImageSize(width: 2, height: 4)) {
            try YUVImage(
                luma: large.luma, cb: large.cb, cr: small.cr, matrix: .bt709, isFullRange: true)
        }
        #expect(throws: ImagingError.tooFewBytes(expected: 4, got: 3)) {
            var generator = SplitMix64(seed: 2)
            let planes = Planes(3, &generator)
            return try YUVImage.Plane(
                size: PixelSize(width: 2, height: 2), bytesPerRow: 2,
                memory: UnsafeRawBufferPointer(planes.bytes), owner: planes)
        }
    }

    @Test("threads that ask at the same time get the same pixels")
    func threads() throws {
        let image = PixelBuffer(try Self.image(640, 360))
        let expected = try Self.copy(PixelBuffer(try Self.image(640, 360)))
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let isEqual = image.withUnsafeBytes { a in
                expected.withUnsafeBytes { b in a.elementsEqual(b) }
            }
            #expect(isEqual)
        }
    }

    @Test("a region has the bytes that the whole image gives", arguments: YUVMatrix.allCases)
    func regions(matrix: YUVMatrix) throws {
        var generator = SplitMix64(seed: 5)
        let sampler = try ImageToTensor()
        func among(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &generator) }
        for number in 0..<150 {
            let (width, height) = (1 + generator.below(200), 1 + generator.below(150))
            let yuv = try Self.image(
                width, height, matrix: matrix, isFullRange: number % 2 == 0, seed: UInt64(number))
            let whole = try Self.copy(PixelBuffer(yuv))
            let (w, h) = (Float(width), Float(height))
            let roi = PixelRect(
                xCenter: among(-w...2 * w), yCenter: among(-h...2 * h), width: among(0.5...2 * w),
                height: among(0.5...2 * h), rotation: number % 3 == 0 ? 0 : among(-3.2...3.2))
            for border in [ImageToTensor.BorderMode.zero, .replicate] {
                let side = 1 + generator.below(90)
                let part = try sampler.crop(
                    PixelBuffer(yuv), roi: roi, border: border, width: side, height: 37)
                let expected = try sampler.crop(
                    whole, roi: roi, border: border, width: side, height: 37)
                let isEqual = part.withUnsafeBytes { a in
                    expected.withUnsafeBytes { b in a.elementsEqual(b) }
                }
                #expect(isEqual, "\(number): \(width)×\(height), \(roi), \(border)")
            }
        }
    }
}
