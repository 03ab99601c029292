import CWarpShader
import CWarpShaderHost
import LandmarkApple
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// Regions of luma and chroma, sampled by the shader, as C++, and by the processor after its conversion.
@Suite("Sampling 420v and 420f with the shader")
struct BiplanarShaderTests {
    /// An image with planes of random bytes, which belong to it.
    private final class Planes {
        let size: PixelSize
        let layout: PixelLayout
        let matrix: ColorMatrix
        private let luma: [UInt8]
        private let chroma: [UInt8]
        private let strides: (luma: Int, chroma: Int)

        init(_ size: PixelSize, _ random: inout SplitMix64, _ number: Int) {
            self.size = size
            layout = number % 2 == 0 ? .biplanarVideoRange : .biplanarFullRange
            matrix = number / 2 % 2 == 0 ? .bt601 : .bt709
            let columns = (size.width + 1) / 2 * 2, rows = (size.height + 1) / 2
            strides = (size.width + number % 3, columns + number % 5)
            // Nothing follows the last row: a read beyond it would be outside the arrays.
            func bytes(_ count: Int) -> [UInt8] {
                (0..<count).map { _ in UInt8(random.below(256)) }
            }
            luma = bytes(strides.luma * (size.height - 1) + size.width)
            chroma = bytes(strides.chroma * (rows - 1) + columns)
        }

        /// Calls `body` with the image, whose planes are valid until it returns.
        func withImage<Result>(_ body: (PixelBuffer) throws -> Result) throws -> Result {
            try luma.withUnsafeBytes { luma in
                try chroma.withUnsafeBytes { chroma in
                    try body(
                        PixelBuffer(
                            layout, width: size.width, height: size.height,
                            planes: [
                                PixelPlane(
                                    base: luma.baseAddress, rows: size.height,
                                    bytesPerRow: strides.luma),
                                PixelPlane(
                                    base: chroma.baseAddress, rows: (size.height + 1) / 2,
                                    bytesPerRow: strides.chroma),
                            ], matrix: matrix, owner: self))
                }
            }
        }
    }

    /// Returns the floats of the shader, which leave the image unconverted; nil if it cannot sample the
    /// region. The grid has whole threadgroups.
    private func shaderFloats(
        _ image: PixelBuffer, _ region: Region, range: ClosedRange<Float>
    ) throws -> [Float]? {
        let planes = try #require(image.source as? BiplanarImage)
        var output = [UInt32](repeating: .max, count: 3 * region.width * region.height)
        var unused: Float = 0
        guard
            var warp = lw_warp(
                region.roi, of: image, to: region.tensor(&unused), border: region.border)
        else { return nil }
        var values = [Float](repeating: 0, count: 256)
        lw_normalize(ImageToTensor.scale(of: range), range.lowerBound, &values)
        var conversion = planes.conversion
        planes.luma.withUnsafeBytes { luma in
            planes.chroma.withUnsafeBytes { chroma in
                var luma = lw_host_image(
                    pixels: luma.assumingMemoryBound(to: UInt8.self).baseAddress,
                    stride: planes.luma.bytesPerRow, step: 1, channels: (0, -1, -1))
                var chroma = lw_host_image(
                    pixels: chroma.assumingMemoryBound(to: UInt8.self).baseAddress,
                    stride: planes.chroma.bytesPerRow, step: 2, channels: (0, 1, -1))
                lw_host_sample_planes(
                    &luma, &chroma, &conversion, &warp, values.map(\.bitPattern), &output,
                    Int32((region.width + 15) / 16 * 16), Int32((region.height + 15) / 16 * 16))
            }
        }
        #expect(image.source != nil)
        return output.map { Float(bitPattern: $0) }
    }

