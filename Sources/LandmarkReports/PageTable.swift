import LandmarkOverlays

/// A table on a page.
///
/// If its columns do not fit side by side, each row becomes a block: the first cells become its heading, and
/// the others are shown with their column's name.
struct PageTable {
    struct Column {
        let name: String
        /// Whether its cells are aligned at their right end.
        var isNumeric = true
        /// Whether its cells are broken into lines; such columns receive the remaining room.
        var isLong = false
    }

    struct Row {
        let cells: [String]
        /// Whether the row is highlighted, with the text of its last cell.
        var isMarked = false
    }

    let title: String
    var columns: [Column]
    var rows: [Row] = []
    /// The number of columns that form the heading of a block.
    var headings = 1
    /// The texts below the title and below the rows.
    var note = ""
    var remark = ""

    /// The maximum number of rows that are shown.
    static let limit = 120
    /// With more rows than this, blocks are as short as possible.
    private static let manyRows = 12
    /// The size of the cells' text, its mean width per character, and the space between columns.
    private static let textSize = 12.0
    fileprivate static let characterWidth = 7.5
    private static let gap = 18.0
    /// A long column is at least this wide.
    private static let leastLong = 180.0

    /// The widths of the columns in `room` with the space between them, or nil if they do not fit.
    fileprivate func fit(in room: Double) -> (widths: [Double], gap: Double)? {
        let longest = columns.indices.map { index in
            let cells = shown.map { $0.cells[index].count }
            return Double(max(columns[index].name.count, cells.max() ?? 0)) * Self.characterWidth
        }
        var widths = zip(columns, longest).map { $0.isLong ? min($1, Self.leastLong) : $1 }
        let gaps = Double(max(1, columns.count - 1))
        var spare = room - widths.reduce(0, +) - Self.gap * gaps
        guard spare >= 0 else { return nil }
        if let long = columns.firstIndex(where: \.isLong) {
            let wanted = min(spare, longest[long] - widths[long])
            widths[long] += wanted
            spare -= wanted
        }
        // Keeps columns close enough for rows to be easy to follow.
        return (widths, Self.gap + min(spare / gaps, 44))
    }

    /// The rows that are shown; each has as many cells as there are columns.
    fileprivate var shown: [Row] {
        rows.prefix(Self.limit).map { row in
            let missing = max(0, columns.count - row.cells.count)
            return Row(
                cells: row.cells.prefix(columns.count) + [String](repeating: "", count: missing),
                isMarked: row.isMarked)
        }
    }

    fileprivate var isDense: Bool { rows.count > Self.manyRows }

    fileprivate var remarks: [String] {
        let more = rows.count - shown.count
        return [more > 0 ? "\(more) more are not listed." : "", remark].filter { !$0.isEmpty }
    }
}

extension PageBuilder {
    /// The space between a card's edge and its content.
    var inset: Double { layout.isNarrow ? 14 : 20 }

    /// Adds a card as tall as the content that `content` adds.
    mutating func addCard(_ content: (inout PageBuilder) -> Void) {
        let start = top
        // The card lies behind its content, so lay the content out twice.
        var draft = self
        content(&draft)
        addCard(
            Mark.Box(
                left: layout.margin, top: start, width: layout.innerWidth,
                height: draft.top - start))
        content(&self)
        top += layout.gap
    }

    /// Adds a card's title with small print below it.
    mutating func addCardTitle(_ title: String, note: String = "") {
        add(
            title, x: layout.margin + inset, y: top + 28,
            Mark.TextStyle(size: 13, isBold: true, ink: .strong, role: .heading))
        top += 40
        addLines(note, ink: .faint)
    }

    /// Adds text broken into lines, on a card.
    mutating func addLines(_ text: String, ink: Ink, size: Double = 11.5) {
        let limit = Int((layout.innerWidth - 2 * inset) / (size * 0.6))
        for line in PageLayout.lines(text, atMost: limit) {
            add(
                line, x: layout.margin + inset, y: top + 10, Mark.TextStyle(size: size, ink: ink))
            top += 17
        }
    }

    /// Adds a table on its own card.
    mutating func add(_ table: PageTable) {
        addCard { page in
            page.addCardTitle(table.title, note: table.note)
            page.add(.beginGroup(.table, name: table.title))
            if let fit = table.fit(in: page.layout.innerWidth - 2 * page.inset) {
                page.addGrid(table, fit.widths, gap: fit.gap)
            } else {
                for row in table.shown { page.addBlock(row, of: table) }
            }
            page.add(.endGroup)
            for remark in table.remarks {
                page.top += 4
                page.addLines(remark, ink: .faint)
            }
            page.top += 10
        }
    }

