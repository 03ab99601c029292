import DriverMonitoring

/// The page that tells of a run: built from top to bottom, drawn by whoever wants it.
struct ReportPage {
    static let width = 1200.0
    static let margin = 40.0
    /// What lies between parts.
    static let gap = 18.0

    let history: DriverHistory
    let facts: ReportFacts
    private(set) var marks: [Mark] = []
    /// Where the next part begins.
    var top = ReportPage.margin

    static var inner: Double { width - 2 * margin }
    static var right: Double { width - margin }

    /// Lays out the whole page.
    static func page(of history: DriverHistory, _ facts: ReportFacts) -> Page {
        var report = ReportPage(history: history, facts: facts)
        report.addHead()
        report.addTiles()
        if history.frames > 0 {
            report.addCharts()
            report.addList()
        }
        report.addNotes()
        return Page(
            width: width, height: report.top + margin - gap,
            title: "Driver report: \(facts.name(atMost: 80))", marks: report.marks)
    }

    private init(history: DriverHistory, facts: ReportFacts) {
        self.history = history
        self.facts = facts
    }

    mutating func add(_ mark: Mark) { marks.append(mark) }

    mutating func text(_ text: String, x: Double, y: Double, _ letters: Mark.Letters) {
        add(.text(text, at: Mark.Point(x: x, y: y), letters))
    }

    /// A card with a thin edge, as wide as the page lets it be.
    mutating func card(_ box: Mark.Box) {
        let edge = Mark.Box(
            left: box.left - 1, top: box.top - 1, width: box.width + 2, height: box.height + 2)
        add(.box(edge, ink: .edge, radius: 9))
        add(.box(box, ink: .card, radius: 8))
    }
}
