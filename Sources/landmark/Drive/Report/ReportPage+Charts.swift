import DriverMonitoring
import LandmarkCommandSupport

extension ReportPage {
    /// The charts over one axis of time.
    mutating func addCharts() {
        let start = top
        // What lies behind the charts comes first and is as high as they are: laid out twice.
        var draft = self
        draft.layCharts()
        card(
            Mark.Box(
                left: layout.margin, top: start, width: layout.inner, height: draft.top - start))
        layCharts()
        top += layout.gap
    }

    private mutating func layCharts() {
        let axis = TimeAxis(
            start: Double(history.first), span: history.duration,
            left: layout.margin + layout.leftOfCharts,
            right: layout.right - layout.rightOfCharts, mostTicks: layout.mostTicks)
        top += 14
        addScore(axis)
        addLanes(axis)
        addOpenness(axis)
        addPerclos(axis)
        addHeadPose(axis)
        for tick in axis.ticks {
            text(
                tick.text, x: tick.x, y: top + 4,
                Mark.Letters(size: 11, anchor: .middle, ink: .faint))
        }
        top += 18
    }

    private mutating func addScore(_ axis: TimeAxis) {
        var chart = Chart(
            name: "Fatigue score", unit: "0–100, a level every 20", range: 0...100, height: 120,
            axis: axis)
        chart.gridValues = [0, 20, 40, 60, 80, 100]
        // The levels' names take the place of the numbers.
        if layout.isNarrow { chart.label = { _ in "" } }
        chart.lines = [(.score, .score)]
        begin(chart)
        let box = chart.box(top)
        for level in FatigueLevel.allCases {
            let entry = level.entryScore
            let upper = chart.place(entry + 20, box)
            let band = Mark.Box(
                left: box.left, top: upper, width: box.width,
                height: chart.place(entry, box) - upper)
            add(.box(band, ink: .level(level.rawValue), opacity: 0.16))
            text(
                "\(level.rawValue) \(level.words)",
                x: layout.isNarrow ? box.left - 8 : box.right + 8,
                y: upper + band.height / 2 + 4,
                Mark.Letters(size: 11, anchor: layout.isNarrow ? .end : .start, ink: .faint))
        }
        finish(chart)
        addStrip(
            axis, "level", height: 8,
            runs: runs { $0.isJudged ? .level($0.level.rawValue) : nil })
        addStrip(axis, "alert", height: 8, runs: runs { $0.isAlert ? .alarm : nil })
        top += 12
    }

    private mutating func addOpenness(_ axis: TimeAxis) {
        var chart = Chart(
            name: "Eye openness", unit: "of the driver's own range; gray: not readable",
            range: 0...1, height: 74, axis: axis)
        chart.gridValues = [0, 0.5, 1]
        chart.label = { TimeText.percent($0) }
        chart.lines = [(.openness, .openness)]
        chart.showsMeans = true
        let closed = DriverLimits.closedEyes
        chart.limits = [.init(value: closed, text: "closed \(TimeText.percent(closed))")]
        begin(chart)
        let box = chart.box(top)
        for run in runs({ $0.isUsable ? nil : .unusable }) {
            let left = axis.place(run.start)
            add(
                .box(
                    Mark.Box(
                        left: left, top: box.top, width: max(1, axis.place(run.end) - left),
                        height: box.height), ink: run.ink, opacity: 0.3))
        }
        finish(chart)
    }

    private mutating func addPerclos(_ axis: TimeAxis) {
        let most = history.highestPerclos
        let scale = most <= 0.2 ? 0.2 : most <= 0.5 ? 0.5 : 1
        var chart = Chart(
            name: "PERCLOS, last minute", unit: "share of time with closed eyes, blinks apart",
            range: 0...scale, height: 74, axis: axis)
        chart.gridValues = [0, scale / 2, scale]
        chart.label = { TimeText.percent($0) }
        chart.lines = [(.perclos60, .perclos)]
        let drowsy = DriverLimits.drowsyPerclos
        chart.limits = [.init(value: drowsy, text: "drowsy \(TimeText.percent(drowsy))")]
        begin(chart)
        finish(chart)
    }

    private mutating func addHeadPose(_ axis: TimeAxis) {
        let extents = history.tracks.columns.flatMap { column in
            [column.extent(of: .yaw), column.extent(of: .pitch)].compactMap { $0 }
        }
        let most = extents.map { max(abs($0.least), abs($0.most)) }.max() ?? 0
        let scale: Double = most <= 30 ? 30 : most <= 60 ? 60 : 90
        var chart = Chart(
            name: "Head", unit: "degrees from his usual pose; yaw + right, pitch + up",
            range: -scale...scale, height: 96, axis: axis)
        chart.gridValues = [-scale, 0, scale]
        chart.label = { "\($0 < 0 ? "−" : "")\(Rate.rounded(abs($0), places: 0))°" }
        chart.lines = [(.yaw, .yaw), (.pitch, .pitch)]
        chart.showsMeans = true
        let (yaw, pitch) = (DriverLimits.yaw, DriverLimits.pitch)
        // Two names that are too near to one another stand above and below their lines.
        chart.limits = [
            .init(value: yaw, text: "yaw \(chart.label(yaw))", ink: .yaw),
            .init(value: pitch, text: "pitch \(chart.label(pitch))", ink: .pitch, shift: -1),
            .init(value: -yaw, text: "yaw \(chart.label(-yaw))", ink: .yaw, shift: 10),
        ]
        let head = top + 14
        begin(chart)
        text(
            "yaw", x: axis.right - 44, y: head,
            Mark.Letters(size: 12, isBold: true, anchor: .end, ink: .yaw))
        text(
            "pitch", x: axis.right, y: head,
            Mark.Letters(size: 12, isBold: true, anchor: .end, ink: .pitch))
        finish(chart)
    }
}
