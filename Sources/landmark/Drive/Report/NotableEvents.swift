import DriverMonitoring

/// The events that a report lists: of more than fit, the most urgent, and of those the first.
struct NotableEvents: Sendable {
    /// How many are listed.
    static let limit = 32

    private var events: [ToldEvent] = []
    /// How many there were in all.
    private(set) var total = 0

    /// The events to list, in the order of time; blinks only where all events fit.
    var listed: [ToldEvent] {
        events.filter { total <= Self.limit || $0.event.kind != .blink }.sorted {
            ($0.event.start, $0.event.id) < ($1.event.start, $1.event.id)
        }
    }

    /// Takes an event that is over.
    mutating func add(_ told: ToldEvent) {
        total += 1
        events.append(told)
        guard events.count > Self.limit else { return }
        // The least urgent one that came last.
        let out = events.indices.max { a, b in
            (events[a].event.kind.rank, events[a].event.id)
                < (events[b].event.kind.rank, events[b].event.id)
        }
        if let out { events.remove(at: out) }
    }
}

extension DriverEventKind {
    /// Its place in the order of urgency; 0 is the most urgent.
    var rank: Int {
        switch self {
        case .unresponsive: 0
        case .sleep: 1
        case .microsleep: 2
        case .distractionLong, .phoneLike: 3
        case .distractionShort: 4
        case .degraded, .eyesUnreadable: 5
        case .noFace, .headNod: 6
        case .levelChanged: 7
        case .yawn, .yawnRetracted: 8
        case .longBlink: 9
        case .blink: 10
        }
    }
}
