/// How long the eyes have been open, as the end of a warning needs it: blinks do not count, longer
/// closures begin it anew, and frames without eyes stop it.
struct OpenEyesTimer {
    static let needed = 3000
    private static let longest = 500
    /// A warning whose end cannot be seen ends after so long.
    private static let blindLimit = 60_000

    private var openTime = 0
    /// The last frame with eyes that speaks for the time before it.
    private var lastUsable: Int?
    private var unseen = 0

    /// Whether they have been open for long enough.
    var isLongEnough: Bool {
        Elapsed.reached(openTime, Self.needed) || Elapsed.reached(unseen, Self.blindLimit)
    }

    mutating func update(_ closure: ClosureMachine.Outcome, isUsable: Bool, _ tick: Tick) {
        // On the clock: gaps are time in which nothing was seen.
        let last = lastUsable ?? tick.now
        lastUsable = isUsable && tick.step > 0 ? tick.now : last
        unseen = tick.now - (lastUsable ?? last)
        if closure.isClosing {
            if Elapsed.reached(closure.length, Self.longest) { openTime = 0 }
        } else if isUsable {
            openTime += tick.step
        }
    }
}
