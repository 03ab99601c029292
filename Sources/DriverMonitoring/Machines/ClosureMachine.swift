/// Follows eye closures from start to end: blinks, microsleep, sleep, unresponsiveness.
///
/// While the eyes cannot be seen, a closure is bridged for 0.5 s. When the face is lost after 1 s
/// of closed eyes, as of a driver who slumps, it is bridged for 6 s.
struct ClosureMachine {
    /// The current closure after a frame.
    struct Outcome {
        /// Whether the eyes are in a closure.
        var isClosing = false
        /// How long it has lasted, in milliseconds.
        var length = 0
        /// Whether its length raises the score: closed deeply for at least half of its time, and
        /// seen well at least once.
        var isScored = false
        /// Whether a microsleep fired in this frame.
        var isMicrosleep = false
    }

    /// Openness at which a closure starts, at which it ends (hysteresis), and up to which the eyes
    /// count as closed (P80).
    static let startOpenness = 0.30
    static let endOpenness = 0.50
    static let deepOpenness = 0.20
    /// Head pitch in degrees up to which the driver looks down, so that no closure starts.
    static let loweredPitch = -12.0
    /// Durations of a closure in milliseconds.
    static let microsleep = 1500
    static let sleep = 3000
    static let unresponsive = 6000
    private static let minBlink = 60
    private static let longBlink = 500
    /// Minimum duration of a closure that counts for PERCLOS; shorter ones are blinks.
    private static let minClosure = 250
    /// How long the eyes must have been closed for a lost face to be a slump, and for how long a
    /// slump is bridged.
    private static let slumpStart = 1000
    private static let slumpLimit = 6000
    /// Minimum visibility for a closure to be seen well.
    private static let minVisibility = 0.5

    private struct Episode {
        let start: Int
        /// Whether at least one frame had enough visibility.
        var isSeenWell: Bool
        var lastSeen: Int
        /// The last frame of a slump.
        var lastSlump: Int?
        var total = 0
        var deep = 0
        var peak: Double
        /// Whether it is known to be longer than a blink.
        var isDecided = false
        /// How many steps of the ladder have fired.
        var steps = 0

        var isDeep: Bool { 2 * deep >= total }
    }

    private static let ladder: [(slot: EventTracker.Slot, length: Int)] = [
        (.microsleep, microsleep), (.sleep, sleep), (.unresponsiveEyes, unresponsive),
    ]

    private var episode: Episode?

