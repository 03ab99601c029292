import LandmarkCore

/// A line chart of values over time.
struct Chart {
    let name: String
    let unit: String
    /// The values at the lower and the upper edge.
    let range: ClosedRange<Double>
    let height: Double
    let axis: TimeAxis
    /// The values that have a grid line and a label.
    var gridValues: [Double] = []
    var label: (Double) -> String = { String($0, places: 0) }
    /// The indices of the values to draw, with their colors.
    var lines: [(index: Int, ink: Ink)] = []
    /// The lengths of the dashes of lines that are not solid, by their values' indices.
    var dashes: [Int: Double] = [:]
    /// Whether a dense chart shows means as lines over pale extremes.
    var showsMeans = false
    var limits: [Limit] = []

    /// A dashed line at a value, with its name at the right end.
    struct Limit {
        let value: Double
        let text: String
        var ink = Ink.faint
        /// How far below the line the baseline of the name is.
        var shift = 4.0
    }

    init(name: String, unit: String, range: ClosedRange<Double>, height: Double, axis: TimeAxis) {
        self.name = name
        self.unit = unit
        self.range = range
        self.height = height
        self.axis = axis
    }

    /// The plot area of a chart whose plot area begins at `top`.
    func box(_ top: Double) -> Mark.Box {
        Mark.Box(left: axis.left, top: top, width: axis.width, height: height)
    }

    /// The y of a value, clamped to the plot area.
    func y(_ value: Double, in box: Mark.Box) -> Double {
        let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        return box.bottom - min(max(share, 0), 1) * box.height
    }
}

extension PageBuilder {
    /// Adds a chart's name and grid and moves to the top of its plot area.
    ///
    /// Add what lies behind the lines between this call and `finish(_:_:)`.
    mutating func begin<Status>(_ chart: Chart, _ history: SeriesHistory<Status>) {
        addHeading(chart.name, chart.axis)
        let isPale = chart.showsMeans && isDense(chart, history)
        let words = chart.unit + (isPale ? "; line: mean, pale: extremes" : "")
        if layout.isNarrow {
            let limits = chart.limits.map(\.text).joined(separator: ", ")
            let dashed = limits.isEmpty ? [] : ["dashed: \(limits)"]
            for line in PageLayout.lines(words, atMost: layout.lineLength) + dashed {
                top += 16
                add(
                    line, x: layout.margin + 14, y: top + 14,
                    Mark.TextStyle(size: 11, ink: .faint))
            }
        } else {
            add(
                words, x: chart.axis.left + max(186, Double(chart.name.count) * 8.4 + 14),
                y: top + 14,
                Mark.TextStyle(size: 11.5, ink: .faint))
        }
        top += 26
        let box = chart.box(top)
        for tick in chart.axis.ticks { add(.line(tick.x, box.top, tick.x, box.bottom, ink: .grid)) }
        for value in chart.gridValues {
            let y = chart.y(value, in: box)
            add(.line(box.left, y, box.right, y, ink: .grid))
            let label = chart.label(value)
            if label.isEmpty { continue }
            add(
                label, x: box.left - 8, y: y + 4,
                Mark.TextStyle(size: 11, anchor: .end, ink: .faint))
        }
    }

    /// Adds the name of a chart or of timeline rows.
    mutating func addHeading(_ name: String, _ axis: TimeAxis) {
        add(
            name, x: layout.isNarrow ? layout.margin + 14 : axis.left, y: top + 14,
            Mark.TextStyle(size: 13, isBold: true, ink: .strong))
    }

    /// Adds a chart's limits and lines and moves below its plot area.
    mutating func finish<Status>(_ chart: Chart, _ history: SeriesHistory<Status>) {
        let box = chart.box(top)
        for limit in chart.limits {
            let y = chart.y(limit.value, in: box)
            add(.line(box.left, y, box.right, y, ink: limit.ink, dash: 4))
            if layout.isNarrow { continue }
            add(
                limit.text, x: box.right + 8, y: y + limit.shift,
                Mark.TextStyle(size: 11, ink: limit.ink))
        }
        for line in chart.lines {
            let dash = chart.dashes[line.index] ?? 0
            for stroke in Stroke.strokes(of: line.index, in: history, on: chart, box) {
                if chart.showsMeans, isDense(chart, history) {
                    add(.area(stroke.outline, ink: line.ink, opacity: 0.3))
                    add(.line(stroke.means, ink: line.ink, width: 1.6, dash: dash))
                } else {
                    let points = stroke.zigzag
                    // A single point is drawn as a dot, because a thin line would hide it.
                    add(
                        .line(
                            points, ink: line.ink, width: points.count == 1 ? 5 : 1.6,
                            dash: points.count == 1 ? 0 : dash))
                }
            }
        }
        top += chart.height + 14
    }

