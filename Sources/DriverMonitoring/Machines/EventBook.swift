import LandmarkCore

/// Numbers events, keeps those that go on, and says what fired and ended in a frame.
struct EventBook {
    /// Where an event that goes on is kept; there is at most one of each.
    enum Slot: Int, CaseIterable {
        case microsleep, sleep, unresponsiveEyes, unresponsiveGaze, yawn
        case distractionLong, distractionShort, phoneLike, noFace, degraded, eyesUnreadable

        var kind: DriverEventKind {
            switch self {
            case .microsleep: .microsleep
            case .sleep: .sleep
            case .unresponsiveEyes, .unresponsiveGaze: .unresponsive
            case .yawn: .yawn
            case .distractionLong: .distractionLong
            case .distractionShort: .distractionShort
            case .phoneLike: .phoneLike
            case .noFace: .noFace
            case .degraded: .degraded
            case .eyesUnreadable: .eyesUnreadable
            }
        }
    }

    private(set) var fired: [DriverEvent] = []
    private(set) var ended: [DriverEvent] = []
    private var lastID = 0
    private var ongoing = [DriverEvent?](repeating: nil, count: Slot.allCases.count)

    /// A frame begins.
    mutating func begin() {
        if !fired.isEmpty { fired = [] }
        if !ended.isEmpty { ended = [] }
    }

    /// Whether the event of `slot` goes on.
    func isActive(_ slot: Slot) -> Bool { ongoing[slot.rawValue] != nil }

    /// When the event that goes on fired.
    func fireTime(_ slot: Slot) -> Int? { ongoing[slot.rawValue]?.fire.milliseconds }

    /// An event fires, and goes on.
    mutating func fire(
        _ slot: Slot, start: Int, now: Int, peak: Double = 1, reason: DriverEventReason? = nil
    ) {
        let event = DriverEvent(
            id: nextID(), kind: slot.kind, start: .milliseconds(start), fire: .milliseconds(now),
            peak: peak, reason: reason)
        ongoing[slot.rawValue] = event
        fired.append(event)
    }

    /// More has been measured of an event that goes on.
    mutating func raise(_ slot: Slot, to peak: Double) {
        guard let event = ongoing[slot.rawValue], event.peak < peak else { return }
        ongoing[slot.rawValue]?.peak = peak
    }

    /// An event has ended, if it went on; not before it fired.
    mutating func end(_ slot: Slot, at time: Int) {
        guard var event = ongoing[slot.rawValue] else { return }
        event.end = max(.milliseconds(time), event.fire)
        ended.append(event)
        ongoing[slot.rawValue] = nil
    }

    /// Something happened that is over already.
    mutating func tell(
        _ kind: DriverEventKind, start: Int, now: Int, peak: Double,
        reason: DriverEventReason? = nil, levels: DriverEvent.LevelChange? = nil
    ) {
        let time = Timestamp.milliseconds(now)
        let event = DriverEvent(
            id: nextID(), kind: kind, start: .milliseconds(start), fire: time, end: time,
            peak: peak, reason: reason, levels: levels)
        fired.append(event)
        ended.append(event)
    }

    private mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }
}
