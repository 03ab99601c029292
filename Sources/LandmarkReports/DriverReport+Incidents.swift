import DriverMonitoring
import LandmarkCore

extension DriverReport {
    /// Adds the incidents with the events of each, in order of time.
    mutating func addIncidents() {
        let listed = history.incidents.listed
        guard !listed.isEmpty else { return }
        var table = PageTable(
            title: "Incidents",
            columns: [
                .init(name: "At"), .init(name: "What", isNumeric: false), .init(name: "Duration"),
                .init(name: "How", isNumeric: false, isLong: true),
            ])
        table.headings = 2
        table.note =
            "Everything that follows from one closure of the eyes, or one look away, counts as one incident."
        for incident in listed {
            table.rows.append(
                .init(cells: [
                    clock(incident.start), incident.name,
                    TimeText.duration(incident.duration), incident.steps,
                ]))
        }
        let rest = history.incidentCount - listed.count
        if rest > 0 {
            let place = run.hasEventLog ? "are in the --events file" : "are not listed"
            table.remark = "\(rest) more, less urgent, \(place)."
        }
        page.add(table)
    }

    /// Adds the images of incidents, if they were requested.
    mutating func addImages() {
        guard let images = history.images else { return }
        let shown = images.moments
        let items = shown.map { moment in
            let event = moment.event
            return PageImage(
                image: moment.image, title: event.kind.displayName,
                caption: "\(clock(event.fire.milliseconds)),"
                    + " after \(TimeText.duration(Double(moment.delay)))")
        }
        let rest = max(0, history.incidentCount - shown.count)
        page.add(
            items, title: "Images of incidents",
            note: "Each shows the moment at which its most urgent event was found."
                + (rest > 0 ? " \(rest) more have no image." : ""))
    }

    /// Adds the number and rate of events of each kind.
    mutating func addRates() {
        var table = PageTable(
            title: "Events by kind",
            columns: [
                .init(name: "Event", isNumeric: false), .init(name: "Count"),
                .init(name: "Per hour"), .init(name: "In total"), .init(name: "Longest"),
                .init(name: "Hours of", isNumeric: false),
            ])
        table.note =
            "Rates cover only the time in which the signal was readable, and require a minute of it."
        for kind in DriverEventKind.allCases {
            guard let events = history.events(of: kind) else { continue }
            let hasDuration =
                ![.levelChanged, .yawnRetracted, .driverChanged, .lockedOut].contains(kind)
            table.rows.append(
                .init(cells: [
                    kind.displayName, "\(events.count)", Self.text(ofRate: history.rate(of: kind)),
                    hasDuration ? TimeText.duration(Double(events.total)) : "–",
                    hasDuration ? TimeText.duration(Double(events.longest)) : "–",
                    kind.source.map { "readable \($0.displayName)" } ?? "recording",
                ]))
        }
        if table.rows.isEmpty { table.remark = "There were none." }
        page.add(table)
    }

    /// A time of the run, in milliseconds, as text relative to the first frame.
    func clock(_ milliseconds: Int) -> String {
        TimeText.clock(Double(milliseconds - history.first), places: 2)
    }

    private static func text(ofRate rate: Double?) -> String {
        rate.map { String($0, places: $0 < 9.95 ? 1 : 0) } ?? "–"
    }
}
