import LandmarkCore
import LandmarkMotion
import LandmarkOverlays

extension MotionReport {
    /// Adds the charts and the timeline on a card.
    mutating func addCharts(of person: ReportedPerson) {
        let layout = layout
        let run = run
        let axis = TimeAxis(
            start: Double(person.history.signal.first), span: person.history.signal.duration,
            origin: person.origin, left: layout.margin + layout.leftOfCharts,
            right: layout.right - layout.rightOfCharts, maxTicks: layout.maxTicks)
        page.addCard { page in
            page.top += 14
            if let definition = run.definition {
                page.addSignal(of: person, definition, axis)
                let heading =
                    person.isGait
                    ? "Foot strikes and offs"
                    : "\(definition.hold == nil ? "Repetitions" : "Holds") and faults"
                page.addTimeline(heading, person.timelineRows(definition), axis)
            }
            for pair in person.pairs { page.addChart(of: pair, person, axis) }
            page.addTicks(of: axis)
        }
    }
}

extension PageBuilder {
    /// Adds the chart of the exercise's signal, with its thresholds and repetitions.
    fileprivate mutating func addSignal(
        of person: ReportedPerson, _ definition: ExerciseDefinition, _ axis: TimeAxis
    ) {
        let history = person.history
        let scale = SignalScale(definition)
        let limits = scale?.limits ?? []
        guard let extent = Self.extent(of: history.signal, count: history.sides.count)
        else { return }
        let ticks = ValueTicks(
            from: ([extent.0] + limits.map(\.value)).min() ?? 0,
            to: ([extent.1] + limits.map(\.value)).max() ?? 1,
            isDistance: definition.followsDistance)
        var chart = Chart(
            name: "\(definition.title): signal".shortened(to: 24),
            unit: (definition.followsDistance ? "centimeters" : "degrees")
                + (definition.repetitions == nil ? "" : "; shaded: repetitions, ! with a fault")
                + "; gray: not measured", range: ticks.range,
            height: 150, axis: axis)
        chart.gridValues = ticks.values
        chart.label = definition.text
        chart.lines = history.sides.enumerated().map { ($0.offset, .side($0.element)) }
        chart.dashes = Self.dashes(of: history.sides)
        chart.limits = limits.map { name, value in
            .init(value: value, text: "\(name) \(definition.text(value))")
        }
        let counted = person.repetitions.count
        add(
            .beginGroup(
                .image,
                name: "\(chart.name) over time, from \(definition.text(extent.0)) to "
                    + "\(definition.text(extent.1)); \(counted) repetitions"))
        addLegend(of: history.sides, axis)
        begin(chart, history.signal)
        let box = chart.box(top)
        for run in history.signal.runs({ $0.isMeasured ? nil : .unmeasured }) {
            let gap = axis.box(from: run.start, to: run.end, top: box.top, height: box.height)
            add(.box(gap, ink: run.ink, opacity: 0.3, tooltip: "not measured"))
        }
        addBands(of: person, definition, axis, box)
        finish(chart, history.signal)
        add(.endGroup)
    }

    /// Adds repetitions as shaded spans with their numbers, where there is room.
    private mutating func addBands(
        of person: ReportedPerson, _ definition: ExerciseDefinition, _ axis: TimeAxis,
        _ box: Mark.Box
    ) {
        var free = -Double.infinity
        for (side, repetition) in person.repetitions {
            let band = axis.box(
                from: repetition.start * 1000, to: repetition.end * 1000, top: box.top,
                height: box.height)
            let isFlawed = !repetition.faults.isEmpty
            add(
                .box(
                    band, ink: isFlawed ? .flawed : .repetition, opacity: 0.15,
                    tooltip: person.tooltip(of: repetition, side, definition)))
            let number = "\(repetition.number)\(isFlawed ? "!" : "")"
            let width = Double(number.count) * 7 + 4
            let middle = band.left + band.width / 2
            guard band.width >= width * 0.8, middle - width / 2 >= free else { continue }
            free = middle + width / 2
            add(
                number, x: middle, y: box.top + 12,
                Mark.TextStyle(
                    size: 11, isBold: true, anchor: .middle,
                    ink: isFlawed ? .warning : .plain))
        }
    }

