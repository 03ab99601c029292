import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Drawing")
struct CanvasTests {
    @Test(
        "A canvas without drawings keeps the pixels, in any format",
        arguments: PixelFormat.allCases)
    func untouched(format: PixelFormat) throws {
        let rgb = try SyntheticImage.make(width: 37, height: 21, seed: 3)
        let image = try SyntheticImage.convert(rgb, to: format, spare: 3)
        let drawn = try Canvas(image).image()
        #expect(drawn.format == .rgb24)
        let expected = format == .gray8 ? image.packed.flatMap { [$0, $0, $0] } : rgb.packed
        #expect(drawn.packed == expected)
    }

    @Test("A line has its color in the middle and a dark edge on each side")
    func line() throws {
        let canvas = try Canvas(Self.plain(100, 100, level: 255))
        let color = OverlayColor(0xFF0000)
        canvas.lines(
            [(PixelPoint(x: 10, y: 50.5), PixelPoint(x: 90, y: 50.5))], color: color)
        let image = try canvas.image()
        #expect(image.pixel(x: 50, y: 50) == [255, 0, 0])
        #expect(Self.brightness(image, 50, 51) < 160)
        #expect(Self.brightness(image, 50, 49) < 160)
        #expect(image.pixel(x: 50, y: 60) == [255, 255, 255])
        #expect(image.pixel(x: 97, y: 50) == [255, 255, 255])
    }

    @Test("Line widths and font sizes scale with the image")
    func scale() throws {
        let thickness = try [200, 2000].map { side in
            let canvas = try Canvas(Self.plain(side, side, level: 0))
            let middle = Float(side) / 2
            canvas.lines(
                [(PixelPoint(x: 0, y: middle), PixelPoint(x: Float(side), y: middle))],
                color: OverlayColor(0xFFFFFF))
            let image = try canvas.image()
            return (0..<side).filter { Self.brightness(image, side / 2, $0) > 128 }.count
        }
        #expect(thickness[0] >= 1)
        #expect(thickness[1] >= 4 * thickness[0])
        #expect(try Canvas(Self.plain(4000, 3000, level: 0)).unit == 10)
        #expect(try Canvas(Self.plain(176, 144, level: 0)).unit == 1)
    }

    @Test(
        "A label stays inside the image, wherever it is placed",
        arguments: [
            (-500, -500), (500, -500), (-500, 500), (500, 500), (60, 40),
        ])
    func labelInside(x: Float, y: Float) throws {
        let (width, height) = (120, 80)
        let canvas = try Canvas(Self.plain(width, height, level: 0))
        let color = OverlayColor(0x00FF00)
        canvas.label("Left 0.98", at: PixelPoint(x: x, y: y), color: color)
        canvas.badge(12, at: PixelPoint(x: x, y: y), color: OverlayColor(0x0000FF))
        let image = try canvas.image()
        var green = 0
        var blue = 0
        for y in 0..<height {
            for x in 0..<width {
                let pixel = image.pixel(x: x, y: y)
                green += pixel == [0, 255, 0] ? 1 : 0
                blue += pixel == [0, 0, 255] ? 1 : 0
            }
        }
        // Most of a box of at least 40×10 pixels and a disc of at least 10.
        #expect(green > 250)
        #expect(blue > 40)
    }

    @Test("Text that is too wide is set smaller, and text without a width is harmless")
    func longText() throws {
        let canvas = try Canvas(Self.plain(40, 30, level: 0))
        for text in [String(repeating: "wide ", count: 30), "", " ", "\u{0}", "手 🖐", "\n"] {
            canvas.label(text, at: PixelPoint(x: 5, y: 20), color: .left)
        }
        #expect(try canvas.image().packed.contains { $0 > 0 })
    }

    @Test("Without any of the fonts asked for, the one that is always there is used")
    func withoutFonts() throws {
        let canvas = try Canvas(Self.plain(120, 60, level: 0), fontFamilies: [])
        #expect(canvas.fontFamily == DrawingLibrary.fallbackFontFamily)
        canvas.label("Right", at: PixelPoint(x: 10, y: 50), color: OverlayColor(0x0000FF))
        let image = try canvas.image()
        let light = (0..<60 * 120).filter {
            Self.brightness(image, $0 % 120, $0 / 120) > 150
        }
        #expect(light.count > 10)
    }

