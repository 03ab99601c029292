import DriverMonitoring

/// The page that tells of a run: built from top to bottom, drawn by whoever wants it.
struct ReportPage {
    let layout: ReportLayout
    let history: DriverHistory
    let facts: ReportFacts
    private(set) var marks: [Mark] = []
    /// Where the next part begins.
    var top: Double

    /// Lays out the whole page.
    static func page(
        of history: DriverHistory, _ facts: ReportFacts, _ layout: ReportLayout = .wide
    ) -> Page {
        var report = ReportPage(layout, history, facts)
        report.addHead()
        report.addTiles()
        if history.frames > 0 {
            report.addCharts()
            report.addList()
        }
        report.addNotes()
        return Page(
            width: layout.width, height: report.top + layout.margin - layout.gap,
            title: "Driver report: \(facts.name(atMost: 80))", marks: report.marks)
    }

    private init(_ layout: ReportLayout, _ history: DriverHistory, _ facts: ReportFacts) {
        self.layout = layout
        self.history = history
        self.facts = facts
        top = layout.margin
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
