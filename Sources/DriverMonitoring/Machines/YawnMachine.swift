/// Tells yawns from talking, by how long the mouth stays open.
struct YawnMachine {
    static let startOpening = 0.5
    static let endOpening = 0.35
    static let length = 1500
    /// A mouth that stays open for longer does not yawn.
    static let longest = 12_000

    private var start: Int?
    private var lastSeen = 0
    private var peak = 0.0
    private var isRetracted = false
    /// The yawns of the last minutes.
    private(set) var times = RecentTimes()

    mutating func update(_ sight: Sight, _ tick: Tick, _ events: inout EventBook) {
        times.trim(tick.now)
        if let gapStart = tick.gapStart { end(at: gapStart, &events) }
        guard let mouth = sight.mouth else {
            if Elapsed.isLost(tick.now - lastSeen) { end(at: lastSeen, &events) }
            return
        }
        lastSeen = tick.now
        if mouth < Self.endOpening { end(at: tick.now, &events) }
        if mouth >= Self.startOpening, start == nil { start = tick.now }
        guard let start, !isRetracted else { return }
        peak = max(peak, mouth)
        let length = tick.now - start
        if events.isActive(.yawn) {
            events.raise(.yawn, to: peak)
            if Elapsed.reached(length, Self.longest) { retract(start, tick.now, &events) }
        } else if Elapsed.reached(length, Self.length) {
            times.add(tick.now)
            events.fire(.yawn, start: start, now: tick.now, peak: peak)
        }
    }

    private mutating func retract(_ start: Int, _ now: Int, _ events: inout EventBook) {
        isRetracted = true
        times.removeLast()
        events.end(.yawn, at: now)
        events.tell(.yawnRetracted, start: start, now: now, peak: peak)
    }

    private mutating func end(at time: Int, _ events: inout EventBook) {
        events.end(.yawn, at: time)
        start = nil
        peak = 0
        isRetracted = false
    }
}