    @Test("A mask tints by its values, and must have the image's size")
    func mask() throws {
        let canvas = try Canvas(Self.plain(4, 1, level: 0))
        try canvas.tint(
            Mask(width: 4, height: 1, values: [0, 0.5, 1, 1]),
            color: OverlayColor(0xFFFFFF, opacity: 0.5))
        let reds = try canvas.image().packed.enumerated().filter { $0.offset % 3 == 0 }
        #expect(zip(reds.map(\.element), [0, 64, 128, 128]).allSatisfy { abs(Int($0) - $1) <= 2 })
        let wrong = ImagingError.maskSizeDiffers(
            mask: PixelSize(width: 1, height: 4), image: PixelSize(width: 4, height: 1))
        #expect(throws: wrong) {
            try canvas.tint(Mask(width: 1, height: 4, values: [0, 0, 0, 0]), color: .left)
        }
    }

    @Test("Another image is drawn where a mask covers it, and cut out by a mask")
    func maskedImage() throws {
        let canvas = try Canvas(Self.plain(4, 1, level: 100))
        let mask = try Mask(width: 4, height: 1, values: [0, 0.5, 2, .nan])
        let image = try PixelBuffer(
            width: 4, height: 1, format: .bgra32,
            bytes: (0..<4).flatMap { _ in [0, 50, 200, 255] as [UInt8] })
        try canvas.draw(image, where: mask)
        #expect(
            try canvas.image().packed == [100, 100, 100, 150, 75, 50, 200, 50, 0, 100, 100, 100])
        let cutout = try image.cutOut(by: mask)
        #expect(cutout.format == .rgba32)
        #expect(
            cutout.packed == [200, 50, 0, 0, 200, 50, 0, 128, 200, 50, 0, 255, 200, 50, 0, 0])
        let wrong = ImagingError.maskSizeDiffers(
            mask: PixelSize(width: 1, height: 4), image: PixelSize(width: 4, height: 1))
        let upright = try Mask(width: 1, height: 4, values: [0, 0, 0, 0])
        #expect(throws: wrong) { try canvas.draw(image, where: upright) }
        #expect(throws: wrong) { try canvas.draw(Self.plain(1, 4, level: 0), where: mask) }
        #expect(throws: wrong) { try image.cutOut(by: upright) }
    }

    @Test("Points that are not finite or far away are harmless")
    func oddPoints() throws {
        let canvas = try Canvas(Self.plain(50, 50, level: 9))
        let odd: [Float] = [.nan, .infinity, -.infinity, 3e38, -1e20, 25]
        let points = odd.flatMap { x in odd.map { PixelPoint(x: x, y: $0) } }
        canvas.points(points, color: .right)
        canvas.polyline(points, closed: true, color: .middle)
        canvas.polyline([], closed: true, color: .middle)
        canvas.lines(points.map { ($0, PixelPoint(x: 1, y: 1)) }, color: .left, weight: .fine)
        for value in odd {
            canvas.rectangle(
                PixelRect(xCenter: 9, yCenter: value, width: value, height: 5, rotation: value))
            canvas.label("a", at: PixelPoint(x: value, y: value), color: .region)
            canvas.badge(1, at: PixelPoint(x: value, y: value), color: .region)
        }
        #expect(try canvas.image().size == PixelSize(width: 50, height: 50))
    }

    @Test("A line of one point is a dot, solid or dashed", arguments: [0.0, 4])
    func dot(dash: Double) throws {
        let canvas = try Canvas(Self.plain(21, 21, level: 0))
        let color = OverlayColor(0xFFFFFF)
        canvas.stroke([PixelPoint(x: 10.5, y: 10.5)], width: 9, dash: dash, color: color)
        let image = try canvas.image()
        #expect(Self.brightness(image, 10, 10) == 255)
        #expect(Self.brightness(image, 10, 13) == 255)
        #expect(Self.brightness(image, 10, 16) == 0)
    }

    @Test("Dashes end with their line: the next one is solid")
    func dashes() throws {
        let canvas = try Canvas(Self.plain(100, 20, level: 0))
        let color = OverlayColor(0xFFFFFF)
        let ends = [PixelPoint(x: 0, y: 5.5), PixelPoint(x: 100, y: 5.5)]
        canvas.stroke(ends, width: 1, dash: 10, color: color)
        let below = ends.map { PixelPoint(x: $0.x, y: 15.5) }
        canvas.stroke(below, width: 1, color: color)
        let image = try canvas.image()
        #expect((0..<100).contains { Self.brightness(image, $0, 5) == 0 })
        #expect((2..<98).allSatisfy { Self.brightness(image, $0, 15) == 255 })
    }

    @Test("An image is drawn upright, at its place")
    func nested() throws {
        let canvas = try Canvas(Self.plain(20, 20, level: 0))
        let inner = try PixelBuffer(
            width: 1, height: 2, format: .gray8, bytes: [200, 100])
        try canvas.draw(inner, left: 4, top: 6, width: 4, height: 8)
        let image = try canvas.image()
        #expect(Self.brightness(image, 5, 7) > 150)
        #expect(Self.brightness(image, 5, 12) < 150)
        #expect(Self.brightness(image, 5, 12) > 50)
        #expect(Self.brightness(image, 5, 4) == 0)
        #expect(Self.brightness(image, 12, 7) == 0)
    }

    @Test("A mask is applied upright")
    func uprightMask() throws {
        let canvas = try Canvas(Self.plain(1, 2, level: 0))
        try canvas.tint(
            Mask(width: 1, height: 2, values: [1, 0]), color: OverlayColor(0xFFFFFF))
        let image = try canvas.image()
        #expect(image.pixel(x: 0, y: 0) == [255, 255, 255])
        #expect(image.pixel(x: 0, y: 1) == [0, 0, 0])
    }

    @Test("An image above the size limit is rejected")
    func tooWide() throws {
        do {
            _ = try Canvas(Self.plain(40_000, 1, level: 0))
            Issue.record("40 000 columns were taken")
        } catch let error as ImagingError {
            guard case .undrawable(PixelSize(width: 40_000, height: 1), let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test("Lines and points are as wide as they are scaled", arguments: [0.25, 1, 3])
    func lineScale(scale: Double) throws {
        let canvas = try Canvas(Self.plain(400, 300, level: 0))
        canvas.lineScale = scale
        canvas.lines(
            [(PixelPoint(x: 50, y: 150), PixelPoint(x: 350, y: 150))],
            color: OverlayColor(0xFFFFFF))
        let image = try canvas.image()
        let column = (0..<300).map { Double(Self.brightness(image, 200, $0)) / 255 }
        #expect(abs(column.reduce(0, +) - 1.6 * scale) < 0.15)
    }

    @Test("A mask's odd values and an odd width are harmless")
    func oddMask() throws {
        let canvas = try Canvas(Self.plain(35, 2, level: 0))
        var values = [Float](repeating: .nan, count: 70)
        (values[33], values[34], values[35]) = (7, 0.5, -3)
        try canvas.tint(
            Mask(width: 35, height: 2, values: values), color: OverlayColor(0xFFFFFF))
        let reds = try canvas.image().packed.enumerated().filter { $0.offset % 3 == 0 }
        #expect(reds[33].element == 255)
        #expect(reds[34].element == 128)
        #expect(reds.filter { $0.element > 0 }.count == 2)
    }

    @Test("Rectangles cover parts of pixels by their area")
    func rectangles() throws {
        let canvas = try Canvas(Self.plain(20, 20, level: 0))
        canvas.fill(
            left: 2.25, top: 3.5, width: 5, height: 0.25, color: OverlayColor(0xFFFFFF))
        let image = try canvas.image()
        let total = (0..<400).reduce(0) { $0 + Self.brightness(image, $1 % 20, $1 / 20) }
        #expect(abs(Double(total) / 255 - 1.25) < 0.03)
        #expect(Self.brightness(image, 2, 3) == 48)
        #expect(Self.brightness(image, 4, 3) == 64)
        canvas.fill(left: -50, top: -50, width: 500, height: 500, color: OverlayColor(0xFF0000))
        #expect(try canvas.image().packed.enumerated().allSatisfy { $1 == ($0 % 3 == 0 ? 255 : 0) })
    }

    private static func plain(_ width: Int, _ height: Int, level: UInt8) throws -> PixelBuffer {
        try PixelBuffer(
            width: width, height: height, format: .gray8,
            bytes: [UInt8](repeating: level, count: width * height))
    }

    private static func brightness(_ image: PixelBuffer, _ x: Int, _ y: Int) -> Int {
        image.pixel(x: x, y: y).reduce(0) { $0 + Int($1) } / 3
    }
}
