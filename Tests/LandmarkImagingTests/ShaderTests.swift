import CWarpShader
import CWarpShaderHost
import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// The GPU's sampling, compiled for the CPU: every bit equals the scalar kernel's.
@Suite("Sampling regions with the shader")
struct ShaderTests {
    @Test("All reference regions are the scalar kernel's and OpenCV's, byte by byte")
    func references() throws {
        let images = try WarpReference.images()
        let references = try WarpReference.all()
        #expect(references.count == 288)
        var differing = 0
        for reference in references {
            let image = try #require(images[reference.seed])
            let region = ShaderRegion(reference)
            let expected = try region.scalarBytes(image)
            let sampled = try #require(try region.shaderFloats(image, range: 0...255))
            let bytes = sampled.map { UInt8($0) }
            differing += zip(bytes, expected).count { $0 != $1 }
            #expect(bytes.count == expected.count)
            #expect(FileContent.checksum(bytes) == reference.checksum, "line \(reference.line)")
        }
        #expect(differing == 0)
        print("shader: \(references.count) reference regions, \(differing) bytes differ")
    }

    @Test("Random regions are the scalar kernel's, bit by bit")
    func randomRegions() throws {
        var random = SplitMix64(seed: 16)
        let seeds: [PixelSize] = [
            PixelSize(width: 640, height: 480), PixelSize(width: 97, height: 61),
            PixelSize(width: 1, height: 1), PixelSize(width: 2, height: 7),
            PixelSize(width: 7, height: 2),
        ]
        let images = try seeds.enumerated().map {
            try SyntheticImage.make(width: $1.width, height: $1.height, seed: UInt64($0))
        }
        let ranges: [ClosedRange<Float>] = [
            0...1, -1...1, 0...255, -0.3...1.7,
            (-Float.leastNormalMagnitude / 3)...Float.leastNormalMagnitude,
        ]
        var floats = 0
        for number in 0..<600 {
            let rgb = images[number % 3 == 0 ? number / 3 % images.count : number % 2]
            let format = PixelFormat.allCases[number % 4]
            let image = try SyntheticImage.convert(rgb, to: format, spare: number % 5)
            let region = ShaderRegion(random: &random, number, in: image.size)
            let range = ranges[number % ranges.count]
            guard let sampled = try region.shaderFloats(image, range: range) else {
                Issue.record("the shader refuses \(region)")
                continue
            }
            let expected = try region.scalarFloats(image, range: range)
            let wrong = zip(sampled, expected).count { $0.bitPattern != $1.bitPattern }
            #expect(wrong == 0, "\(wrong) floats of \(region)")
            floats += expected.count
        }
        #expect(floats > 1_000_000)
    }

    @Test("The exact path alone gives the same positions")
    func exactPath() throws {
        for reference in try WarpReference.all() where reference.line % 5 == 0 {
            let warp = try #require(try ShaderRegion(reference).prepared())
            var wrong = 0
            withUnsafePointer(to: warp) { warp in
                for row in 0..<warp.pointee.height {
                    for column in 0..<warp.pointee.width {
                        var exact: (Int32, Int32) = (0, 0)
                        var usual: (Int32, Int32) = (0, 0)
                        withUnsafeMutableBytes(of: &exact) {
                            lw_host_position(
                                warp, column, row, true,
                                $0.assumingMemoryBound(to: Int32.self).baseAddress)
                        }
                        withUnsafeMutableBytes(of: &usual) {
                            lw_host_position(
                                warp, column, row, false,
                                $0.assumingMemoryBound(to: Int32.self).baseAddress)
                        }
                        if exact != usual { wrong += 1 }
                    }
                }
            }
            #expect(wrong == 0, "line \(reference.line): \(wrong) positions")
        }
    }