    private mutating func addGrid(_ table: PageTable, _ widths: [Double], gap: Double) {
        addRow(table.columns.map(\.name), table, widths, gap, .columnHeader)
        let left = layout.margin + inset
        for row in table.shown {
            add(.line(left, top, layout.right - inset, top, ink: .grid))
            addRow(row.cells, table, widths, gap, .cell, isMarked: row.isMarked)
        }
    }

    private mutating func addRow(
        _ cells: [String], _ table: PageTable, _ widths: [Double], _ gap: Double, _ role: Mark.Role,
        isMarked: Bool = false
    ) {
        add(.beginGroup(.row))
        var x = layout.margin + inset
        var count = 1
        for (index, (cell, width)) in zip(cells, widths).enumerated() {
            let column = table.columns[index]
            let lines =
                column.isLong
                ? PageLayout.lines(cell, atMost: Int(width / PageTable.characterWidth)) : [cell]
            count = max(count, lines.count)
            let isHead = role == .columnHeader
            let ink: Ink =
                isHead
                ? .faint : isMarked && column.isLong ? .warning : index == 0 ? .strong : .plain
            if lines.count > 1 { add(.beginGroup(role)) }
            for (number, line) in lines.enumerated() {
                add(
                    line, x: column.isNumeric ? x + width : x,
                    y: top + 15 + Double(number) * 16,
                    Mark.TextStyle(
                        size: isHead ? 11 : 12, isBold: !isHead && index == 0,
                        anchor: column.isNumeric ? .end : .start, ink: ink,
                        role: lines.count > 1 ? nil : role))
            }
            if lines.count > 1 { add(.endGroup) }
            x += width + gap
        }
        top += 22 + Double(count - 1) * 16
        add(.endGroup)
    }

    /// Adds a row as a block: its headings on a line, and the other cells, two to a line.
    private mutating func addBlock(_ row: PageTable.Row, of table: PageTable) {
        let left = layout.margin + inset
        let room = layout.innerWidth - 2 * inset
        add(.beginGroup(.row))
        add(.line(left, top, left + room, top, ink: .grid))
        let heading = row.cells.prefix(table.headings).filter { !$0.isEmpty }
            .joined(separator: "  ·  ")
        for line in PageLayout.lines(heading, atMost: Int(room / 8)) {
            add(
                line, x: left, y: top + 16,
                Mark.TextStyle(size: 12, isBold: true, ink: .strong, role: .cell))
            top += 18
        }
        if table.isDense {
            addDense(row, of: table, x: left, room: room)
            return
        }
        top += 4
        let between = 20.0
        let half = (room - between) / 2
        var isRight = false
        for (column, cell) in zip(table.columns, row.cells).dropFirst(table.headings)
        where !cell.isEmpty {
            let needed = Double(column.name.count) * 6.6 + Double(cell.count) * 7.5 + 8
            let fits = !column.isLong && needed <= half
            if isRight, !fits {
                top += 17
                isRight = false
            }
            if !fits {
                add(
                    cell, under: column, x: left, room: room,
                    isMarked: row.isMarked && column.isLong)
                continue
            }
            let x = isRight ? left + half + between : left
            add(column.name, x: x, y: top + 11, Mark.TextStyle(size: 11, ink: .faint))
            add(
                cell, x: x + half, y: top + 11,
                Mark.TextStyle(size: 12, anchor: .end, ink: .plain, role: .cell))
            if isRight { top += 17 }
            isRight.toggle()
        }
        if isRight { top += 17 }
        top += 6
        add(.endGroup)
    }

    /// Adds the cells of a block one after another, and ends the block.
    private mutating func addDense(
        _ row: PageTable.Row, of table: PageTable, x: Double, room: Double
    ) {
        let cells = zip(table.columns, row.cells).dropFirst(table.headings)
            .filter { !["", "–"].contains($1) }
        top += 4
        let words = cells.filter { !$0.0.isLong }
            .map { "\($0.name.nonBreaking)\u{A0}\($1.nonBreaking)" }
        for line in PageLayout.lines(words.joined(separator: " · "), atMost: Int(room / 6.9)) {
            add(
                line, x: x, y: top + 11, Mark.TextStyle(size: 11.5, ink: .plain, role: .cell))
            top += 16
        }
        for (column, cell) in cells where column.isLong {
            add(cell, under: column, x: x, room: room, isMarked: row.isMarked)
        }
        top += 6
        add(.endGroup)
    }

    /// Adds a cell that occupies whole lines.
    private mutating func add(
        _ cell: String, under column: PageTable.Column, x: Double, room: Double, isMarked: Bool
    ) {
        let words = column.name.isEmpty ? cell : "\(column.name): \(cell)"
        for line in PageLayout.lines(words, atMost: Int(room / 7)) {
            add(
                line, x: x, y: top + 11,
                Mark.TextStyle(size: 11.5, ink: isMarked ? .warning : .plain, role: .cell))
            top += 17
        }
    }
}
