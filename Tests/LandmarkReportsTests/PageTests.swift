import LandmarkImaging
import Testing

@testable import LandmarkReports

@Suite("Pages")
struct PageTests {
    private let ink = Ink("red", light: 0xFF0000, dark: 0x00AA01)

    private func page(_ marks: [Mark], width: Double = 100) -> Page {
        Page(width: width, height: 50, title: "A & B", palette: [.page, ink], marks: marks)
    }

    private func html(_ marks: [Mark]) -> String {
        String(decoding: page(marks).html(narrow: page([], width: 40)), as: UTF8.self)
    }

    @Test("HTML has both layouts and the palette for light and dark screens")
    func layouts() {
        let text = html([])
        #expect(text.contains("class=\"wide\" viewBox=\"0 0 100 50\""))
        #expect(text.contains("class=\"narrow\" viewBox=\"0 0 40 50\""))
        #expect(text.contains("--red: #ff0000;") && text.contains("--red: #00aa01;"))
        #expect(text.contains("<title>A &amp; B</title>"))
        #expect(!text.contains("src=") && !text.contains("href="))
    }

    @Test("text is escaped, and control characters are replaced")
    func escaping() {
        let text = html([
            .text("<b>\"'\u{1B}[0m\u{9B}", at: Mark.Point(x: 1.5, y: 2), Mark.TextStyle(ink: ink))
        ])
        #expect(text.contains(">&lt;b&gt;&quot;&#39;\u{FFFD}[0m\u{FFFD}</text>"))
    }

    @Test("numbers have at most two decimals, and no trailing zeros")
    func numbers() {
        let text = html([.line([Mark.Point(x: 1.0 / 3, y: 20)], ink: ink, width: 1.60)])
        #expect(text.contains("stroke-width=\"1.6\" points=\"0.33,20 0.33,20\""))
    }

    @Test("a box has its tooltip as a title")
    func tooltip() {
        let box = Mark.Box(left: 1, top: 2, width: 3, height: 4)
        let text = html([.box(box, ink: ink, opacity: 0.5, radius: 2, tooltip: "a < b")])
        #expect(
            text.contains(
                "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" rx=\"2\" fill-opacity=\"0.5\""
                    + " fill=\"var(--red)\"><title>a &lt; b</title></rect>"))
    }

    @Test("a hatch stays in its box, continues across boxes, and marks the narrowest")
    func hatch() {
        let box = Mark.Box(left: 10, top: 5, width: 33, height: 16)
        let lines = Mark.hatchLines(in: box)
        #expect(lines.count > 4)
        for line in lines {
            for point in [line.from, line.to] {
                #expect((10...43).contains(point.x) && (5...21).contains(point.y))
            }
            // Diagonals.
            #expect(abs((line.to.x - line.from.x) - (line.from.y - line.to.y)) < 1e-9)
        }
        let narrow = Mark.hatchLines(in: Mark.Box(left: 7, top: 0, width: 0.4, height: 4))
        #expect(narrow.count == 1)
        #expect(Mark.hatchLines(in: Mark.Box(left: 7, top: 0, width: 0, height: 4)).isEmpty)
        #expect(html([.hatch([box], ink: ink)]).contains("<path d=\"M10 "))
        #expect(!html([.hatch([], ink: ink)]).contains("<path"))
    }

    @Test("an image has two pixels per point, in light colors")
    func image() throws {
        let box = Mark.Box(left: 10, top: 5, width: 20, height: 10)
        let image = try page([.box(box, ink: ink)]).image()
        #expect(image.width == 200 && image.height == 100)
        #expect(image.rgb(x: 25, y: 15) == [0xFF, 0, 0])
        #expect(image.rgb(x: 100, y: 90) == [0xF6, 0xF7, 0xF9])
    }

    @Test("lines are broken between words, and long words are kept whole")
    func lines() {
        let text = "one two three incomprehensible four"
        #expect(
            PageLayout.lines(text, atMost: 9) == ["one two", "three", "incomprehensible", "four"])
        #expect(PageLayout.lines("", atMost: 9).isEmpty)
    }

    @Test("tiles fill rows of the layout's columns", arguments: [PageLayout.wide, .narrow])
    func tiles(layout: PageLayout) {
        var builder = PageBuilder(layout)
        let tile = PageBuilder.Tile(name: "name", value: "1", note: "")
        builder.addTiles([PageBuilder.Tile](repeating: tile, count: 6))
        let page = builder.page(title: "", palette: Ink.base)
        let cards = page.marks.compactMap { mark -> Mark.Box? in
            if case .box(let box, let ink, _, _, _) = mark, ink == .card { box } else { nil }
        }
        #expect(cards.count == 6)
        #expect(Set(cards.map(\.left)).count == layout.tileColumns)
        #expect(cards.allSatisfy { $0.right <= layout.right + 0.001 })
        #expect(page.height > cards.map(\.bottom).max() ?? 0)
    }
}

extension PixelBuffer {
    /// The red, green, and blue of a pixel.
    func rgb(x: Int, y: Int) -> [UInt8] {
        withUnsafeBytes { bytes in
            let start = y * bytesPerRow + x * format.bytesPerPixel
            let pixel = Array(bytes[start..<start + 3])
            return format == .bgra32 ? pixel.reversed() : pixel
        }
    }
}