    private func scalarFloats(
        _ image: PixelBuffer, _ region: Region, range: ClosedRange<Float>
    ) throws -> [Float] {
        var floats = [Float](repeating: 0, count: 3 * region.width * region.height)
        try floats.withUnsafeMutableBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            try ImageToTensor(instructionSet: .scalar).convert(
                image, roi: region.roi, border: region.border, range: range,
                into: region.tensor(base))
        }
        #expect(image.source == nil && image.format == .bgra32)
        return floats
    }

    @Test("gives the processor's numbers, bit by bit, for both ranges, odd sizes and every edge")
    func equal() throws {
        var random = SplitMix64(seed: 420)
        let sizes = [(320, 240), (97, 61), (1, 1), (2, 7), (7, 2), (33, 1), (1, 34), (98, 60)]
        let ranges: [ClosedRange<Float>] = [0...1, -1...1, 0...255, -0.3...1.7]
        var floats = 0
        for number in 0..<480 {
            let (width, height) = sizes[number % sizes.count]
            let planes = Planes(PixelSize(width: width, height: height), &random, number / 8)
            let region = Region(&random, number / 3, in: planes.size)
            let range = ranges[number % ranges.count]
            let (sampled, expected) = try planes.withImage { image in
                (
                    try shaderFloats(image, region, range: range),
                    try scalarFloats(image, region, range: range)
                )
            }
            guard let sampled else {
                Issue.record("the shader refuses \(region)")
                continue
            }
            let wrong = zip(sampled, expected).count { $0.bitPattern != $1.bitPattern }
            #expect(wrong == 0, "\(wrong) floats of \(region) of \(planes.layout) \(planes.size)")
            floats += expected.count
        }
        #expect(floats > 1_000_000)
    }

    @Test(
        "converts every luma and chroma as the processor does", arguments: ColorMatrix.allCases,
        [PixelLayout.biplanarVideoRange, .biplanarFullRange])
    func colors(matrix: ColorMatrix, layout: PixelLayout) throws {
        // A pixel for each pair of chroma bytes, in steps of 3, and one luma byte at a time.
        let side = 86
        let chroma = (0..<side).flatMap { u in
            (0..<side).flatMap { v in [UInt8(3 * u), UInt8(3 * v)] }
        }
        let region = Region(
            roi: PixelRect(
                xCenter: Float(side), yCenter: Float(side), width: Float(2 * side),
                height: Float(2 * side), rotation: 0),
            width: 2 * side, height: 2 * side, border: .zero)
        var wrong = 0
        for luma in stride(from: 0, through: 255, by: 15) {
            let bytes = [UInt8](repeating: UInt8(luma), count: 4 * side * side)
            try bytes.withUnsafeBytes { bytes in
                try chroma.withUnsafeBytes { chroma in
                    let image = try PixelBuffer(
                        layout, width: 2 * side, height: 2 * side,
                        planes: [
                            PixelPlane(
                                base: bytes.baseAddress, rows: 2 * side, bytesPerRow: 2 * side),
                            PixelPlane(base: chroma.baseAddress, rows: side, bytesPerRow: 2 * side),
                        ], matrix: matrix, owner: Owner())
                    let sampled = try #require(
                        try shaderFloats(image, region, range: 0...255))
                    let expected = try scalarFloats(image, region, range: 0...255)
                    wrong += zip(sampled, expected).count { $0 != $1 }
                }
            }
        }
        #expect(wrong == 0)
    }

    private final class Owner {}

    private struct Region {
        let roi: PixelRect
        let width: Int
        let height: Int
        let border: ImageToTensor.BorderMode

        init(
            roi: PixelRect, width: Int, height: Int, border: ImageToTensor.BorderMode
        ) {
            self.roi = roi
            self.width = width
            self.height = height
            self.border = border
        }

        /// Regions inside, across and outside the edges, rotated by any angle or not at all; some of whole
        /// pixels.
        init(_ random: inout SplitMix64, _ number: Int, in size: PixelSize) {
            let side = Float(max(size.width, size.height))
            var numbers = [-0.25, -0.25, 0, 0].map { (least: Float) in
                (least + random.unit() * 1.5) * side
            }
            if number % 4 == 0 { numbers = numbers.map { $0.rounded() } }
            let turns: [Float] = [0, .pi / 2, -.pi, 1e-4]
            let sides = [1, 2, 15, 17, 64, 65, 33, 96]
            self.init(
                roi: PixelRect(
                    xCenter: numbers[0], yCenter: numbers[1], width: numbers[2] + 1,
                    height: numbers[3] + 1,
                    rotation: number % 4 == 0
                        ? turns[number / 4 % 4] : random.signedUnit() * 7),
                width: sides[random.below(8)], height: sides[random.below(8)],
                border: number % 2 == 0 ? .zero : .replicate)
        }

        func tensor(_ base: UnsafeMutablePointer<Float>) -> TensorView {
            TensorView(
                base: base, height: height, width: width, channels: 3, rowStride: 3 * width)
        }
    }
}
