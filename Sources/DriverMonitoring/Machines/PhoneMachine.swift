/// Times hands that are held as with a telephone.
struct PhoneMachine {
    static let length = 2000
    /// The warning stays for so long after the hand has gone.
    static let release = 2000

    private var start: Int?
    private var lastSeen = 0
    private var awaySince: Int?

    /// Whether the hand has been away for long enough.
    func isReleased(_ now: Int) -> Bool {
        awaySince.map { Elapsed.reached(now - $0, Self.release) } ?? false
    }

    mutating func update(
        _ sight: Sight, _ tick: Tick, isMuted: Bool, _ events: inout EventBook
    ) {
        if let gapStart = tick.gapStart { end(at: gapStart, &events) }
        if isMuted {
            end(at: tick.now, &events)
        } else if let isPhonePose = sight.isPhonePose {
            lastSeen = tick.now
            isPhonePose ? hold(tick.now, &events) : end(at: tick.now, &events)
        } else if Elapsed.isLost(tick.now - lastSeen) {
            end(at: lastSeen, &events)
        }
    }

    private mutating func hold(_ now: Int, _ events: inout EventBook) {
        let start = start ?? now
        self.start = start
        awaySince = nil
        if Elapsed.reached(now - start, Self.length), !events.isActive(.phoneLike) {
            events.fire(.phoneLike, start: start, now: now)
        }
    }

    private mutating func end(at time: Int, _ events: inout EventBook) {
        awaySince = awaySince ?? time
        guard start != nil else { return }
        start = nil
        events.end(.phoneLike, at: time)
    }
}
