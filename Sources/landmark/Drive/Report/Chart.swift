import LandmarkCommandSupport

/// A chart of some tracks over time.
struct Chart {
    let name: String
    let unit: String
    /// The values at the lower and the upper end.
    let range: ClosedRange<Double>
    let height: Double
    let axis: TimeAxis
    /// The values with a line and a label.
    var gridValues: [Double] = []
    var label: (Double) -> String = { Rate.rounded($0, places: 0) }
    var lines: [(track: Track, ink: Ink)] = []
    /// Whether means are told apart from extremes where there are many frames.
    var showsMeans = false
    /// Values with a dashed line and what they mean.
    var limits: [Limit] = []

    /// A line at a value, with its name at its end.
    struct Limit {
        let value: Double
        let text: String
        var ink = Ink.faint
        /// How far below the line the name stands.
        var shift = 4.0
    }

    init(name: String, unit: String, range: ClosedRange<Double>, height: Double, axis: TimeAxis) {
        self.name = name
        self.unit = unit
        self.range = range
        self.height = height
        self.axis = axis
    }

    /// Where it is drawn when it begins at `top`.
    func box(_ top: Double) -> Mark.Box {
        Mark.Box(left: axis.left, top: top, width: axis.right - axis.left, height: height)
    }

    /// Where a value stands, within the chart.
    func place(_ value: Double, _ box: Mark.Box) -> Double {
        let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        return box.bottom - min(max(share, 0), 1) * box.height
    }
}

extension ReportPage {
    /// Writes a chart's name and grid, and goes to where its lines begin.
    mutating func begin(_ chart: Chart) {
        addHeading(chart.name, chart.axis)
        let isPale = chart.showsMeans && isDense(chart.axis)
        let words = chart.unit + (isPale ? "; line: mean, pale: extremes" : "")
        if layout.isNarrow {
            let limits = chart.limits.map(\.text).joined(separator: ", ")
            let dashed = limits.isEmpty ? [] : ["dashed: \(limits)"]
            for line in ReportLayout.lines(words, atMost: layout.letters) + dashed {
                top += 16
                text(
                    line, x: layout.margin + 14, y: top + 14, Mark.Letters(size: 11, ink: .faint))
            }
        } else {
            text(
                words, x: chart.axis.left + 186, y: top + 14,
                Mark.Letters(size: 11.5, ink: .faint))
        }
        top += 26
        let box = chart.box(top)
        for tick in chart.axis.ticks {
            let ends = [Mark.Point(x: tick.x, y: box.top), Mark.Point(x: tick.x, y: box.bottom)]
            add(.line(ends, ink: .grid))
        }
        for value in chart.gridValues {
            let y = chart.place(value, box)
            let ends = [Mark.Point(x: box.left, y: y), Mark.Point(x: box.right, y: y)]
            add(.line(ends, ink: .grid))
            let label = chart.label(value)
            if label.isEmpty { continue }
            text(
                label, x: box.left - 8, y: y + 4,
                Mark.Letters(size: 11, anchor: .end, ink: .faint))
        }
    }

    /// Writes the name of what comes next.
    mutating func addHeading(_ name: String, _ axis: TimeAxis) {
        text(
            name, x: layout.isNarrow ? layout.margin + 14 : axis.left, y: top + 14,
            Mark.Letters(size: 13, isBold: true, ink: .strong))
    }

    /// Draws a chart's lines, and goes to what comes below it.
    mutating func finish(_ chart: Chart) {
        let box = chart.box(top)
        for limit in chart.limits {
            let y = chart.place(limit.value, box)
            let ends = [Mark.Point(x: box.left, y: y), Mark.Point(x: box.right, y: y)]
            add(.line(ends, ink: limit.ink, dash: 4))
            if layout.isNarrow { continue }
            text(
                limit.text, x: box.right + 8, y: y + limit.shift,
                Mark.Letters(size: 11, ink: limit.ink))
        }
        for line in chart.lines {
            for stroke in strokes(of: line.track, chart, box) {
                if chart.showsMeans, isDense(chart.axis) {
                    add(.area(stroke.outline, ink: line.ink, opacity: 0.3))
                    add(.line(stroke.means, ink: line.ink, width: 1.6))
                } else {
                    let points = stroke.zigzag
                    // What stands alone is a dot, which is to be seen.
                    add(.line(points, ink: line.ink, width: points.count == 1 ? 5 : 1.6))
                }
            }
        }
        top += chart.height + 14
    }

    /// Whether so many frames fall on the same place that a line through all would be a block.
    private func isDense(_ axis: TimeAxis) -> Bool {
        Double(history.frames) > 8 * (axis.right - axis.left) / Stroke.step
    }

    /// A track as lines that end where nothing is known.
    private func strokes(of track: Track, _ chart: Chart, _ box: Mark.Box) -> [Stroke] {
        var strokes: [Stroke] = []
        var stroke = Stroke()
        var last: Double?
        for column in history.tracks.columns {
            let extent = column.extent(of: track)
            if let last, Double(column.start) - last > longestStep || extent == nil {
                strokes.append(stroke)
                stroke = Stroke()
            }
            last = Double(column.end)
            guard let extent else { continue }
            stroke.add(
                x: chart.axis.place(Double(column.start)),
                top: chart.place(extent.most, box), bottom: chart.place(extent.least, box),
                mean: chart.place(extent.mean, box), count: extent.count)
        }
        strokes.append(stroke)
        return strokes.filter { !$0.isEmpty }
    }

    /// Columns farther apart, in milliseconds, say nothing of what lies between.
    var longestStep: Double { max(500, Double(history.tracks.width) * 2, history.step * 2.5) }
}
