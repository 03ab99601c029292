import DriverMonitoring
import LandmarkCore

// The quality of the data: confidence, speed, and when each signal was readable.

extension DriverReport {
    mutating func addConfidence(_ axis: TimeAxis) {
        let limit = DriverResult.limitedConfidence
        var chart = Chart(
            name: "Confidence",
            unit: "how likely the eyes are judged correctly; not judged below the limit",
            range: 0...1, height: 60, axis: axis)
        chart.gridValues = [0, 0.5, 1]
        chart.label = { String($0, places: 1) }
        chart.lines = [(DriverValue.confidence.rawValue, .confidence)]
        chart.showsMeans = true
        chart.limits = [.init(value: limit, text: "limited \(String(limit, places: 1))")]
        let mean = history.meanConfidence.map { "mean \(String($0, places: 2))" }
        beginImage(chart.name, of: .confidence, remark: mean) { String($0, places: 2) }
        page.begin(chart, history.series)
        page.finish(chart, history.series)
        page.add(.endGroup)
    }

    /// Adds the vehicle's speed, if it was known at any time.
    mutating func addSpeed(_ axis: TimeAxis) {
        let index = DriverValue.speed.rawValue
        let highest = history.series.columns.compactMap { $0.extent(of: index)?.max }.max()
        guard let highest else { return }
        let scale = [60.0, 120, 180, 240].first { $0 >= highest } ?? 1000
        var chart = Chart(
            name: "Speed", unit: "km/h", range: 0...scale, height: 60, axis: axis)
        chart.gridValues = [0, scale / 2, scale]
        chart.lines = [(index, .speed)]
        chart.showsMeans = true
        beginImage(chart.name, of: .speed) { "\(String($0, places: 0)) km/h" }
        page.begin(chart, history.series)
        page.finish(chart, history.series)
        page.add(.endGroup)
    }

    /// Adds a strip for each signal that shows when it was readable.
    mutating func addSources(_ axis: TimeAxis) {
        page.add(.beginGroup(.image, name: "Readable signals over time, as in the table below"))
        page.addHeading("Readable", axis)
        page.add(
            "hatched: not readable; empty: no frames",
            x: layout.isNarrow ? layout.margin + 94 : axis.left + 186, y: page.top + 14,
            Mark.TextStyle(size: layout.isNarrow ? 11 : 11.5, ink: .faint))
        page.top += 30
        for source in sources {
            var strip = PageBuilder.Strip(name: source.displayName, height: 11)
            strip.runs = history.series.runs { $0.readable.contains(source) ? .readable : nil }
            strip.unknown = history.series.runs {
                $0.readable.contains(source) ? nil : .unusable
            }
            page.add(strip, axis)
        }
        page.add(.endGroup)
        page.top += 12
    }

    /// The signals that were measured.
    var sources: [DriverSource] {
        DriverSource.allCases.filter { $0 != .hands || run.hasHands }
    }

    /// Adds how long each signal was readable, and why it was unreadable.
    mutating func addReadability() {
        let all = history.readability
        var table = PageTable(
            title: "What was readable",
            columns: [
                .init(name: "Signal", isNumeric: false), .init(name: "Readable"),
                .init(name: "In total"), .init(name: "Used for", isNumeric: false),
                .init(name: "Why not", isNumeric: false, isLong: true),
            ])
        table.note = "Shares of the total time. The figures above exclude unreadable time."
        for source in DriverSource.allCases {
            guard run.hasHands || source != .hands else {
                table.rows.append(
                    .init(cells: [source.displayName, "–", "–", source.use, "not looked for"]))
                continue
            }
            let share = all.share(source) ?? 0
            table.rows.append(
                .init(
                    cells: [
                        source.displayName, TimeText.share(share),
                        TimeText.duration(Double(all.readableTime(source))), source.use,
                        all.reasonText(source),
                    ], isMarked: share < Self.fullSight))
        }
        table.remark = all.smallEyesText ?? ""
        page.add(table)
    }
}