    /// Processes a frame; `visibility` is the usable share times the visibility of the eyes.
    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, visibility: Double, countsBlinks: Bool,
        history: inout EyeStateHistory, blinks: inout BlinkHistory, events: inout EventTracker
    ) -> Outcome {
        if let gapStart = tick.gapStart { cut(at: gapStart, &history, &events) }
        if reading.isUsable, let openness = reading.openness {
            extend(openness, reading, tick, visibility)
            if openness >= Self.endOpenness {
                open(tick, countsBlinks, &history, &blinks, &events)
            }
        } else {
            bridge(reading, tick, &history, &events)
        }
        let isClosed = (reading.openness ?? 1) <= Self.deepOpenness && episode != nil
        let closedState: EyeStateHistory.State =
            episode?.isDecided == true ? .closed : .undecided
        history.add(!reading.isUsable ? .unusable : isClosed ? closedState : .open, tick)
        return escalate(reading, tick, &history, &events)
    }

    /// Extends or starts a closure by a frame whose eyes can be seen.
    private mutating func extend(
        _ openness: Double, _ reading: SanitizedReading, _ tick: Tick, _ visibility: Double
    ) {
        if var episode {
            episode.total += tick.step
            if openness <= Self.deepOpenness { episode.deep += tick.step }
            episode.lastSeen = tick.now
            episode.peak = max(episode.peak, 1 - openness)
            if visibility >= Self.minVisibility { episode.isSeenWell = true }
            self.episode = episode
        } else if openness <= Self.startOpenness, (reading.head?.pitch ?? 0) > Self.loweredPitch {
            episode = Episode(
                start: tick.now, isSeenWell: visibility >= Self.minVisibility,
                lastSeen: tick.now, peak: 1 - openness)
        }
    }

    /// Ends the closure because the eyes are open again, and reports a blink.
    private mutating func open(
        _ tick: Tick, _ countsBlinks: Bool, _ history: inout EyeStateHistory,
        _ blinks: inout BlinkHistory, _ events: inout EventTracker
    ) {
        guard let episode else { return }
        self.episode = nil
        end(episode, at: tick.now, &history, &events)
        let length = tick.now - episode.start
        guard Elapsed.reached(length, Self.minBlink),
            !Elapsed.reached(length, Self.microsleep)
        else { return }
        if countsBlinks { blinks.add(length: length, end: tick.now) }
        if Elapsed.reached(length, Self.longBlink) {
            events.record(.longBlink, start: episode.start, now: tick.now, peak: episode.peak)
        } else if countsBlinks {
            events.record(.blink, start: episode.start, now: tick.now, peak: episode.peak)
        }
    }

    /// Keeps or ends the closure in a frame whose eyes cannot be seen.
    private mutating func bridge(
        _ reading: SanitizedReading, _ tick: Tick, _ history: inout EyeStateHistory,
        _ events: inout EventTracker
    ) {
        guard var episode else { return }
        let isSlump =
            !reading.isFacePresent
            && Elapsed.reached(episode.lastSeen - episode.start, Self.slumpStart)
        let limit = isSlump ? Self.slumpLimit : Elapsed.maxFrameGap
        if isSlump { episode.lastSlump = tick.now }
        self.episode = episode
        guard Elapsed.exceeds(tick.now - episode.lastSeen, limit: limit) else { return }
        self.episode = nil
        let last = max(episode.lastSeen, episode.lastSlump ?? episode.lastSeen)
        end(episode, at: last, &history, &events)
    }

    /// Ends the closure at the last frame before a gap.
    private mutating func cut(
        at time: Int, _ history: inout EyeStateHistory, _ events: inout EventTracker
    ) {
        guard let episode else { return }
        self.episode = nil
        end(episode, at: time, &history, &events)
    }

    private func end(
        _ episode: Episode, at time: Int, _ history: inout EyeStateHistory,
        _ events: inout EventTracker
    ) {
        if !episode.isDecided {
            let isBlink = !Elapsed.reached(time - episode.start, Self.minClosure)
            history.decide(isBlink ? .open : .closed, since: episode.start)
        }
        for step in Self.ladder { events.end(step.slot, at: time) }
    }

    /// Fires the events whose duration the closure has reached.
    private mutating func escalate(
        _ reading: SanitizedReading, _ tick: Tick, _ history: inout EyeStateHistory,
        _ events: inout EventTracker
    ) -> Outcome {
        guard var episode else { return Outcome() }
        let length = tick.now - episode.start
        if !episode.isDecided,
            Elapsed.reached(episode.lastSeen - episode.start, Self.minClosure)
        {
            episode.isDecided = true
            history.decide(.closed, since: episode.start)
        }
        var outcome = Outcome(
            isClosing: true, length: length, isScored: episode.isDeep && episode.isSeenWell)
        while episode.isDeep, episode.steps < Self.ladder.count,
            Elapsed.reached(length, Self.ladder[episode.steps].length)
        {
            let slot = Self.ladder[episode.steps].slot
            events.fire(
                slot, start: episode.start, now: tick.now, peak: episode.peak,
                reason: reading.isFacePresent ? .eyesClosed : .faceLost)
            episode.steps += 1
            if slot == .microsleep { outcome.isMicrosleep = true }
        }
        for step in Self.ladder { events.raisePeak(of: step.slot, to: episode.peak) }
        self.episode = episode
        return outcome
    }
}
