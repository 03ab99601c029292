import DriverMonitoring
import LandmarkCore

extension DriverReport {
    /// Adds the charts and the timeline on a card.
    mutating func addCharts() {
        let start = page.top
        // The card lies behind the charts and is as high as they are, so lay them out twice.
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
        page.addTimeline("Events", timelineRows, axis)
        addOpenness(axis)
        addPerclos(axis)
        addHeadPose(axis)
        page.addTicks(of: axis)
    }

    private mutating func addScore(_ axis: TimeAxis) {
        var chart = Chart(
            name: "Fatigue score", unit: "0–100, a level every 20", range: 0...100, height: 120,
            axis: axis)
        chart.gridValues = [0, 20, 40, 60, 80, 100]
        // On a narrow page, the names of the levels take the place of the numbers.
        if layout.isNarrow { chart.label = { _ in "" } }
        chart.lines = [(DriverValue.score.rawValue, .score)]
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
        page.finish(chart, history.series)
        page.addStrip(
            "level", height: 8, history.series.runs { $0.isAssessed ? .level($0.level) : nil },
            axis)
        page.addStrip("alert", height: 8, history.series.runs { $0.isAlert ? .alarm : nil }, axis)
        page.top += 12
    }

    private mutating func addOpenness(_ axis: TimeAxis) {
        var chart = Chart(
            name: "Eye openness", unit: "of the driver's own range; gray: not readable",
            range: 0...1, height: 74, axis: axis)
        chart.gridValues = [0, 0.5, 1]
        chart.label = { TimeText.percent($0) }
        chart.lines = [(DriverValue.openness.rawValue, .openness)]
        chart.showsMeans = true
        let closed = DriverLimits.closedEyes
        chart.limits = [.init(value: closed, text: "closed \(TimeText.percent(closed))")]
        page.begin(chart, history.series)
        let box = chart.box(page.top)
        for run in history.series.runs({ $0.isUsable ? nil : .unusable }) {
            let gap = axis.box(from: run.start, to: run.end, top: box.top, height: box.height)
            page.add(.box(gap, ink: run.ink, opacity: 0.3))
        }
        page.finish(chart, history.series)
    }

    private mutating func addPerclos(_ axis: TimeAxis) {
        let highest = history.highestPerclos
        let scale = highest <= 0.2 ? 0.2 : highest <= 0.5 ? 0.5 : 1
        var chart = Chart(
            name: "PERCLOS, last minute", unit: "share of time with closed eyes, blinks apart",
            range: 0...scale, height: 74, axis: axis)
        chart.gridValues = [0, scale / 2, scale]
        chart.label = { TimeText.percent($0) }
        chart.lines = [(DriverValue.perclos60.rawValue, .perclos)]
        let drowsy = DriverLimits.drowsyPerclos
        chart.limits = [.init(value: drowsy, text: "drowsy \(TimeText.percent(drowsy))")]
        page.begin(chart, history.series)
        page.finish(chart, history.series)
    }

    private mutating func addHeadPose(_ axis: TimeAxis) {
        let (yaw, pitch) = (DriverValue.yaw.rawValue, DriverValue.pitch.rawValue)
        let extents = history.series.columns.flatMap { column in
            [yaw, pitch].compactMap { column.extent(of: $0) }
        }
        let largest = extents.map { max(abs($0.min), abs($0.max)) }.max() ?? 0
        let scale: Double = largest <= 30 ? 30 : largest <= 60 ? 60 : 90
        var chart = Chart(
            name: "Head", unit: "degrees from his usual pose; yaw + right, pitch + up",
            range: -scale...scale, height: 96, axis: axis)
        chart.gridValues = [-scale, 0, scale]
        chart.label = { "\($0 < 0 ? "−" : "")\(String(abs($0), places: 0))°" }
        chart.lines = [(yaw, .yaw), (pitch, .pitch)]
        chart.showsMeans = true
        let limits = (yaw: DriverLimits.yaw, pitch: DriverLimits.pitch)
        // The lower two lines are near each other: shift their names apart.
        chart.limits = [
            .init(value: limits.yaw, text: "yaw \(chart.label(limits.yaw))", ink: .yaw),
            .init(
                value: limits.pitch, text: "pitch \(chart.label(limits.pitch))", ink: .pitch,
                shift: -1),
            .init(
                value: -limits.yaw, text: "yaw \(chart.label(-limits.yaw))", ink: .yaw, shift: 10),
        ]
        let y = page.top + 14
        page.begin(chart, history.series)
        for (name, x, ink) in [
            ("yaw", axis.right - 44, Ink.yaw), ("pitch", axis.right, Ink.pitch),
        ] {
            page.add(
                name, x: x, y: y, Mark.TextStyle(size: 12, isBold: true, anchor: .end, ink: ink))
        }
        page.finish(chart, history.series)
    }
}

// MARK: Timeline

extension DriverReport {
    /// The rows of the timeline; in each the least urgent first, so that the others cover them.
    private static let rowKinds: [(name: String, kinds: [DriverEventKind])] = [
        ("blinks", [.blink, .longBlink]),
        ("sleep", [.microsleep, .sleep, .unresponsive]),
        ("yawns, nods", [.yawn, .yawnRetracted, .headNod, .slump]),
        ("attention", [.distractionShort, .distractionLong, .phoneLike]),
        ("sight", [.noFace, .degraded, .eyesUnreadable]),
    ]

    private var timelineRows: [TimelineRow] {
        Self.rowKinds.map { name, kinds in
            TimelineRow(
                name: name,
                spans: kinds.flatMap { kind in
                    history.spans(of: kind).map { timelineSpan($0, of: kind) }
                })
        }
    }

    private func timelineSpan(
        _ span: SpanHistory.Span, of kind: DriverEventKind
    ) -> TimelineRow.Span {
        let time = TimeText.clock(Double(span.start - history.first), places: 2)
        let duration = TimeText.duration(Double(span.end - span.start))
        let count = span.count > 1 ? "\(span.count) × " : ""
        return TimelineRow.Span(
            start: span.start, end: span.end, ink: kind.ink, inset: kind == .blink ? 4 : 2,
            tooltip: "\(count)\(kind.displayName), \(time), \(duration)",
            label: kind == .blink ? nil : kind.displayName, rank: kind.rank)
    }
}
