import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import Testing

@Suite("Image resizing", .serialized)
struct ImageResizerTests {
    private func runner(_ size: PixelSize) throws -> GraphRunner {
        try GraphRunner(
            config: .transformation(
                "output_width: \(size.width) output_height: \(size.height)"))
    }

    /// A noise image with padding bytes after each row.
    private func noise(_ size: PixelSize, _ format: PixelFormat, seed: UInt64) throws -> PixelBuffer
    {
        let stride = size.width * format.bytesPerPixel + 5
        var state = seed
        let bytes = (0..<stride * size.height).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        return try PixelBuffer(
            width: size.width, height: size.height, format: format, bytesPerRow: stride,
            bytes: bytes)
    }

    /// The weight of source pixel `pixel` of `count` in target pixel `place` of `target`, as OpenCV
    /// documents INTER_AREA and INTER_LINEAR.
    private func share(
        _ pixel: Int, of count: Int, to place: Int, of target: Int, isArea: Bool
    ) -> Double {
        let scale = Double(count) / Double(target)
        if isArea {
            let (low, high) = (Double(place) * scale, Double(place + 1) * scale)
            return max(0, min(high, Double(pixel + 1)) - max(low, Double(pixel))) / scale
        }
        let center = min(max((Double(place) + 0.5) * scale - 0.5, 0), Double(count - 1))
        return max(0, 1 - abs(center - Double(pixel)))
    }

    @Test(
        "every pixel is the weighted sum, in every format and between any sizes",
        arguments: [PixelFormat.gray8, .rgb24, .bgra32])
    func shares(format: PixelFormat) throws {
        let sizes = [(7, 5), (3, 2), (13, 9), (1, 1), (16, 10), (8, 31), (40, 3)].map {
            PixelSize(width: $0.0, height: $0.1)
        }
        for target in sizes {
            // In sequence on one runner, because weights cached for one size must not be used for
            // another.
            let runner = try runner(target)
            for (index, source) in sizes.enumerated() where source != target {
                let image = try noise(source, format, seed: UInt64(index + 1))
                let scaled = try runner.process(image, at: .milliseconds(index))
                    .get(PixelBuffer.self)
                #expect(scaled.size == target && scaled.format == format)
                expectShares(scaled, of: image)
            }
        }
    }

    private func expectShares(_ scaled: PixelBuffer, of image: PixelBuffer) {
        let step = image.format.bytesPerPixel
        let isArea = scaled.width < image.width && scaled.height < image.height
        for y in 0..<scaled.height {
            for x in 0..<scaled.width {
                for channel in 0..<step {
                    var sum = 0.0
                    for row in 0..<image.height {
                        let down = share(
                            row, of: image.height, to: y, of: scaled.height, isArea: isArea)
                        if down == 0 { continue }
                        for column in 0..<image.width {
                            let over = share(
                                column, of: image.width, to: x, of: scaled.width,
                                isArea: isArea)
                            let at = row * image.bytesPerRow + column * step + channel
                            sum += down * over * image.withUnsafeBytes { Double($0[at]) }
                        }
                    }
                    let at = y * scaled.bytesPerRow + x * step + channel
                    let got = scaled.withUnsafeBytes { Double($0[at]) }
                    // Half a step, plus single-precision error.
                    #expect(
                        abs(got - sum) < 0.501, "\(image.size) to \(scaled.size) at \(x), \(y)")
                }
            }
        }
    }

    @Test("halves are rounded up")
    func halves() throws {
        let gray = try PixelBuffer(
            width: 6, height: 1, format: .gray8, bytes: [0, 1, 1, 2, 254, 255])
        let scaled = try runner(PixelSize(width: 3, height: 1)).process(gray, at: .milliseconds(0))
            .get(PixelBuffer.self)
        #expect(scaled.withUnsafeBytes { Array($0) } == [1, 2, 255])
    }

    @Test("1920×1080 to 640×360 takes a fraction of a frame's duration")
    func speed() throws {
        let image = try noise(PixelSize(width: 1920, height: 1080), .rgb24, seed: 1)
        let runner = try runner(PixelSize(width: 640, height: 360))
        let clock = ContinuousClock()
        let times = try (0..<25).map { index in
            try clock.measure { _ = try runner.process(image, at: .milliseconds(index)) }
        }
        let best = try #require(times.min())
        print("1920×1080 to 640×360: \(best)")
        // A frame lasts 33 ms; about 3 ms is usual.
        #expect(best < .milliseconds(20))
    }

    @Test("output sizes are limited like those of image files")
    func bound() {
        for size in [PixelSize(width: 16_385, height: 1), PixelSize(width: 8, height: 1 << 20)] {
            #expect(throws: GraphRunnerError.self) { try runner(size) }
        }
    }
}
