/// How long the eyes have been open, as the end of a warning needs it: blinks do not count, longer
/// closures begin it anew, and frames without eyes stop it.
struct OpenEyesTimer {
    static let needed = 3000
    private static let longest = 500
    /// A warning whose end cannot be seen ends after so long.
    private static let blindLimit = 60_000

    private var openTime = 0
    /// Whether they were open when last seen: their time begins with the first frame of it.
    private var wasOpen = false
    /// The last frame with eyes that speaks for the time before it.
    private var lastUsable: Int?
    private var unseen = 0
    /// Since when they have been closed, in a closure or with a lowered head.
    private var closedSince: Int?

    /// Whether they have been open for long enough.
    var isLongEnough: Bool {
        Elapsed.reached(openTime, Self.needed) || Elapsed.reached(unseen, Self.blindLimit)
    }

    /// Takes a frame, in which the eyes are open by `openness`; nil when that cannot be read.
    mutating func update(_ closure: ClosureMachine.Outcome, openness: Double?, _ tick: Tick) {
        // On the clock: gaps are time in which nothing was seen.
        let last = lastUsable ?? tick.now
        lastUsable = openness != nil && tick.step > 0 ? tick.now : last
        unseen = tick.now - (lastUsable ?? last)
        if tick.gapStart != nil { closedSince = nil }
        if closure.isClosing {
            closedSince = tick.now - closure.length
            wasOpen = false
        } else if let openness {
            follow(openness, tick)
        }
        if let closedSince, Elapsed.reached(tick.now - closedSince, Self.longest) { openTime = 0 }
    }

    /// Takes eyes that are in no closure, which does not begin while the head is lowered.
    private mutating func follow(_ openness: Double, _ tick: Tick) {
        if openness >= ClosureMachine.endOpenness {
            closedSince = nil
            if wasOpen { openTime += tick.step }
            wasOpen = true
        } else if openness <= ClosureMachine.startOpenness {
            closedSince = closedSince ?? tick.now
            wasOpen = false
        }
    }
}
