import LandmarkCommandSupport
import LandmarkCore

/// The facts in a report other than times, by their JSON names, in order.
struct BenchFacts: Sendable {
    private enum Value: Sendable {
        case text(String)
        case integer(Int)
        case number(Double)
        /// An amount of memory in bytes.
        case bytes(Int)
        /// A fraction.
        case share(Double)
    }

    private var items: [(name: String, value: Value)] = []

    mutating func add(_ name: String, _ text: String) { items.append((name, .text(text))) }

    mutating func add(_ name: String, _ number: Int) { items.append((name, .integer(number))) }

    mutating func add(_ name: String, _ number: Double) { items.append((name, .number(number))) }

    mutating func add(_ name: String, _ size: PixelSize) {
        add(name, "\(size.width)x\(size.height)")
    }

    mutating func add(_ name: String, bytes: Int) { items.append((name, .bytes(bytes))) }

    mutating func add(_ name: String, share: Double) { items.append((name, .share(share))) }

    mutating func add(_ others: BenchFacts) { items += others.items }

    /// The integer called `name`, or nil if it does not exist.
    func integer(_ name: String) -> Int? {
        guard case .integer(let number)? = items.first(where: { $0.name == name })?.value else {
            return nil
        }
        return number
    }

    /// The facts as lines of names and values.
    var text: String {
        let rows = items.map { name, value in
            let words =
                switch value {
                case .text(let text): text
                case .integer(let number): "\(number)"
                case .number(let number): String(number, places: 2)
                case .bytes(let count):
                    String(Double(count) / Double(1 << 20), places: 1) + " MB"
                case .share(let share): String(100 * share, places: 1) + " %"
                }
            return [Self.words(name, of: value), words]
        }
        return TextTable(rows, rightAligned: []).text
    }

    /// Writes the facts as members of an object.
    func write(to json: inout JSONText) {
        for (name, value) in items {
            json.key(name)
            switch value {
            case .text(let text): json.string(text)
            case .integer(let number), .bytes(let number): json.integer(number)
            case .number(let number), .share(let number): json.number(Float(number))
            }
        }
    }

    /// `residentBytes` as “resident”, `framesPerSecond` as “frames per second”.
    private static func words(_ name: String, of value: Value) -> String {
        var name = name
        if case .bytes = value, name.hasSuffix("Bytes") { name.removeLast("Bytes".count) }
        return name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
    }
}

/// Rows of text in aligned columns.
struct TextTable {
    private let rows: [[String]]
    private let rightAligned: Set<Int>

    /// Creates a table with the columns in `rightAligned` aligned right and the others left.
    init(_ rows: [[String]], rightAligned: Set<Int>) {
        self.rows = rows
        self.rightAligned = rightAligned
    }

    /// Creates a table of names in the first column and numbers in the others.
    init(ofNumbers rows: [[String]]) {
        self.init(rows, rightAligned: Set(1..<max(rows.map(\.count).max() ?? 1, 2)))
    }

    /// The lines, each with its line feed.
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
                return rightAligned.contains(column) ? gap + cell : cell + gap
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }
}
