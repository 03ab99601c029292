import LandmarkCore

/// Numbers events, keeps those in progress, and collects what fired and ended in a frame.
struct EventTracker {
    /// The storage of an event in progress, at most one per slot.
    enum Slot: Int, CaseIterable {
        case microsleep, sleep, unresponsiveEyes, unresponsiveGaze, unresponsiveHead, slump, yawn
        case distractionLong, distractionShort, phoneLike, noFace, degraded, eyesUnreadable

        var kind: DriverEventKind {
            switch self {
            case .microsleep: .microsleep
            case .sleep: .sleep
            case .unresponsiveEyes, .unresponsiveGaze, .unresponsiveHead: .unresponsive
            case .slump: .slump
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

    /// The events that fired in the current frame.
    private(set) var fired: [DriverEvent] = []
    /// The events that ended in the current frame.
    private(set) var ended: [DriverEvent] = []
    private var lastID = 0
    private var lastIncident = 0
    private var active = [DriverEvent?](repeating: nil, count: Slot.allCases.count)

    /// Starts a frame. Empty arrays are kept, so frames without events allocate nothing.
    mutating func beginFrame() {
        if !fired.isEmpty { fired = [] }
        if !ended.isEmpty { ended = [] }
    }

    /// Whether the event of `slot` is in progress.
    func isActive(_ slot: Slot) -> Bool { active[slot.rawValue] != nil }

    /// The incident of the event in progress; nil if none is.
    func incident(_ slot: Slot) -> Int? { active[slot.rawValue]?.incident }

    /// The number of a new incident.
    mutating func newIncident() -> Int {
        lastIncident += 1
        return lastIncident
    }

    /// When the event in progress fired; nil if none is.
    func fireTime(_ slot: Slot) -> Int? { active[slot.rawValue]?.fire.milliseconds }

    /// Fires an event that stays in progress.
    mutating func fire(
        _ slot: Slot, start: Int, now: Int, peak: Double = 1, reason: DriverEventReason? = nil,
        unreadable: EyeUnreadableReason? = nil, confidence: Double = 1, incident: Int? = nil,
        doubt: Double = 0, gazeZone: String? = nil
    ) {
        let event = DriverEvent(
            id: nextID(), kind: slot.kind, start: .milliseconds(start), fire: .milliseconds(now),
            peak: peak, reason: reason, eyeUnreadableReason: unreadable, confidence: confidence,
            incident: incident, doubt: doubt, gazeZone: gazeZone)
        active[slot.rawValue] = event
        fired.append(event)
    }

    /// Raises the peak of an event in progress, if `peak` is higher.
    mutating func raisePeak(of slot: Slot, to peak: Double) {
        guard let event = active[slot.rawValue], event.peak < peak else { return }
        active[slot.rawValue]?.peak = peak
    }

    /// Sets for how many seconds the eyes could not be read in an event in progress.
    mutating func setDoubt(of slot: Slot, to seconds: Double) {
        active[slot.rawValue]?.doubt = seconds
    }

    /// Ends an event, if it is in progress, at `time` but not before it fired.
    mutating func end(_ slot: Slot, at time: Int) {
        guard var event = active[slot.rawValue] else { return }
        event.end = max(.milliseconds(time), event.fire)
        ended.append(event)
        active[slot.rawValue] = nil
    }

    /// Ends all events in progress.
    mutating func endAll(at time: Int) {
        for slot in Slot.allCases { end(slot, at: time) }
    }

    /// Fires and ends an event that is over when it is detected; `end` is `now` unless it is known
    /// to have been earlier.
    mutating func record(
        _ kind: DriverEventKind, start: Int, end: Int? = nil, now: Int, peak: Double,
        reason: DriverEventReason? = nil, confidence: Double = 1,
        levels: DriverEvent.LevelChange? = nil
    ) {
        let event = DriverEvent(
            id: nextID(), kind: kind, start: .milliseconds(start), fire: .milliseconds(now),
            end: .milliseconds(end ?? now), peak: peak, reason: reason, confidence: confidence,
            levels: levels)
        fired.append(event)
        ended.append(event)
    }

    private mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }
}
