/// Where the parts of a report stand, in units that are points of a screen.
struct ReportLayout: Sendable {
    /// For a desk and for paper.
    static let wide = ReportLayout(
        width: 1200, margin: 40, tileColumns: 6, listColumns: 2, leftOfCharts: 96,
        rightOfCharts: 86, mostTicks: 12, letters: 165, headLetters: 76)
    /// For a phone.
    static let narrow = ReportLayout(
        width: 400, margin: 12, tileColumns: 2, listColumns: 1, leftOfCharts: 84,
        rightOfCharts: 14, mostTicks: 5, letters: 56, headLetters: 42)

    let width: Double
    let margin: Double
    let tileColumns: Int
    let listColumns: Int
    /// What a card has beside its charts, for names and numbers.
    let leftOfCharts: Double
    let rightOfCharts: Double
    /// How many times there is room for under the charts.
    let mostTicks: Double
    /// How many small letters fit on a line.
    let letters: Int
    /// How many letters of the input's name fit on a line.
    let headLetters: Int

    /// What lies between parts.
    let gap = 18.0

    var inner: Double { width - 2 * margin }
    var right: Double { width - margin }

    /// Whether names stand in lines of their own rather than beside what they name.
    var isNarrow: Bool { listColumns == 1 }

    /// `text` in lines of at most `limit` letters, broken between words.
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
