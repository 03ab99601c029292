/// A horizontal row of events on a time axis.
struct TimelineRow {
    static let height = 20.0

    let name: String
    /// The spans in drawing order: later ones cover earlier ones.
    let spans: [Span]

    /// An event as a colored box; times are in milliseconds.
    struct Span {
        let start: Int
        let end: Int
        let ink: Ink
        /// The space above and below the box.
        var inset = 2.0
        let tooltip: String
        /// The candidate texts for a label next to the box; the first that fits is written.
        let labels: [String]
        /// The rank among spans at the same time; the lowest gets the label.
        let rank: Int
    }
}

extension PageBuilder {
    /// A strip of colors over time, hatched while the state is unknown.
    struct Strip {
        let name: String
        var height = 8.0
        var runs: [InkRun] = []
        /// The periods to hatch.
        var unknown: [InkRun] = []
        /// The texts that explain a color or a hatch, if any.
        var label: (Ink) -> [String] = { _ in [] }
    }

    /// Adds a strip, with the longest labels that fit its periods.
    mutating func add(_ strip: Strip, _ axis: TimeAxis) {
        let y = top - 4
        let box = Mark.Box(left: axis.left, top: y, width: axis.width, height: strip.height)
        add(.box(box, ink: .grid, radius: 2))
        func place(of run: InkRun) -> Mark.Box {
            axis.box(from: run.start, to: run.end, top: y, height: strip.height)
        }
        for run in strip.runs { add(.box(place(of: run), ink: run.ink)) }
        add(.hatch(strip.unknown.map(place), ink: .faint))
        for run in strip.runs + strip.unknown {
            let box = place(of: run)
            let width = { (text: String) in Double(text.count) * 6.4 + 8 }
            guard let text = strip.label(run.ink).first(where: { width($0) <= box.width })
            else { continue }
            // The label has its own plate, which makes it readable on every color and over lines.
            let plate = Mark.Box(
                left: box.left + 3, top: y + 1.5, width: width(text) - 2,
                height: strip.height - 3)
            add(.box(plate, ink: .card, radius: 2))
            add(
                text, x: plate.left + 3, y: y + strip.height / 2 + 3.6,
                Mark.TextStyle(size: 10, ink: .strong))
        }
        add(
            strip.name, x: axis.left - 8, y: y + strip.height / 2 + 4,
            Mark.TextStyle(size: 11, anchor: .end, ink: .faint))
        top += strip.height + 6
    }

    /// Adds rows of events under a heading.
    mutating func addTimeline(_ heading: String, _ rows: [TimelineRow], _ axis: TimeAxis) {
        addHeading(heading, axis)
        top += 24
        for row in rows {
            let box = Mark.Box(
                left: axis.left, top: top, width: axis.width, height: TimelineRow.height - 3)
            add(.box(box, ink: .grid, opacity: 0.7, radius: 3))
            add(
                row.name, x: axis.left - 8, y: top + 13,
                Mark.TextStyle(size: 11, anchor: .end, ink: .faint))
            for span in row.spans { add(span, axis, in: box) }
            addLabels(of: row.spans, axis, in: box)
            top += TimelineRow.height
        }
        top += 14
    }

    private mutating func add(_ span: TimelineRow.Span, _ axis: TimeAxis, in row: Mark.Box) {
        var box = axis.box(
            from: Double(span.start), to: Double(span.end), minWidth: 2.5,
            top: row.top + span.inset, height: row.height - 2 * span.inset)
        box.left = min(box.left, axis.right - box.width)
        add(.box(box, ink: span.ink, radius: 1.5, tooltip: span.tooltip))
    }

    /// Adds labels to the right of the spans if the next span leaves room, and otherwise on them.
    private mutating func addLabels(
        of spans: [TimelineRow.Span], _ axis: TimeAxis, in row: Mark.Box
    ) {
        let spans = spans.sorted { ($0.start, $0.end, -$0.rank) < ($1.start, $1.end, -$1.rank) }
        var latestEnd = Int.min
        for (index, span) in spans.enumerated() {
            defer { latestEnd = max(latestEnd, span.end) }
            guard latestEnd <= span.end else { continue }
            let next = spans[(index + 1)...].first.map { axis.x(Double($0.start)) }
            let inside = axis.x(Double(span.start)) + 6
            let beside = axis.x(Double(span.end)) + 6
            let y = row.top + 12.5
            for label in span.labels {
                let width = Double(label.count) * 6.6 + 4
                if beside + width < min(next ?? .infinity, axis.right) {
                    add(label, x: beside, y: y, Mark.TextStyle(size: 11, ink: .plain))
                    break
                }
                if inside + width < beside - 6, next.map({ inside + width < $0 }) ?? true {
                    add(label, x: inside, y: y, Mark.TextStyle(size: 11, isBold: true, ink: .card))
                    break
                }
            }
        }
    }
}
