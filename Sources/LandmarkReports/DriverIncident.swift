import DriverMonitoring
import LandmarkCore

/// The common key of an incident's events.
enum IncidentKey: Sendable, Hashable {
    /// The events' incident number.
    case number(Int)
    /// The start of the events' condition, in milliseconds, for events without a number.
    case start(Int)

    init(_ event: DriverEvent) {
        self = event.incident.map { .number($0) } ?? .start(event.start.milliseconds)
    }
}

/// Events with one cause: the microsleep, the sleep and the missing response of one closure of the
/// eyes, or a long look off the road and the missing response to its warning.
package struct DriverIncident: Sendable {
    /// The maximum number of events kept for an incident.
    private static let limit = 8

    let key: IncidentKey
    /// The events in the order in which they fired; at least one.
    private(set) var records: [DriverEventRecord]
    /// The most urgent of the events.
    private(set) var lead: DriverEventRecord

    init(_ record: DriverEventRecord) {
        key = IncidentKey(record.event)
        records = [record]
        lead = record
    }

    mutating func add(_ record: DriverEventRecord) {
        if record.event.rank < lead.event.rank { lead = record }
        guard records.count < Self.limit else { return }
        records.append(record)
        records.sort { ($0.event.fire, $0.event.id) < ($1.event.fire, $1.event.id) }
    }

    var rank: Int { lead.event.rank }

    /// The incident in words: the kind of the most urgent event, unless a yawn or a laugh explains it.
    var name: String {
        guard lead.event.isExcused, let reason = lead.event.reason?.displayName else {
            return lead.event.kind.displayName
        }
        return reason.prefix(1).uppercased() + reason.dropFirst()
    }

    /// The start of the first event in milliseconds.
    var start: Int { records.map(\.event.start.milliseconds).min() ?? 0 }

    /// The end of the last event in milliseconds.
    var end: Int { records.map { ($0.event.end ?? $0.event.fire).milliseconds }.max() ?? 0 }

    /// The duration in milliseconds.
    var duration: Double { Double(end - start) }

    /// The events and why they ended, such as `microsleep after 1.50 s, sleep after 3.00 s`.
    var steps: String {
        let reasons = records.compactMap { $0.event.reason?.displayName }
        let reason = reasons.reduce(into: [String]()) { list, next in
            if !list.contains(next) { list.append(next) }
        }
        let fired = records.map { record in
            let delay = record.event.fire.milliseconds - start
            return
                "\(record.event.kind.displayName.lowercased()) after"
                + " \(TimeText.duration(Double(delay)))"
        }
        let ending = records.compactMap { $0.ending?.incompleteText }.first
        let confidence = lead.event.confidenceText
        return ([fired.joined(separator: ", ")] + reason + [confidence, ending].compactMap { $0 })
            .joined(separator: "; ")
    }
}

/// The incidents that a report lists: if not all fit, the most urgent ones, and the earliest of equally
/// urgent ones.
struct NotableIncidents: Sendable {
    static let limit = 32
    /// The number of incidents that are remembered, so that late events do not count as new ones.
    private static let memory = 64

    private var incidents: [DriverIncident] = []
    private var recent: [IncidentKey] = []
    /// The number of incidents, listed or not.
    private(set) var total = 0

    /// The incidents to list in order of time.
    var listed: [DriverIncident] {
        incidents.sorted { ($0.start, $0.lead.event.id) < ($1.start, $1.lead.event.id) }
    }

    /// The incidents to list, the most urgent first.
    var byUrgency: [DriverIncident] {
        incidents.sorted { ($0.rank, $0.start) < ($1.rank, $1.start) }
    }

    /// Adds a frame's finished events. Other kinds are ignored.
    mutating func add(_ records: [DriverEventRecord]) {
        for record in records where record.event.kind.isIncident { add(record) }
        // Dropped only now, so that an incident is judged by all its events.
        while incidents.count > Self.limit {
            let dropped = incidents.indices.max { a, b in
                (incidents[a].rank, incidents[a].start) < (incidents[b].rank, incidents[b].start)
            }
            if let dropped { incidents.remove(at: dropped) }
        }
    }

    private mutating func add(_ record: DriverEventRecord) {
        let key = IncidentKey(record.event)
        if let index = incidents.lastIndex(where: { $0.key == key }) {
            incidents[index].add(record)
            return
        }
        incidents.append(DriverIncident(record))
        if recent.contains(key) { return }
        total += 1
        recent.append(key)
        if recent.count > Self.memory { recent.removeFirst() }
    }
}

extension DriverEvent {
    /// Whether a yawn or a laugh explains the closed eyes, so that there was no alert at first.
    fileprivate var isExcused: Bool {
        kind == .microsleep && (reason == .yawning || reason == .laughing)
    }

    /// A lower rank is more urgent; explained events come last.
    fileprivate var rank: Int { isExcused ? .max : kind.rank }
}

extension DriverEventKind {
    /// Whether the event is dangerous in itself: the driver is asleep or looks elsewhere.
    var isIncident: Bool {
        switch self {
        case .unresponsive, .sleep, .slump, .microsleep, .distractionLong, .phoneLike,
            .distractionShort:
            true
        case .degraded, .eyesUnreadable, .noFace, .headNod, .levelChanged, .yawn, .yawnRetracted,
            .longBlink, .blink, .driverChanged, .lockedOut:
            false
        }
    }

    /// Whether the event is a change of level or driver.
    var isChange: Bool { self == .levelChanged || self == .driverChanged }

    /// The source that must be readable for the event to be detected; nil for events about unreadable
    /// sources.
    var source: DriverSource? {
        switch self {
        case .blink, .longBlink, .microsleep, .sleep, .unresponsive, .headNod, .levelChanged:
            .eyes
        case .yawn, .yawnRetracted: .mouth
        case .distractionLong, .distractionShort, .slump: .head
        case .phoneLike: .hands
        case .noFace, .degraded, .eyesUnreadable, .driverChanged, .lockedOut: nil
        }
    }
}

extension DriverEvent {
    /// How certain the evidence is, if it is incomplete.
    var confidenceText: String? {
        confidence < 1 ? "confidence \(String(confidence, places: 2))" : nil
    }
}

extension DriverEventRecord.Ending {
    /// Why the record of an event stops before its end; nil if the end was seen.
    var incompleteText: String? {
        switch self {
        case .inputEnd: "until the input ends"
        case .inputFailure, .outputFailure, .interruption: "until the run ends"
        case .observed: nil
        }
    }
}
