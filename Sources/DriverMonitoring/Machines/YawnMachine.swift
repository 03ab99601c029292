/// Distinguishes yawns from talking by how long the mouth stays open.
struct YawnMachine {
    /// Mouth openness at which a yawn starts, and below which it ends (hysteresis).
    static let startOpenness = 0.5
    static let endOpenness = 0.35
    /// Minimum duration in milliseconds.
    static let minDuration = 1500
    /// Maximum duration in milliseconds; a mouth that stays open for longer is not yawning.
    static let maxDuration = 12_000
    /// A mouth that was open for `sungDuration` no more than `sungPause` ago, in milliseconds, is singing or
    /// laughing, not yawning again.
    private static let sungDuration = 800
    private static let sungPause = 5000

    private var start: Int?
    private var lastSeen = 0
    private var peak = 0.0
    private var isRetracted = false
    private var isSinging = false
    /// When a mouth that had been open for `sungDuration` last closed.
    private var lastClosed: Int?
    /// The yawns of the last five minutes.
    private(set) var times = RecentTimes()

    /// Since when the mouth has been wide open, as in a yawn that may be too short to count yet; nil
    /// when it is not.
    var open: Int? { isRetracted || isSinging ? nil : start }

    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, _ events: inout EventTracker
    ) {
        times.trim(tick.now)
        if let gapStart = tick.gapStart { end(at: gapStart, &events) }
        guard let openness = reading.mouthOpenness else {
            if Elapsed.exceeds(tick.now - lastSeen) { end(at: lastSeen, &events) }
            return
        }
        lastSeen = tick.now
        if openness < Self.endOpenness { end(at: tick.now, &events) }
        if openness >= Self.startOpenness, start == nil {
            start = tick.now
            isSinging = lastClosed.map { tick.now - $0 < Self.sungPause } ?? false
        }
        guard let start, !isRetracted, !isSinging else { return }
        peak = max(peak, openness)
        let length = tick.now - start
        if events.isActive(.yawn) {
            events.raisePeak(of: .yawn, to: peak)
            if Elapsed.reached(length, Self.maxDuration) { retract(start, tick.now, &events) }
        } else if Elapsed.reached(length, Self.minDuration) {
            times.add(tick.now)
            events.fire(
                .yawn, start: start, now: tick.now, peak: peak,
                confidence: reading.isUsable ? 1 : EvidenceConfidence.yawnWithoutEyes)
        }
    }

    private mutating func retract(_ start: Int, _ now: Int, _ events: inout EventTracker) {
        isRetracted = true
        times.removeLast()
        events.end(.yawn, at: now)
        events.record(.yawnRetracted, start: start, now: now, peak: peak)
    }

    private mutating func end(at time: Int, _ events: inout EventTracker) {
        events.end(.yawn, at: time)
        if let start, Elapsed.reached(time - start, Self.sungDuration) { lastClosed = time }
        start = nil
        peak = 0
        isRetracted = false
    }
}