    /// Adds the chart of a measure, or of the two sides of one.
    fileprivate mutating func addChart(
        of pair: ReportedPerson.Pair, _ person: ReportedPerson, _ axis: TimeAxis
    ) {
        guard let measure = pair.measures.first,
            let extent = Self.extent(of: pair.series, count: pair.measures.count)
        else { return }
        let ticks = ValueTicks(from: extent.0, to: extent.1, isDistance: measure.isDistance)
        var chart = Chart(
            name: pair.title, unit: measure.isDistance ? "centimeters" : "degrees",
            range: ticks.range, height: 92, axis: axis)
        let sides = pair.measures.map { $0.side }
        chart.gridValues = ticks.values
        chart.label = { measure.text($0) }
        chart.lines = sides.enumerated().map { ($0.offset, .side($0.element)) }
        chart.dashes = Self.dashes(of: sides)
        chart.showsMeans = true
        let words = zip(pair.measures, pair.ranges).map { measure, range in
            let side = measure.side.map { "\($0.rawValue) " } ?? ""
            let limits = range.map {
                "\(measure.text($0.lowerBound)) to \(measure.text($0.upperBound))"
            }
            return side + (limits ?? "not measured")
        }
        add(
            .beginGroup(
                .image, name: "\(pair.title) over time: \(words.joined(separator: ", "))"))
        addLegend(of: sides, axis)
        begin(chart, pair.series)
        let box = chart.box(top)
        for (_, repetition) in person.repetitions {
            let band = axis.box(
                from: repetition.start * 1000, to: repetition.end * 1000, top: box.top,
                height: box.height)
            add(.box(band, ink: .repetition, opacity: 0.08))
        }
        finish(chart, pair.series)
        add(.endGroup)
    }

    /// Adds the names of the sides in their colors and strokes to the right of a chart's name.
    private mutating func addLegend(of sides: [BodySide?], _ axis: TimeAxis) {
        var x = axis.right
        for side in sides.compactMap({ $0 }).reversed() {
            let y = top + 14
            add(
                side.rawValue, x: x, y: y,
                Mark.TextStyle(size: 12, isBold: true, anchor: .end, ink: .side(side)))
            x -= Double(side.rawValue.count) * 8 + 6
            add(
                .line(
                    [Mark.Point(x: x - 18, y: y - 4), Mark.Point(x: x, y: y - 4)],
                    ink: .side(side), width: 2, dash: side == .right ? Self.dash : 0))
            x -= 32
        }
    }

    /// The dashes of the right side's lines.
    private static let dash = 4.0

    private static func dashes(of sides: [BodySide?]) -> [Int: Double] {
        var dashes: [Int: Double] = [:]
        for (index, side) in sides.enumerated() where side == .right { dashes[index] = dash }
        return dashes
    }

    /// The least and the greatest of a series' first `count` values.
    private static func extent<Status>(
        of series: SeriesHistory<Status>, count: Int
    ) -> (Double, Double)? {
        let extents = series.columns.flatMap { column in
            (0..<count).compactMap { column.extent(of: $0) }
        }
        guard let low = extents.map(\.min).min(), let high = extents.map(\.max).max()
        else { return nil }
        return (low, high)
    }
}

/// Three to six round values for a chart's grid, around the charted values.
struct ValueTicks {
    let values: [Double]

    var range: ClosedRange<Double> { (values.first ?? 0)...(values.last ?? 1) }

    init(from low: Double, to high: Double, isDistance: Bool) {
        let steps: [Double] =
            isDistance
            ? [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5] : [2, 5, 10, 15, 30, 45, 60, 90, 180, 360]
        // Values far outside the range of human bodies are clamped to the edge.
        let limit = isDistance ? 20.0 : 1440
        let low = min(max(low, -limit), limit)
        let high = min(max(high, low), limit)
        let step = steps.first { (high - low) / $0 <= 4 } ?? limit / 2
        let first = (low / step).rounded(.down)
        let last = max((high / step).rounded(.up), first + 1)
        values = stride(from: first, through: last, by: 1).map { $0 * step }
    }
}

