/// The dimensions of a page in points, and how many characters fit on its lines.
package struct PageLayout: Sendable {
    /// For desktop screens and paper.
    package static let wide = PageLayout(
        width: 1200, margin: 40, tileColumns: 6, listColumns: 2, leftOfCharts: 96,
        rightOfCharts: 86, maxTicks: 12, lineLength: 165, subtitleLength: 76)
    /// For phones.
    package static let narrow = PageLayout(
        width: 400, margin: 12, tileColumns: 2, listColumns: 1, leftOfCharts: 84,
        rightOfCharts: 14, maxTicks: 5, lineLength: 56, subtitleLength: 42)

    let width: Double
    let margin: Double
    let tileColumns: Int
    let listColumns: Int
    /// The room for names to the left of the charts, and for limits to the right of them.
    let leftOfCharts: Double
    let rightOfCharts: Double
    /// The maximum number of ticks that fit under the charts.
    let maxTicks: Double
    /// The maximum number of characters of small text that fit on a line.
    let lineLength: Int
    /// The maximum number of characters of the subtitle that fit on its line.
    let subtitleLength: Int

    /// The space between the parts of a page.
    let gap = 18.0

    var innerWidth: Double { width - 2 * margin }
    var right: Double { width - margin }

    /// Whether names are above rather than next to the named items.
    var isNarrow: Bool { listColumns == 1 }

    /// Breaks `text` between words into lines of at most `limit` characters.
    static func lines(_ text: String, atMost limit: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= limit {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

/// Builds a page from top to bottom.
struct PageBuilder {
    let layout: PageLayout
    /// Where the next part begins.
    var top: Double
    private var marks: [Mark] = []

    init(_ layout: PageLayout) {
        self.layout = layout
        top = layout.margin
    }

    /// The finished page, as tall as its content.
    func page(title: String, palette: [Ink]) -> Page {
        Page(
            width: layout.width, height: top + layout.margin - layout.gap, title: title,
            palette: palette, marks: marks)
    }

    mutating func add(_ mark: Mark) { marks.append(mark) }

    mutating func add(_ text: String, x: Double, y: Double, _ style: Mark.TextStyle) {
        marks.append(.text(text, at: Mark.Point(x: x, y: y), style))
    }

    /// Adds a card with a thin edge outside `box`.
    mutating func addCard(_ box: Mark.Box) {
        let edge = Mark.Box(
            left: box.left - 1, top: box.top - 1, width: box.width + 2, height: box.height + 2)
        add(.box(edge, ink: .edge, radius: 9))
        add(.box(box, ink: .card, radius: 8))
    }

    /// Adds the title and subtitle, with an optional warning next to or above them.
    mutating func addTitle(_ title: String, subtitle: String, warning: String?) {
        add(
            title, x: layout.margin, y: top + 24,
            Mark.TextStyle(size: 26, isBold: true, ink: .strong, role: .title))
        add(
            subtitle, x: layout.margin, y: top + 48, Mark.TextStyle(size: 14, ink: .faint))
        if let warning {
            let width = Double(warning.count) * 8.2 + 28
            if layout.isNarrow { top += 60 }
            let left = layout.isNarrow ? layout.margin : layout.right - width
            let box = Mark.Box(left: left, top: top, width: width, height: 30)
            add(.box(box, ink: .note, radius: 15))
            add(
                warning, x: box.left + width / 2, y: top + 20,
                Mark.TextStyle(size: 13, isBold: true, anchor: .middle, ink: .warning))
        }
        top += (layout.isNarrow && warning != nil ? 30 : 48) + layout.gap
    }

    /// A value with its name and a remark.
    struct Tile {
        let name: String
        let value: String
        let note: String
        var ink = Ink.strong
    }

    /// Adds tiles in rows of the layout's columns.
    mutating func addTiles(_ tiles: [Tile]) {
        let (height, between) = (84.0, 12.0)
        let columns = layout.tileColumns
        let width = (layout.innerWidth - between * Double(columns - 1)) / Double(columns)
        for (index, tile) in tiles.enumerated() {
            if index > 0, index % columns == 0 { top += height + between }
            let left = layout.margin + Double(index % columns) * (width + between)
            addCard(Mark.Box(left: left, top: top, width: width, height: height))
            add(tile.name, x: left + 14, y: top + 23, Mark.TextStyle(size: 12, ink: .faint))
            add(
                tile.value, x: left + 14, y: top + 50,
                Mark.TextStyle(size: 21, isBold: true, ink: tile.ink))
            add(tile.note, x: left + 14, y: top + 71, Mark.TextStyle(size: 11.5, ink: .plain))
        }
        top += height + layout.gap
    }

    /// Adds a line in large bold text.
    mutating func addStatement(_ text: String) {
        add(
            text, x: layout.margin, y: top + 14,
            Mark.TextStyle(size: 14, isBold: true, ink: .strong))
        top += 14 + layout.gap
    }

    /// Adds small print, broken into lines.
    mutating func addSmallPrint(_ text: String) {
        for line in PageLayout.lines(text, atMost: layout.lineLength) {
            add(line, x: layout.margin, y: top + 10, Mark.TextStyle(size: 11.5, ink: .faint))
            top += 17
        }
        top += layout.gap
    }
}
