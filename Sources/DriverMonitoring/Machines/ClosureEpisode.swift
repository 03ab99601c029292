/// One closure of the eyes, from its first frame on.
struct ClosureEpisode {
    /// How long after a closure's onset a falling head withdraws it, in milliseconds.
    private static let withdrawalTime = 500
    /// The fall of the head in degrees that withdraws it, and the smaller fall that is enough when the head
    /// ends up below `ClosureMachine.loweredPitch`.
    private static let withdrawingFall = 7.0
    private static let withdrawingFallBelow = 3.0
    /// The fall in degrees at which the head has started to move, and how long, in milliseconds, the eyes
    /// must have been closed deeply by then for the closure to have come first.
    private static let firstFall = 2.0
    private static let closedFirst = 250
    /// The head is back when it is within this many degrees of where it was at the onset, and stays there
    /// with closed eyes for this many milliseconds.
    private static let backTolerance = 5.0
    private static let backTime = 300
    /// How long, in milliseconds, the eyes must be closed completely, for four fifths of the time, to count
    /// as asleep under a lowered head.
    private static let asleepBelow = 3000

    /// Its first frame; later when the eyes were under a lowered head at first.
    private(set) var start: Int
    /// Whether at least one frame had enough visibility.
    var isSeenWell: Bool
    /// The last frame whose eyes could be seen.
    var lastSeen: Int
    /// The last frame of a slump.
    var lastSlump: Int?
    /// The last frame in which the eyes could not be read but did not seem open, and the time of
    /// all such frames, in milliseconds.
    private(set) var lastDoubt: Int?
    private(set) var doubt = 0
    /// The highest eye closure, 0…1.
    var peak: Double
    /// Whether it is known to be longer than a blink, and not explained by a yawn or a laugh.
    var isDecided = false
    /// Whether a yawn or a laugh explained it when it was last seen.
    var isExcused = false
    /// Whether it has counted as a microsleep, once nothing else explained it.
    var isCounted = false
    /// The number of steps of the ladder that have fired.
    var steps = 0
    /// The incident of its events; nil before the first fires.
    var incident: Int?
    /// Whether it continues across a gap in the frames.
    var hasGap = false
    /// The first frame of the current run with open eyes, which may turn out to be a landmark error; nil
    /// while the eyes are closed.
    private(set) var reopened: Int?
    /// Whether a look down explains it so far, because the head was lowered at its onset or has
    /// fallen since. It is then followed but has no effect.
    private(set) var isUnderLoweredHead: Bool
    /// Whether the head was already lowered at its onset.
    let beganUnderLoweredHead: Bool

    private let pitch: Double
    /// How long the eyes were closed deeply when the head started to fall.
    private var closedBeforeFall: Int?
    private var backSince: Int?
    /// The time that frames account for, and the parts of it in which the eyes were closed deeply and
    /// completely.
    private var total = 0
    private var deep = 0
    private var full = 0

    /// Starts a closure in a frame.
    init(_ reading: SanitizedReading, openness: Double, isSeenWell: Bool, at now: Int) {
        start = now
        lastSeen = now
        peak = 1 - openness
        self.isSeenWell = isSeenWell
        pitch = reading.head?.pitch ?? 0
        beganUnderLoweredHead = pitch <= ClosureMachine.loweredPitch
        isUnderLoweredHead = beganUnderLoweredHead
    }

    /// Whether the eyes were closed deeply for at least half of the time.
    var isDeep: Bool { 2 * deep >= total }
    /// Whether they were closed completely for at least half of the time.
    var isFull: Bool { 2 * full >= total }

    /// Its length up to the frame at `now`, or up to the reopening.
    func length(_ now: Int) -> Int { (reopened ?? now) - start }

    /// Adds a frame whose eyes can be seen.
    mutating func add(_ reading: SanitizedReading, openness: Double, _ tick: Tick) {
        total += tick.step
        if openness <= ClosureMachine.deepOpenness { deep += tick.step }
        if reading.isFullyClosed { full += tick.step }
        lastSeen = tick.now
        peak = max(peak, 1 - openness)
        reopened = openness >= ClosureMachine.endOpenness ? reopened ?? tick.now : nil
    }

    /// Adds a frame whose eyes cannot be read but do not seem open.
    mutating func addDoubt(_ tick: Tick) {
        lastDoubt = tick.now
        doubt += tick.step
        reopened = nil
    }

    /// The last frame that proves or suggests closed eyes.
    var last: Int { max(lastSeen, lastDoubt ?? lastSeen, lastSlump ?? lastSeen) }

    /// Compares the head with where it was at the onset.
    ///
    /// - Returns: Whether the closure is withdrawn in this frame, or restored.
    mutating func followHead(_ reading: SanitizedReading, _ tick: Tick) -> HeadVerdict {
        guard let now = reading.head?.pitch, reopened == nil else { return .unchanged }
        return isUnderLoweredHead ? restore(now, tick.now) : withdraw(now, tick.now)
    }

    /// The effect of the head's movement on a closure.
    enum HeadVerdict {
        case unchanged, withdrawn, restored
    }

    private mutating func withdraw(_ now: Double, _ time: Int) -> HeadVerdict {
        guard !Elapsed.exceeds(time - start, limit: Self.withdrawalTime), !hasGap else {
            return .unchanged
        }
        let fall = pitch - now
        closedBeforeFall = fall >= Self.firstFall ? closedBeforeFall ?? deep : nil
        let isFallen =
            fall >= Self.withdrawingFall
            || (fall >= Self.withdrawingFallBelow && now <= ClosureMachine.loweredPitch)
        guard isFallen, !Elapsed.reached(closedBeforeFall ?? 0, Self.closedFirst) else {
            return .unchanged
        }
        isUnderLoweredHead = true
        return .withdrawn
    }

    private mutating func restore(_ now: Double, _ time: Int) -> HeadVerdict {
        let isAsleep = Elapsed.reached(time - start, Self.asleepBelow) && 5 * full >= 4 * total
        let isBack = now > ClosureMachine.loweredPitch && now >= pitch - Self.backTolerance
        backSince = isBack ? backSince ?? time : nil
        let isBackLong = backSince.map { Elapsed.reached(time - $0, Self.backTime) } ?? false
        guard isAsleep || isBackLong else { return .unchanged }
        isUnderLoweredHead = false
        // Lids that may have followed a look down count from when the head was up again.
        if !isAsleep, let backSince, 5 * full < 4 * total || beganUnderLoweredHead {
            start = backSince
        }
        return .restored
    }
}