// MARK: Timeline

extension ReportedPerson {
    fileprivate func timelineRows(_ definition: ExerciseDefinition) -> [TimelineRow] {
        let sides: [BodySide?] =
            isGait ? [.left, .right] : history.sides.isEmpty ? [nil] : history.sides
        let repetitionRows = sides.map { side in
            TimelineRow(
                name: side?.rawValue ?? "counted", spans: spans(of: side, definition))
        }
        let others = [
            TimelineRow(name: "faults", spans: faultSpans),
            TimelineRow(name: "not counted", spans: rejectedSpans(definition)),
        ]
        return repetitionRows + others.filter { !$0.spans.isEmpty }
    }

    private func spans(
        of side: BodySide?, _ definition: ExerciseDefinition
    ) -> [TimelineRow.Span] {
        let counted = repetitions.filter { $0.side == side }.map { side, repetition in
            span(
                from: repetition.start, to: repetition.end,
                repetition.faults.isEmpty ? .repetition : .flawed,
                tooltip: tooltip(of: repetition, side, definition),
                label: "\(repetition.number)\(repetition.faults.isEmpty ? "" : "!")")
        }
        let others = history.events.filter { $0.side == side }.compactMap {
            event -> TimelineRow.Span? in
            switch event.kind {
            case .hold(let start, let duration):
                let text = TimeText.duration(duration * 1000)
                return span(
                    from: start, to: event.time, .repetition, tooltip: "Hold, \(text)",
                    label: text)
            case .strike, .off:
                let name = event.kind == .strike ? "Foot strike" : "Foot off"
                return span(
                    from: event.time, to: event.time, event.kind == .strike ? .side(side) : .faint,
                    tooltip: "\(name), \(clock(event.time, places: 2))", label: nil)
            default: return nil
            }
        }
        return counted + others
    }

    private var faultSpans: [TimelineRow.Span] {
        history.events.compactMap { event in
            guard case .fault(_, let say, _, let number) = event.kind else { return nil }
            let side = event.side.map { ", \($0.rawValue)" } ?? ""
            return span(
                from: event.time, to: event.time, .flawed,
                tooltip: "\(say), \(clock(event.time)), number \(number)\(side)", label: say)
        }
    }

    private func rejectedSpans(_ definition: ExerciseDefinition) -> [TimelineRow.Span] {
        history.events.compactMap { event in
            func rejected(_ name: String, from start: Double) -> TimelineRow.Span {
                span(
                    from: start, to: event.time, .faint,
                    tooltip: "\(name), \(clock(event.time))", label: name)
            }
            return switch event.kind {
            case .incomplete(let start, let peak, let needed):
                rejected(definition.words(forPeak: peak, needed: needed), from: start)
            case .tooFast(let start): rejected("too fast", from: start)
            case .tooSlow(let start): rejected("too slow", from: start)
            case .interrupted: rejected("interrupted", from: event.time)
            default: nil
            }
        }
    }

    private func span(
        from start: Double, to end: Double, _ ink: Ink, tooltip: String, label: String?
    ) -> TimelineRow.Span {
        TimelineRow.Span(
            start: Milliseconds.of(seconds: start), end: Milliseconds.of(seconds: end), ink: ink,
            tooltip: tooltip, labels: label.map { [$0] } ?? [], rank: 0)
    }

    fileprivate func tooltip(
        of repetition: Repetition, _ side: BodySide?, _ definition: ExerciseDefinition
    ) -> String {
        let name = "Repetition \(repetition.number)\(side.map { ", \($0.rawValue)" } ?? "")"
        let times = "\(clock(repetition.start))–\(clock(repetition.end))"
        let faults = repetition.faults.map(definition.instruction)
        return ([name, times, "peak \(definition.text(repetition.peak))"] + faults)
            .joined(separator: ", ")
    }
}
