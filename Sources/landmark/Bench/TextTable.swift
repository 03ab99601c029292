/// Rows whose columns stand under each other.
struct TextTable {
    private let rows: [[String]]
    private let right: Set<Int>

    /// Columns in `right` end together, the others begin together.
    init(_ rows: [[String]], alignedRight right: Set<Int>) {
        self.rows = rows
        self.right = right
    }

    /// Makes a table of names, or whatever begins each row, and numbers.
    init(ofNumbers rows: [[String]]) {
        self.init(rows, alignedRight: Set(1..<max(rows.map(\.count).max() ?? 1, 2)))
    }

    /// The lines, each with its end.
    var text: String {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.count)
            }
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let gap = String(repeating: " ", count: widths[column] - cell.count)
                return right.contains(column) ? gap + cell : cell + gap
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }
}
