import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// Planes of one color, as a decoder delivers them.
private enum Planes {
    final class Memory {
        let bytes: UnsafeMutableRawBufferPointer

        init(_ count: Int, _ value: UInt8) {
            bytes = .allocate(byteCount: count, alignment: 1)
            bytes.initializeMemory(as: UInt8.self, repeating: value)
        }

        deinit { bytes.deallocate() }
    }

    static func gray(
        _ width: Int, _ height: Int, luma: UInt8, matrix: YUVMatrix = .bt709,
        isFullRange: Bool = false
    ) throws -> PixelBuffer {
        func plane(_ size: PixelSize, _ value: UInt8) throws -> YUVImage.Plane {
            let stride = size.width + 9
            let memory = Memory(stride * size.height, value)
            return try YUVImage.Plane(
                size: size, bytesPerRow: stride, memory: UnsafeRawBufferPointer(memory.bytes),
                owner: memory)
        }
        let size = PixelSize(width: width, height: height)
        let chroma = YUVImage.chromaSize(of: size)
        return try PixelBuffer(
            YUVImage(
                luma: plane(size, luma), cb: plane(chroma, 128), cr: plane(chroma, 128),
                matrix: matrix, isFullRange: isFullRange))
    }

    /// The rows of a plane without the padding between them.
    static func packed(_ plane: YUVImage.Plane) -> [UInt8] {
        plane.withUnsafeBytes { bytes in
            (0..<plane.size.height).flatMap { row in
                bytes[row * plane.bytesPerRow..<row * plane.bytesPerRow + plane.size.width]
            }
        }
    }
}

@Suite("Drawing on the planes of a video")
struct PlanesTests {
    /// Draws one of everything.
    private static func draw(on canvas: Canvas) throws {
        let (width, height) = (Float(canvas.size.width), Float(canvas.size.height))
        func point(_ x: Float, _ y: Float) -> PixelPoint { PixelPoint(x: x * width, y: y * height) }
        try canvas.tint(
            Mask(
                width: canvas.size.width, height: canvas.size.height,
                values: (0..<canvas.size.width * canvas.size.height).map {
                    $0 % canvas.size.width < canvas.size.width / 2 ? 0.4 : 0
                }), color: .instance(0))
        canvas.lines([(point(0.1, 0.1), point(0.9, 0.6))], color: .left)
        canvas.polyline(
            [point(0.2, 0.8), point(0.4, 0.3), point(0.6, 0.9)], closed: true, color: .right)
        canvas.points([point(0.3, 0.5), point(0.95, 0.95)], color: .instance(3))
        canvas.rectangle(
            PixelRect(
                xCenter: width / 2, yCenter: height / 2, width: width / 3, height: height / 3,
                rotation: 0.4), color: OverlayColor.region.opacity(0.6))
        canvas.label("Left 0.98", at: point(0.5, 0.4), color: .instance(1))
        canvas.badge(7, at: point(0.8, 0.2), color: .instance(2))
        canvas.fill(
            left: 3.4, top: 2.2, width: 30.7, height: 9.5,
            color: OverlayColor(0x3355FF, opacity: 0.8))
        canvas.fill([point(0.7, 0.7), point(0.9, 0.7), point(0.8, 0.9)], color: .instance(4))
        canvas.stroke(
            [point(0.05, 0.9), point(0.95, 0.9)], width: 3, dash: 8, color: .instance(5))
        let count = canvas.size.width * canvas.size.height
        try canvas.draw(
            PixelBuffer(
                width: canvas.size.width, height: canvas.size.height, format: .rgb24,
                bytes: (0..<count).flatMap { _ in [40, 90, 200] as [UInt8] }),
            where: Mask(
                width: canvas.size.width, height: canvas.size.height,
                values: (0..<count).map {
                    $0 / canvas.size.width < canvas.size.height / 2 ? 0.3 : 0
                }))
        let inner = try SyntheticImage.make(width: 40, height: 30, seed: 1)
        try canvas.draw(
            PixelBuffer(
                width: 1, height: 1, format: .rgb24, bytes: Array(inner.packed.prefix(3))),
            left: 10.5, top: 40.25, width: 33, height: 21.5)
    }