    /// Adds the labels of the axis.
    mutating func addTicks(of axis: TimeAxis) {
        for tick in axis.ticks {
            add(
                tick.text, x: tick.x, y: top + 4,
                Mark.TextStyle(size: 11, anchor: .middle, ink: .faint))
        }
        top += 18
    }

    /// Whether each x has so many frames that a line through all of them would fill the chart.
    private func isDense<Status>(_ chart: Chart, _ history: SeriesHistory<Status>) -> Bool {
        Double(history.frames) > 8 * chart.axis.width / Stroke.step
    }
}

/// One unbroken line of a chart, reduced to the minimum, maximum, and mean of each step in x.
///
/// No peak is lost, and the size of the page does not grow with the length of the run.
private struct Stroke {
    /// The width of a step in points.
    static let step = 0.5

    private struct Place {
        let slot: Int
        let x: Double
        var top: Double
        var bottom: Double
        var sum: Double
        var count: Double
    }

    private var places: [Place] = []

    /// Adds `count` frames at `x`, with values from `top` (the smaller y) to `bottom`.
    private mutating func add(
        x: Double, top: Double, bottom: Double, mean: Double, count: Double
    ) {
        let slot = Int((x / Self.step).rounded(.down))
        if let last = places.last, last.slot == slot {
            var place = last
            place.top = min(last.top, top)
            place.bottom = max(last.bottom, bottom)
            place.sum += mean * count
            place.count += count
            places[places.count - 1] = place
        } else {
            places.append(
                Place(slot: slot, x: x, top: top, bottom: bottom, sum: mean * count, count: count))
        }
    }

    /// A value of a history as strokes, which end where the value is unknown.
    static func strokes<Status>(
        of index: Int, in history: SeriesHistory<Status>, on chart: Chart, _ box: Mark.Box
    ) -> [Stroke] {
        var strokes: [Stroke] = []
        var stroke = Stroke()
        var last: Double?
        for column in history.columns {
            let extent = column.extent(of: index)
            if let last, Double(column.start) - last > history.longestGap || extent == nil {
                strokes.append(stroke)
                stroke = Stroke()
            }
            last = Double(column.end)
            guard let extent else { continue }
            stroke.add(
                x: chart.axis.x(Double(column.start)),
                top: chart.y(extent.max, in: box), bottom: chart.y(extent.min, in: box),
                mean: chart.y(extent.mean, in: box), count: extent.count)
        }
        strokes.append(stroke)
        return strokes.filter { !$0.places.isEmpty }
    }

    /// A line through the minimum and the maximum of each step.
    var zigzag: [Mark.Point] {
        var points: [Mark.Point] = []
        for place in places {
            guard place.bottom - place.top > 0.01 else {
                points.append(Mark.Point(x: place.x, y: place.top))
                continue
            }
            // Begin with the end that is nearer to the previous point.
            let before = points.last?.y ?? place.bottom
            let topFirst = abs(before - place.top) < abs(before - place.bottom)
            let ends = topFirst ? [place.top, place.bottom] : [place.bottom, place.top]
            points += ends.map { Mark.Point(x: place.x, y: $0) }
        }
        return points
    }

    /// The shape between the minima and the maxima.
    var outline: [Mark.Point] {
        places.map { Mark.Point(x: $0.x, y: $0.top) }
            + places.reversed().map { Mark.Point(x: $0.x, y: $0.bottom) }
    }

    /// A line through the means.
    var means: [Mark.Point] {
        places.map { Mark.Point(x: $0.x, y: $0.sum / $0.count) }
    }
}