    @Test("Positions in the middle of two take the exact path")
    func exactShare() throws {
        // 3 pixels in 64: every position is a multiple of 3/2 of 1/32 pixel.
        let middle = ShaderRegion(
            roi: PixelRect(xCenter: 9, yCenter: 8, width: 3, height: 3, rotation: 0),
            width: 64, height: 64, border: .zero)
        let warp = try #require(try middle.prepared())
        #expect(lw_host_exact_count([warp]) >= 64 * 64 * 3 / 4)
        let image = try SyntheticImage.make(width: 40, height: 30, seed: 3)
        #expect(
            try middle.shaderFloats(image, range: 0...255)
                == middle.scalarBytes(image).map { Float($0) })
    }

    @Test("Sums, products and quotients round as doubles do")
    func arithmetic() throws {
        var random = SplitMix64(seed: 5)
        func number(_ spread: UInt64) -> Double {
            // Mantissas whose bits are often mostly zeros or ones, for ties and carries.
            let zeros = random.next() % 53
            var digits = random.next() & 0xF_FFFF_FFFF_FFFF
            if random.next() % 2 == 0 { digits = (digits >> zeros) << zeros }
            if random.next() % 4 == 0 { digits |= (1 << zeros) - 1 }
            let exponent = 1023 + random.next() % spread - spread / 2
            let sign = random.next() & (1 << 63)
            let value = Double(bitPattern: digits | exponent << 52 | sign)
            return random.next() % 50 == 0 ? 0 : value
        }
        var wrong = 0
        for round in 0..<400_000 {
            let spread = [UInt64(2), 8, 110, 400][round % 4]
            let (a, b) = (number(spread), number(spread))
            if lw_host_sum(a, b) != a + b { wrong += 1 }
            if lw_host_sum(a, -a) != 0 { wrong += 1 }
            if lw_host_product(a, b) != a * b { wrong += 1 }
            if a != 0, lw_host_32_over(a) != 32 / a { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("A texture's numbers become their bytes, also if they are a little off")
    func bytes() {
        for byte in UInt32(0)...255 {
            let value = Float(byte) / 255
            for near in [value, value.nextUp.nextUp, value.nextDown.nextDown] where near >= 0 {
                #expect(lw_host_byte(near) == byte)
            }
        }
    }

    @Test("Regions that rounding decides about are left to the kernels")
    func refused() throws {
        for (side, x) in [(Float(3e-7), Float(20)), (1e7, 20), (40, 1e9), (1e20, 0)] {
            let region = ShaderRegion(
                roi: PixelRect(xCenter: x, yCenter: 5, width: side, height: 10, rotation: 0.3),
                width: 24, height: 24, border: .replicate)
            let image = try SyntheticImage.make(width: 40, height: 30, seed: 1)
            guard let sampled = try? region.shaderFloats(image, range: 0...255) else { continue }
            #expect(
                try sampled == region.scalarBytes(image).map { Float($0) }, "\(region)")
        }
        let far = ShaderRegion(
            roi: PixelRect(xCenter: 1e9, yCenter: 5, width: 40, height: 10, rotation: 0),
            width: 24, height: 24, border: .replicate)
        #expect((try? far.prepared()) == nil)
        let large = ShaderRegion(
            roi: PixelRect(xCenter: 20, yCenter: 5, width: 40, height: 10, rotation: 0),
            width: 1025, height: 24, border: .replicate)
        #expect(try large.prepared() == nil)
    }

    @Test("The text for Metal is the code that these tests run")
    func text() throws {
        let text = String(cString: lw_shader_text())
        #expect(text.hasPrefix("#include <metal_stdlib>\n"))
        for part in [
            "kernel void lw_sample(", "kernel void lw_sample_planes(", "[[texture(1)]]",
            "[[buffer(3)]]", "lw_32_over(", "uint margin;", "int red_from_v;",
        ] {
            #expect(text.contains(part))
        }
        #expect(!text.contains("double") && !text.contains("LW_SHADER"))
    }
}

/// A region to sample, with the shader and with the scalar kernel.
private struct ShaderRegion {
    let roi: PixelRect
    let width: Int
    let height: Int
    let border: ImageToTensor.BorderMode

    init(roi: PixelRect, width: Int, height: Int, border: ImageToTensor.BorderMode) {
        self.roi = roi
        self.width = width
        self.height = height
        self.border = border
    }

    init(_ reference: WarpReference) {
        self.init(
            roi: reference.region, width: reference.output.width,
            height: reference.output.height, border: reference.border)
    }

    /// Regions inside, across and outside the border, rotated by any angle or not at all; some of
    /// whole pixels, with positions exactly on the grid or between two of its points.
    init(random: inout SplitMix64, _ number: Int, in size: PixelSize) {
        func uniform(_ range: ClosedRange<Float>) -> Float {
            let unit = Float(random.next() >> 40) / Float(1 << 24)
            return range.lowerBound + unit * (range.upperBound - range.lowerBound)
        }
        let whole = number % 4 == 0
        let side = Float(max(size.width, size.height))
        var numbers = [
            uniform(-side / 4...side * 1.25), uniform(-side / 4...side * 1.25),
            uniform(1...1.5 * side + 2), uniform(1...1.5 * side + 2),
        ]
        if whole { numbers = numbers.map { $0.rounded() } }
        let turns: [Float] = [0, .pi / 2, -.pi, 1e-4]
        let sides = [1, 2, 15, 17, 64, 65, 128, 33, 96]
        self.init(
            roi: PixelRect(
                xCenter: numbers[0], yCenter: numbers[1], width: numbers[2], height: numbers[3],
                rotation: whole ? turns[number / 4 % 4] : uniform(-7...7)),
            width: sides[Int(random.next() % 9)], height: sides[Int(random.next() % 9)],
            border: number % 2 == 0 ? .zero : .replicate)
    }

    /// Returns the shader's parameters, or nil if it cannot sample the region.
    func prepared() throws -> lw_warp? {
        let matrix = try ImageToTensor.matrix(of: roi, width: width, height: height)
        var warp = lw_warp()
        let isPrepared = withUnsafeBytes(of: matrix) {
            lw_prepare(
                &warp, $0.assumingMemoryBound(to: Double.self).baseAddress, Int32(width),
                Int32(height))
        }
        return isPrepared ? warp : nil
    }

    /// Returns the floats of the shader, or nil if it cannot sample the region. Rows are padded,
    /// and the grid has whole threadgroups; neither must affect the result.
    func shaderFloats(_ image: PixelBuffer, range: ClosedRange<Float>) throws -> [Float]? {
        guard var warp = try prepared() else { return nil }
        let stride = 3 * width + 5
        warp.stride = Int32(stride)
        warp.image_width = Int32(image.width)
        warp.image_height = Int32(image.height)
        warp.replicate = border == .replicate ? 1 : 0
        warp.gray = image.format == .gray8 ? 1 : 0
        var values = [Float](repeating: 0, count: 256)
        lw_normalize(ImageToTensor.scale(of: range), range.lowerBound, &values)
        let untouched: UInt32 = 0xFFFF_FFFF
        var output = [UInt32](repeating: untouched, count: stride * height)
        image.withUnsafeBytes { pixels in
            var source = lw_host_image(
                pixels: pixels.assumingMemoryBound(to: UInt8.self).baseAddress,
                stride: image.bytesPerRow, step: Int32(image.format.bytesPerPixel),
                channels: image.format.shaderChannels)
            lw_host_sample(
                &source, &warp, values.map(\.bitPattern), &output,
                Int32((width + 15) / 16 * 16), Int32((height + 15) / 16 * 16))
        }
        let rows = (0..<height).map { output[$0 * stride..<($0 + 1) * stride] }
        #expect(rows.allSatisfy { $0.suffix(5).allSatisfy { $0 == untouched } })
        return rows.flatMap { $0.prefix(3 * width).map { Float(bitPattern: $0) } }
    }

    func scalarBytes(_ image: PixelBuffer) throws -> [UInt8] {
        try ImageToTensor(instructionSet: .scalar).crop(
            image, roi: roi, border: border, width: width, height: height
        ).packed
    }

    func scalarFloats(_ image: PixelBuffer, range: ClosedRange<Float>) throws -> [Float] {
        var floats = [Float](repeating: 0, count: 3 * width * height)
        try floats.withUnsafeMutableBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            try ImageToTensor(instructionSet: .scalar).convert(
                image, roi: roi, border: border, range: range,
                into: TensorView(
                    base: base, height: height, width: width, channels: 3, rowStride: 3 * width))
        }
        return floats
    }
}

extension PixelFormat {
    /// The offsets of the channels that a texture of this format returns as red, green and blue. A
    /// texture of one channel returns zero for the others; the shader must not use them.
    fileprivate var shaderChannels: (Int32, Int32, Int32) {
        switch self {
        case .rgb24, .rgba32: (0, 1, 2)
        case .bgra32: (2, 1, 0)
        case .gray8: (0, -1, -1)
        }
    }
}
