import DriverMonitoring
import LandmarkCore

extension DriverReport {
    /// Adds the charts and the timeline on a card.
    mutating func addCharts() {
        let start = page.top
        // The card lies behind the charts and is as tall as they are, so lay them out twice.
        var draft = self
        draft.layOutCharts()
        page.addCard(
            Mark.Box(
                left: layout.margin, top: start, width: layout.innerWidth,
                height: draft.page.top - start))
        layOutCharts()
        page.top += layout.gap
    }

    private mutating func layOutCharts() {
        let axis = TimeAxis(
            start: Double(history.first), span: history.series.duration,
            left: layout.margin + layout.leftOfCharts,
            right: layout.right - layout.rightOfCharts, maxTicks: layout.maxTicks)
        page.top += 14
        addScore(axis)
        page.add(.beginGroup(.image, name: "Events over time, as in the tables below"))
        page.addTimeline("Events", timelineRows, axis)
        page.add(.endGroup)
        addOpenness(axis)
        addPerclos(axis)
        addHeadPose(axis)
        addConfidence(axis)
        addSpeed(axis)
        addSources(axis)
        page.addTicks(of: axis)
    }

    /// Begins a chart as an image that assistive technology reads by its name and the extremes of
    /// its value.
    mutating func beginImage(
        _ name: String, of value: DriverValue, remark: String? = nil, _ text: (Double) -> String
    ) {
        let extents = history.series.columns.compactMap { $0.extent(of: value.rawValue) }
        var words = "\(name) over time: never known"
        if let low = extents.map(\.min).min(), let high = extents.map(\.max).max() {
            words = "\(name) over time, from \(text(low)) to \(text(high))"
        }
        let description = [words, remark].compactMap { $0 }.joined(separator: "; ")
        page.add(.beginGroup(.image, name: description))
    }

    private mutating func addScore(_ axis: TimeAxis) {
        var chart = Chart(
            name: "Fatigue score", unit: "0–100, a level every 20; hatched: level unknown",
            range: 0...100, height: 120, axis: axis)
        chart.gridValues = [0, 20, 40, 60, 80, 100]
        // On a narrow page, the names of the levels take the place of the numbers.
        if layout.isNarrow { chart.label = { _ in "" } }
        chart.lines = [(DriverValue.score.rawValue, .score)]
        let unknown = TimeText.share(history.unknownLevelShare)
        beginImage(chart.name, of: .score, remark: "level unknown for \(unknown)") {
            String($0, places: 0)
        }
        page.begin(chart, history.series)
        let box = chart.box(page.top)
        for level in FatigueLevel.allCases {
            let top = chart.y(level.entryScore + 20, in: box)
            let band = Mark.Box(
                left: box.left, top: top, width: box.width,
                height: chart.y(level.entryScore, in: box) - top)
            page.add(.box(band, ink: .level(level), opacity: 0.16))
            page.add(
                "\(level.rawValue) \(level.displayName)",
                x: layout.isNarrow ? box.left - 8 : box.right + 8,
                y: top + band.height / 2 + 4,
                Mark.TextStyle(size: 11, anchor: layout.isNarrow ? .end : .start, ink: .faint))
        }
        hatch(history.series.runs { $0.isLevelKnown ? nil : .unusable }, axis, box)
        page.finish(chart, history.series)
        addLevels(axis)
        page.add(.endGroup)
        page.top += 12
    }

    /// Adds the strips of levels and alerts below the score.
    private mutating func addLevels(_ axis: TimeAxis) {
        var levels = PageBuilder.Strip(name: "level", height: 16)
        levels.runs = history.series.runs { $0.isLevelKnown ? .level($0.level) : nil }
        levels.unknown = history.series.runs { $0.isLevelKnown ? nil : .unusable }
        levels.label = { ink in
            guard let level = FatigueLevel.allCases.first(where: { .level($0) == ink }) else {
                return ["level unknown", "unknown", "?"]
            }
            return ["\(level.rawValue) \(level.displayName)", "\(level.rawValue)"]
        }
        page.add(levels, axis)
        var alerts = PageBuilder.Strip(name: "alert")
        alerts.runs = history.series.runs { $0.isAlert ? .alarm : nil }
        page.add(alerts, axis)
    }

    private mutating func addOpenness(_ axis: TimeAxis) {
        var chart = Chart(
            name: "Eye openness", unit: "of the driver's own range; hatched: not readable",
            range: 0...1, height: 74, axis: axis)
        chart.gridValues = [0, 0.5, 1]
        chart.label = { TimeText.percent($0) }
        chart.lines = [(DriverValue.openness.rawValue, .openness)]
        chart.showsMeans = true
        let closed = DriverLimits.closedEyes
        chart.limits = [.init(value: closed, text: "closed \(TimeText.percent(closed))")]
        let share = TimeText.share(history.availability ?? 0)
        beginImage(chart.name, of: .openness, remark: "readable for \(share)") {
            TimeText.percent($0)
        }
        page.begin(chart, history.series)
        let box = chart.box(page.top)
        hatch(
            history.series.runs { $0.readable.contains(.eyes) ? nil : .unusable }, axis, box)
        page.finish(chart, history.series)
        page.add(.endGroup)
    }

