import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import Testing

@testable import LandmarkReports

@Suite("Tables and images of pages")
struct PageTableTests {
    private func table(columns: Int, rows: Int, words: String = "") -> PageTable {
        var table = PageTable(
            title: "Table",
            columns: (1...columns).map { .init(name: "column \($0)") }
                + [.init(name: "remarks", isNumeric: false, isLong: true)])
        table.rows = (0..<rows).map { row in
            PageTable.Row(
                cells: (1...columns).map { "\(row).\($0)" } + [words], isMarked: !words.isEmpty)
        }
        return table
    }

    private func page(_ table: PageTable, _ layout: PageLayout) -> Page {
        var builder = PageBuilder(layout)
        builder.add(table)
        return builder.page(title: "", palette: Ink.base)
    }

    private func texts(_ page: Page) -> [(text: String, x: Double, style: Mark.TextStyle)] {
        page.marks.compactMap { mark in
            if case .text(let text, let point, let style) = mark {
                (text, point.x, style)
            } else {
                nil
            }
        }
    }

    @Test("all cells are there as text, on wide and on narrow pages", arguments: [3, 30])
    func cells(rows: Int) {
        let words = String(repeating: "many words ", count: 30)
        let table = table(columns: 8, rows: rows, words: words)
        for layout in [PageLayout.wide, .narrow] {
            let all = texts(page(table, layout)).map(\.text).joined(separator: " ")
                .replacing("\u{A0}", with: " ")
            for row in 0..<rows {
                for column in 1...8 { #expect(all.contains("\(row).\(column)")) }
            }
            #expect(all.split(separator: " ").count { $0 == "words" } == 30 * rows)
        }
    }

    @Test("nothing of a table leaves the page", arguments: [PageLayout.wide, .narrow])
    func edges(layout: PageLayout) {
        let words = String(repeating: "many words ", count: 30)
        for columns in [1, 4, 8, 14] {
            for (text, x, style) in texts(
                page(table(columns: columns, rows: 2, words: words), layout))
            {
                // DejaVu Sans is less than 0.64 of its size wide on average, bold less than 0.72.
                let width = Double(text.count) * style.size * (style.isBold ? 0.72 : 0.64)
                let left = style.anchor == .end ? x - width : x
                #expect(left > 0 && left + width < layout.width, "\(text)")
            }
        }
    }

    @Test("cells of a narrow page have their columns' names")
    func blocks() {
        let all = texts(page(table(columns: 6, rows: 1), .narrow)).map(\.text)
        #expect(all.contains("column 3") && all.contains("0.3"))
        // The wide page has each name once.
        #expect(texts(page(table(columns: 6, rows: 5), .wide)).count { $0.text == "column 3" } == 1)
    }

    @Test("more rows than can be listed are counted")
    func limit() {
        let all = texts(page(table(columns: 2, rows: PageTable.limit + 7), .wide)).map(\.text)
        #expect(all.contains("7 more are not listed."))
        #expect(!all.contains("\(PageTable.limit).1"))
    }

    @Test("a table has the roles of a table")
    func roles() {
        let page = page(table(columns: 2, rows: 1), .wide)
        let html = String(decoding: page.html(narrow: page), as: UTF8.self)
        #expect(html.contains("<g role=\"table\" aria-label=\"Table\">"))
        #expect(html.contains("role=\"columnheader\"") && html.contains("role=\"cell\""))
        let groups = html.split(separator: "<g ").count - 1
        #expect(groups == html.split(separator: "</g>").count - 1)
        #expect(html.contains("role=\"img\""))
        var structured = page
        structured.isStructured = true
        let text = String(decoding: structured.html(narrow: structured), as: UTF8.self)
        #expect(text.contains("role=\"document\"") && !text.contains("role=\"img\""))
    }

    @Test("a removed column takes its cells with it")
    func removal() {
        var table = table(columns: 3, rows: 2)
        table.removeColumn(named: "column 2")
        #expect(table.columns.map(\.name) == ["column 1", "column 3", "remarks"])
        #expect(table.rows.map { $0.cells.prefix(2) } == [["0.1", "0.3"], ["1.1", "1.3"]])
        table.removeColumn(named: "none")
        #expect(table.columns.count == 3)
    }

    @Test("an image is stored once and drawn where it stands")
    func images() throws {
        let red = [UInt8](repeating: 0, count: 40 * 20 * 3).enumerated()
            .map { $0.offset % 3 == 0 ? UInt8(230) : 20 }
        let pixels = try PixelBuffer(width: 40, height: 20, format: .rgb24, bytes: red)
        let image = ReportImage(
            jpeg: try JPEGFile.encode(pixels, name: "red"), size: pixels.size)
        var builder = PageBuilder(.narrow)
        let item = PageImage(image: image, title: "A < B", caption: "caption")
        builder.add([item, item], title: "Images")
        let page = builder.page(title: "", palette: Ink.base)
        let html = String(decoding: page.html(narrow: page), as: UTF8.self)
        #expect(html.split(separator: "data:image/jpeg;base64,").count == 2)
        #expect(html.split(separator: "<use href=\"#image1\"").count == 5)
        #expect(html.contains("aria-label=\"A &lt; B: caption\""))
        let boxes = page.marks.compactMap { mark in
            if case .image(_, let box, _) = mark { box } else { nil }
        }
        let box = try #require(boxes.first)
        #expect(abs(box.width / box.height - 2) < 0.01)
        #expect(boxes.allSatisfy { $0.right < PageLayout.narrow.right })
        let drawn = try page.image()
        let middle = drawn.rgb(
            x: Int(2 * (box.left + box.width / 2)), y: Int(2 * (box.top + box.height / 2)))
        #expect(middle[0] > 200 && middle[1] < 60)
    }

    @Test("an image that is no image fails with its description")
    func damaged() {
        var builder = PageBuilder(.wide)
        let image = ReportImage(jpeg: [1, 2, 3], size: PixelSize(width: 10, height: 10))
        builder.add([PageImage(image: image, title: "Best", caption: "")], title: "")
        let page = builder.page(title: "", palette: Ink.base)
        #expect(throws: ImagingError.self) { try page.image() }
    }

    @Test("a page that is too long for two pixels a point gets fewer")
    func longPage() throws {
        let page = Page(width: 300, height: 20_000, title: "", palette: [], marks: [])
        let image = try page.image()
        #expect(image.height <= 32_767 && image.height > 30_000)
        #expect(abs(Double(image.height) / Double(image.width) - 20_000 / 300) < 0.5)
    }

    @Test(
        "Base64 is that of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        #expect(Base64.text(of: Array(text.utf8)) == encoded)
        #expect(Base64.text(of: [0xFB, 0xFF, 0xFE]) == "+//+")
    }
}
