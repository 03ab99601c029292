/// Follows eye closures from start to end: blinks, microsleep, sleep, unresponsiveness.
///
/// While the eyes cannot be seen, a closure is bridged for 0.5 s, and a microsleep that has fired
/// for as long as the eyes do not seem open. When the face is lost after 1 s of closed eyes, as when
/// a driver slumps, it is bridged for 6 s. It continues across a gap in the frames of up to 2 s when
/// the eyes are closed on both sides. A look down, in which the lids follow the head, is not a
/// closure: see `ClosureEpisode`.
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
        /// Whether it became, in this frame, a microsleep that neither a yawn nor a laugh explains.
        var isMicrosleep = false
        /// Whether the eyes closed in a yawn or a laugh that continues.
        var isExcused = false
    }

    /// Other facts about a frame.
    struct Conditions {
        /// The usable share times the visibility of the eyes, 0…1.
        var visibility = 1.0
        /// Whether frames are frequent enough for counting blinks.
        var countsBlinks = true
        /// Whether the driver's open eyes have been seen.
        var hasSeenOpen = true
        /// Since when the mouth has been open as in a yawn; nil when it is not.
        var mouthOpen: Int?
        /// Since when the driver has been laughing; nil when not.
        var laughing: Int?
    }

    /// Openness at which a closure starts, at which it ends (hysteresis), up to which the eyes
    /// count as closed (P80), and up to which they are closed completely.
    static let startOpenness = 0.30
    static let endOpenness = 0.50
    static let deepOpenness = 0.20
    static let fullOpenness = 0.10
    /// Head pitch in degrees up to which the driver looks down.
    static let loweredPitch = -12.0
    /// Durations of a closure in milliseconds.
    static let sleep = 3000
    static let unresponsive = 6000
    private static let minBlink = 60
    private static let longBlink = 500
    /// Minimum duration of a closure that counts for PERCLOS; shorter ones are blinks.
    private static let minClosure = 250
    /// How long the eyes must be open to count as open, in milliseconds, and the frame interval
    /// from which a single frame stands for that long.
    private static let reopening = 120
    private static let slowFrames = 200
    /// The longest gap in the frames across which a closure continues, in milliseconds.
    private static let maxGap = 2000
    /// How long the eyes must have been closed for a lost face to be a slump, and how long a slump is
    /// bridged.
    private static let slumpStart = 1000
    private static let slumpLimit = 6000
    /// How long, at most, a microsleep continues while the eyes cannot be read, in milliseconds.
    private static let doubtLimit = 30_000
    /// The latest time after the eyes have closed, in milliseconds, at which the mouth opens in a yawn or
    /// smiles in a laugh; a sleeping driver's mouth may fall open later.
    private static let excuseDelay = 500
    /// The earliest such time before the eyes have closed, in milliseconds: some people's mouths are always
    /// open.
    private static let excuseLead = 5000
    /// How long eyes may be closed in a yawn or a laugh, in milliseconds.
    private static let excuseLimit = 5000
    /// Minimum visibility for a closure to be seen well.
    private static let minVisibility = 0.5

    /// The duration of a microsleep in milliseconds.
    let microsleep: Int
    private let ladder: [(slot: EventTracker.Slot, length: Int)]
    private var episode: ClosureEpisode?

    /// Creates a machine; `microsleep` is a microsleep's duration in milliseconds.
    init(microsleep: Int = DriverOptions().microsleep) {
        self.microsleep = microsleep
        ladder = [
            (.microsleep, microsleep), (.sleep, Self.sleep), (.unresponsiveEyes, Self.unresponsive),
        ]
    }

    /// Processes a frame.
    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, _ conditions: Conditions,
        history: inout EyeStateHistory, blinks: inout BlinkHistory, events: inout EventTracker
    ) -> Outcome {
        if let gapStart = tick.gapStart { cross(gapStart, reading, tick, &history, &events) }
        if reading.isUsable, let openness = reading.openness {
            extend(openness, reading, tick, conditions, &history)
            if let episode, isReopened(episode, reading, tick) {
                open(episode, tick, conditions, &history, &blinks, &events)
            }
        } else {
            bridge(reading, tick, &history, &events)
        }
        history.add(state(reading, conditions), tick)
        return escalate(reading, tick, conditions, &history, &events)
    }

    /// The state of the eyes for PERCLOS. Before open eyes have been seen, and under a lowered head,
    /// closed ones do not count.
    private func state(
        _ reading: SanitizedReading, _ conditions: Conditions
    ) -> EyeStateHistory.State {
        guard reading.isUsable else { return .unusable }
        guard let episode, !episode.isUnderLoweredHead, conditions.hasSeenOpen,
            (reading.openness ?? 1) <= Self.deepOpenness
        else { return .open }
        return episode.isDecided ? .closed : .undecided
    }

    /// Extends or starts a closure with a frame whose eyes can be seen.
    private mutating func extend(
        _ openness: Double, _ reading: SanitizedReading, _ tick: Tick, _ conditions: Conditions,
        _ history: inout EyeStateHistory
    ) {
        let isSeenWell = conditions.visibility >= Self.minVisibility
        if var episode {
            episode.add(reading, openness: openness, tick)
            if isSeenWell { episode.isSeenWell = true }
            if episode.followHead(reading, tick) == .withdrawn {
                history.withdraw(since: episode.start)
            }
            self.episode = episode
        } else if openness <= Self.startOpenness {
            episode = ClosureEpisode(
                reading, openness: openness, isSeenWell: isSeenWell, at: tick.now)
        }
    }

    /// Whether open eyes count as open.
    ///
    /// In a blink, one frame is enough when both measures agree, but it does not end a sleep.
    private func isReopened(
        _ episode: ClosureEpisode, _ reading: SanitizedReading, _ tick: Tick
    ) -> Bool {
        guard let reopened = episode.reopened else { return false }
        if Elapsed.reached(tick.now - reopened, Self.reopening) || tick.step >= Self.slowFrames {
            return true
        }
        let agree = (reading.opennessByAspectRatio ?? 0) >= Self.endOpenness
        return agree && !Elapsed.reached(reopened - episode.start, microsleep)
    }

    /// Ends the closure because the eyes are open again, and reports a blink.
    private mutating func open(
        _ episode: ClosureEpisode, _ tick: Tick, _ conditions: Conditions,
        _ history: inout EyeStateHistory, _ blinks: inout BlinkHistory,
        _ events: inout EventTracker
    ) {
        self.episode = nil
        let end = episode.reopened ?? tick.now
        finish(episode, at: end, &history, &events)
        if episode.isUnderLoweredHead, episode.beganUnderLoweredHead || !episode.isFull { return }
        let length = end - episode.start
        guard Elapsed.reached(length, Self.minBlink), !Elapsed.reached(length, microsleep) else {
            return
        }
        if conditions.countsBlinks { blinks.add(length: length, end: end) }
        let isLong = Elapsed.reached(length, Self.longBlink)
        guard isLong || conditions.countsBlinks else { return }
        events.record(
            isLong ? .longBlink : .blink, start: episode.start, end: end, now: tick.now,
            peak: episode.peak, confidence: episode.hasGap ? EvidenceConfidence.framesMissing : 1)
    }

    /// Keeps or ends the closure in a frame whose eyes cannot be seen.
    private mutating func bridge(
        _ reading: SanitizedReading, _ tick: Tick, _ history: inout EyeStateHistory,
        _ events: inout EventTracker
    ) {
        guard var episode else { return }
        let isSlump =
            !reading.isFacePresent && episode.reopened == nil && !episode.isUnderLoweredHead
            && Elapsed.reached(episode.lastSeen - episode.start, Self.slumpStart)
        if isSlump { episode.lastSlump = tick.now }
        if let openness = reading.doubtfulOpenness, openness < Self.endOpenness, episode.steps > 0,
            !episode.isUnderLoweredHead, episode.doubt < Self.doubtLimit
        {
            episode.addDoubt(tick)
        }
        self.episode = episode
        let since = max(episode.lastSeen, episode.lastDoubt ?? episode.lastSeen)
        let limit = isSlump ? Self.slumpLimit : Elapsed.maxFrameGap
        guard Elapsed.exceeds(tick.now - since, limit: limit) else { return }
        self.episode = nil
        finish(episode, at: episode.reopened ?? episode.last, &history, &events)
    }

    /// Continues the closure across a gap in the frames when the eyes are closed on both sides;
    /// otherwise ends it at the last frame before the gap.
    ///
    /// One closed frame before the gap is not enough: it may belong to a blink.
    private mutating func cross(
        _ gapStart: Int, _ reading: SanitizedReading, _ tick: Tick,
        _ history: inout EyeStateHistory, _ events: inout EventTracker
    ) {
        guard var episode else { return }
        let isClosed = reading.isUsable && (reading.openness ?? 1) <= Self.startOpenness
        let wasClosed =
            episode.reopened == nil && !episode.isUnderLoweredHead
            && episode.lastSeen == gapStart && episode.lastSeen > episode.start
        if isClosed, wasClosed, !Elapsed.exceeds(tick.now - gapStart, limit: Self.maxGap) {
            episode.hasGap = true
            self.episode = episode
        } else {
            self.episode = nil
            finish(episode, at: episode.reopened ?? gapStart, &history, &events)
        }
    }

    private func finish(
        _ episode: ClosureEpisode, at time: Int, _ history: inout EyeStateHistory,
        _ events: inout EventTracker
    ) {
        if !episode.isDecided {
            let isBlink = !Elapsed.reached(time - episode.start, Self.minClosure)
            history.decide(isBlink || episode.isExcused ? .open : .closed, since: episode.start)
        }
        for step in ladder {
            events.setDoubt(of: step.slot, to: Double(episode.doubt) / 1000)
            events.end(step.slot, at: time)
        }
    }

    /// Fires the events whose duration the closure has reached.
    private mutating func escalate(
        _ reading: SanitizedReading, _ tick: Tick, _ conditions: Conditions,
        _ history: inout EyeStateHistory, _ events: inout EventTracker
    ) -> Outcome {
        guard var episode, episode.reopened == nil, !episode.isUnderLoweredHead else {
            return Outcome()
        }
        let length = episode.length(tick.now)
        let excuse = Self.excuse(for: episode, length, conditions)
        episode.isExcused = excuse != nil
        if !episode.isDecided, excuse == nil,
            Elapsed.reached(episode.lastSeen - episode.start, Self.minClosure)
        {
            episode.isDecided = true
            history.decide(.closed, since: episode.start)
        }
        var outcome = Outcome(
            isClosing: true, length: length,
            isScored: episode.isDeep && episode.isSeenWell && excuse == nil,
            isExcused: excuse != nil)
        // Eyes that have never been seen open may be open.
        let steps = conditions.hasSeenOpen && excuse == nil ? ladder.count : 1
        while episode.isDeep, episode.steps < steps,
            Elapsed.reached(length, ladder[episode.steps].length)
        {
            let slot = ladder[episode.steps].slot
            let evidence = Self.evidence(episode, reading, conditions, excuse)
            let incident = episode.incident ?? events.newIncident()
            episode.incident = incident
            events.fire(
                slot, start: episode.start, now: tick.now, peak: episode.peak,
                reason: evidence.reason, confidence: evidence.confidence, incident: incident,
                doubt: Double(episode.doubt) / 1000)
            episode.steps += 1
        }
        if episode.steps > 0, excuse == nil, !episode.isCounted {
            episode.isCounted = true
            outcome.isMicrosleep = true
        }
        for step in ladder { events.raisePeak(of: step.slot, to: episode.peak) }
        self.episode = episode
        return outcome
    }

    /// What explains closed eyes other than sleep.
    private static func excuse(
        for episode: ClosureEpisode, _ length: Int, _ conditions: Conditions
    ) -> DriverEventReason? {
        guard !Elapsed.reached(length, excuseLimit) else { return nil }
        let times = episode.start - excuseLead...episode.start + excuseDelay
        if let start = conditions.mouthOpen, times.contains(start) { return .yawning }
        if let start = conditions.laughing, times.contains(start) { return .laughing }
        return nil
    }

    private static func evidence(
        _ episode: ClosureEpisode, _ reading: SanitizedReading, _ conditions: Conditions,
        _ excuse: DriverEventReason?
    ) -> (reason: DriverEventReason, confidence: Double) {
        if let excuse { return (excuse, EvidenceConfidence.excused) }
        if !conditions.hasSeenOpen { return (.eyesClosed, EvidenceConfidence.openEyesUnknown) }
        if !reading.isFacePresent { return (.faceLost, EvidenceConfidence.faceLost) }
        if episode.hasGap { return (.framesMissing, EvidenceConfidence.framesMissing) }
        if episode.doubt > 0 { return (.eyesDoubtful, EvidenceConfidence.eyesDoubtful) }
        return (.eyesClosed, 1)
    }
}