    /// Hatches the periods of a chart in which its value is meaningless.
    private mutating func hatch(_ runs: [InkRun], _ axis: TimeAxis, _ box: Mark.Box) {
        let places = runs.map {
            axis.box(from: $0.start, to: $0.end, top: box.top, height: box.height)
        }
        page.add(.hatch(places, ink: .unusable))
    }

    private mutating func addPerclos(_ axis: TimeAxis) {
        let highest = history.highestPerclos
        let scale = highest <= 0.2 ? 0.2 : highest <= 0.5 ? 0.5 : 1
        var chart = Chart(
            name: "PERCLOS, last minute", unit: "share of time with closed eyes, without blinks",
            range: 0...scale, height: 74, axis: axis)
        chart.gridValues = [0, scale / 2, scale]
        chart.label = { TimeText.percent($0) }
        chart.lines = [(DriverValue.perclos60.rawValue, .perclos)]
        let drowsy = DriverLimits.drowsyPerclos
        chart.limits = [.init(value: drowsy, text: "drowsy \(TimeText.percent(drowsy))")]
        beginImage(chart.name, of: .perclos60) { TimeText.percent($0, places: 1) }
        page.begin(chart, history.series)
        page.finish(chart, history.series)
        page.add(.endGroup)
    }

    private mutating func addHeadPose(_ axis: TimeAxis) {
        let (yaw, pitch) = (DriverValue.yaw.rawValue, DriverValue.pitch.rawValue)
        let extents = history.series.columns.flatMap { column in
            [yaw, pitch].compactMap { column.extent(of: $0) }
        }
        let largest = extents.map { max(abs($0.min), abs($0.max)) }.max() ?? 0
        let scale: Double = largest <= 30 ? 30 : largest <= 60 ? 60 : 90
        var chart = Chart(
            name: "Head", unit: "degrees from the driver’s usual pose; yaw + right, pitch + up",
            range: -scale...scale, height: 96, axis: axis)
        chart.gridValues = [-scale, 0, scale]
        chart.label = { "\($0 < 0 ? "−" : "")\(String(abs($0), places: 0))°" }
        chart.lines = [(yaw, .yaw), (pitch, .pitch)]
        chart.showsMeans = true
        let limits = (yaw: DriverLimits.yaw, pitch: DriverLimits.pitch)
        // The lower two lines are close together: shift their names apart.
        chart.limits = [
            .init(value: limits.yaw, text: "yaw \(chart.label(limits.yaw))", ink: .yaw),
            .init(
                value: limits.pitch, text: "pitch \(chart.label(limits.pitch))", ink: .pitch,
                shift: -1),
            .init(
                value: -limits.yaw, text: "yaw \(chart.label(-limits.yaw))", ink: .yaw, shift: 10),
        ]
        let y = page.top + 14
        beginImage("Head yaw", of: .yaw, chart.label)
        page.begin(chart, history.series)
        for (name, x, ink) in [
            ("yaw", axis.right - 44, Ink.yaw), ("pitch", axis.right, Ink.pitch),
        ] {
            page.add(
                name, x: x, y: y, Mark.TextStyle(size: 12, isBold: true, anchor: .end, ink: ink))
        }
        page.finish(chart, history.series)
        page.add(.endGroup)
    }
}

// MARK: Timeline

extension DriverReport {
    /// The rows of the timeline, each with the least urgent events first, so that the others cover them.
    private static let rowKinds: [(name: String, kinds: [DriverEventKind])] = [
        ("blinks", [.blink, .longBlink]),
        ("sleep", [.microsleep, .slump, .sleep, .unresponsive]),
        ("yawns, nods", [.yawn, .yawnRetracted, .headNod]),
        ("attention", [.distractionShort, .distractionLong, .phoneLike]),
        ("sight", [.noFace, .degraded, .eyesUnreadable]),
    ]

    private var timelineRows: [TimelineRow] {
        Self.rowKinds.map { name, kinds in
            TimelineRow(
                name: name,
                spans: kinds.flatMap { kind in
                    (history.events(of: kind)?.spans ?? []).map { timelineSpan($0, of: kind) }
                })
        }
    }

    private func timelineSpan(
        _ span: SpanHistory.Span, of kind: DriverEventKind
    ) -> TimelineRow.Span {
        let time = TimeText.clock(Double(span.start - history.first), places: 2)
        let duration = TimeText.duration(Double(span.end - span.start))
        let count = span.count > 1 ? "\(span.count) × " : ""
        let name = [kind.displayName, span.detail].compactMap { $0 }.joined(separator: ": ")
        let labels = [name, span.detail, kind.displayName].compactMap { $0 }
        return TimelineRow.Span(
            start: span.start, end: span.end, ink: kind.ink, inset: kind == .blink ? 4 : 2,
            tooltip: "\(count)\(name), \(time), \(duration)",
            labels: kind == .blink ? [] : labels, rank: kind.rank)
    }
}