    @Test(
        "What is drawn on planes is what is drawn on RGB, but for chroma at the edges",
        arguments: YUVMatrix.allCases, [false, true])
    func agreement(matrix: YUVMatrix, isFullRange: Bool) throws {
        for (width, height) in [(320, 180), (161, 93)] {
            let gray = try Planes.gray(
                width, height, luma: 120, matrix: matrix, isFullRange: isFullRange)
            let onPlanes = try Canvas(gray)
            let onPixels = try Canvas(
                PixelBuffer(
                    width: width, height: height, format: .rgb24, bytes: gray.packed))
            try Self.draw(on: onPlanes)
            try Self.draw(on: onPixels)
            let image = try onPlanes.image()
            #expect(image.yuv != nil)
            let (got, expected) = (image.packed, try onPixels.image().packed)
            // A chroma sample serves four pixels: colors agree where they are uniform around a
            // pixel, brightness everywhere.
            var even = 0
            for y in 0..<height {
                for x in 0..<width {
                    let place = 3 * (y * width + x)
                    let difference = (0..<3).map {
                        Double(got[place + $0]) - Double(expected[place + $0])
                    }
                    let brightness =
                        0.25 * difference[0] + 0.65 * difference[1] + 0.1 * difference[2]
                    #expect(abs(brightness) < 60, "\(x), \(y)")
                    guard Self.isEven(expected, width, height, x, y) else { continue }
                    even += 1
                    #expect(difference.allSatisfy { abs($0) <= 6 }, "\(x), \(y): \(difference)")
                }
            }
            #expect(even > width * height / 3)
            #expect(got != gray.packed)
        }
    }

    /// Whether the pixels around one have nearly its color.
    private static func isEven(
        _ pixels: [UInt8], _ width: Int, _ height: Int, _ x: Int, _ y: Int
    ) -> Bool {
        let place = 3 * (y * width + x)
        for row in max(0, y - 2)...min(height - 1, y + 2) {
            for column in max(0, x - 2)...min(width - 1, x + 2) {
                let other = 3 * (row * width + column)
                for channel in 0..<3
                where abs(Int(pixels[place + channel]) - Int(pixels[other + channel])) > 3 {
                    return false
                }
            }
        }
        return true
    }

    @Test("A large area has its color, with every matrix and range", arguments: YUVMatrix.allCases)
    func colors(matrix: YUVMatrix) throws {
        for isFullRange in [false, true] {
            for color: UInt32 in [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF, 0x000000, 0x3DDC97] {
                let canvas = try Canvas(
                    Planes.gray(64, 64, luma: 90, matrix: matrix, isFullRange: isFullRange))
                canvas.fill(
                    left: 8, top: 8, width: 48, height: 48, radius: 6, color: OverlayColor(color))
                let pixel = try canvas.image().pixel(x: 32, y: 32)
                let expected = [16, 8, 0].map { Int(color >> $0 & 255) }
                #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - $1) <= 4 }, "\(pixel)")
            }
        }
    }

    @Test("Pixels that nothing is drawn on keep their bytes")
    func untouched() throws {
        let image = try Planes.gray(130, 70, luma: 77)
        let canvas = try Canvas(image)
        #expect(try canvas.image().yuv?.luma.bytesPerRow == image.yuv?.luma.bytesPerRow)
        canvas.lines([(PixelPoint(x: 40, y: 30), PixelPoint(x: 60, y: 33))], color: .left)
        let drawn = try canvas.image()
        let luma = try Planes.packed(#require(drawn.yuv).luma)
        let cb = try Planes.packed(#require(drawn.yuv).cb)
        for (index, value) in luma.enumerated() where value != 77 {
            #expect(35...65 ~= index % 130 && 25...38 ~= index / 130)
        }
        for (index, value) in cb.enumerated() where value != 128 {
            #expect(17...33 ~= index % 65 && 12...19 ~= index / 65)
        }
        #expect(luma.contains { $0 != 77 })
        #expect(cb.contains { $0 != 128 })
    }

    @Test(
        "An image that was returned does not change with later drawing", arguments: [false, true])
    func kept(onPlanes: Bool) throws {
        let gray = try Planes.gray(64, 48, luma: 60)
        let canvas = try Canvas(
            onPlanes
                ? gray
                : PixelBuffer(width: 64, height: 48, format: .rgb24, bytes: gray.packed))
        canvas.points([PixelPoint(x: 10, y: 10)], color: .left)
        let first = try canvas.image()
        let before = first.packed
        canvas.points([PixelPoint(x: 40, y: 30)], color: .right)
        let second = try canvas.image()
        #expect(first.packed == before)
        #expect(second.packed != before)
        // The memory of released images is reused for drawing.
        for _ in 0..<8 {
            let other = try Canvas(first)
            other.points([PixelPoint(x: 20, y: 20)], color: .left)
            _ = try other.image()
        }
        #expect(first.packed == before)
    }
}
