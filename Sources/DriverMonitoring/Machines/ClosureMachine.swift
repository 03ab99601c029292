/// Follows the eyes from closing to opening: blinks, microsleep, sleep, unresponsiveness.
///
/// Where the eyes cannot be seen the closure is bridged for 0.5 s; when the face goes out of sight
/// after a second of closed eyes, as of a driver who sinks down, for 6 s.
struct ClosureMachine {
    /// What a frame adds.
    struct Outcome {
        /// Whether the eyes are in a closure.
        var isClosing = false
        /// How long they have been, in milliseconds.
        var length = 0
        /// Whether its length raises the score: mostly deep, and seen in good data once.
        var isScored = false
        /// Whether a microsleep fired.
        var isMicrosleep = false
    }

    static let startOpenness = 0.30
    static let endOpenness = 0.50
    static let deepOpenness = 0.20
    /// A head this far down looks down; its eyes are not closed.
    static let loweredPitch = -12.0
    static let microsleep = 1500
    static let sleep = 3000
    static let unresponsive = 6000
    private static let shortestBlink = 60
    private static let longBlink = 500
    /// Shorter closures are blinks for PERCLOS.
    private static let shortestClosure = 250
    private static let slumpStart = 1000
    private static let slumpLimit = 6000
    private static let neededVisibility = 0.5

    private struct Episode {
        let start: Int
        /// Whether a frame of it was seen well.
        var isSeenWell: Bool
        var lastSeen: Int
        /// The last frame of a driver who sinks out of sight.
        var lastSlump: Int?
        var total = 0
        var deep = 0
        var peak: Double
        var isDecided = false
        /// How many steps of the ladder have fired.
        var steps = 0

        var isDeep: Bool { 2 * deep >= total }
    }

    private static let ladder: [(slot: EventBook.Slot, length: Int)] = [
        (.microsleep, microsleep), (.sleep, sleep), (.unresponsiveEyes, unresponsive),
    ]

    private var episode: Episode?

    /// Takes a frame. `visibility` is the share of usable frames times how well the eyes are seen.
    mutating func update(
        _ sight: Sight, _ tick: Tick, visibility: Double, countsBlinks: Bool,
        exposure: inout Exposure, blinks: inout BlinkHistory, events: inout EventBook
    ) -> Outcome {
        if let gapStart = tick.gapStart { cut(at: gapStart, &exposure, &events) }
        if sight.isUsable, let openness = sight.openness {
            see(openness, sight, tick, visibility)
            if openness >= Self.endOpenness {
                open(tick, countsBlinks, &exposure, &blinks, &events)
            }
        } else {
            bridge(sight, tick, &exposure, &events)
        }
        let isClosed = (sight.openness ?? 1) <= Self.deepOpenness && episode != nil
        exposure.add(!sight.isUsable ? .unusable : isClosed ? kind : .open, tick)
        return climb(sight, tick, &exposure, &events)
    }

    private var kind: Exposure.Kind { episode?.isDecided == true ? .closed : .undecided }

    private mutating func see(
        _ openness: Double, _ sight: Sight, _ tick: Tick, _ visibility: Double
    ) {
        if var episode {
            episode.total += tick.step
            if openness <= Self.deepOpenness { episode.deep += tick.step }
            episode.lastSeen = tick.now
            episode.peak = max(episode.peak, 1 - openness)
            if visibility >= Self.neededVisibility { episode.isSeenWell = true }
            self.episode = episode
        } else if openness <= Self.startOpenness, (sight.head?.pitch ?? 0) > Self.loweredPitch {
            episode = Episode(
                start: tick.now, isSeenWell: visibility >= Self.neededVisibility,
                lastSeen: tick.now, peak: 1 - openness)
        }
    }

    /// The eyes are open again.
    private mutating func open(
        _ tick: Tick, _ countsBlinks: Bool, _ exposure: inout Exposure,
        _ blinks: inout BlinkHistory, _ events: inout EventBook
    ) {
        guard let episode else { return }
        self.episode = nil
        end(episode, at: tick.now, &exposure, &events)
        let length = tick.now - episode.start
        guard Elapsed.reached(length, Self.shortestBlink),
            !Elapsed.reached(length, Self.microsleep)
        else { return }
        if countsBlinks { blinks.add(length: length, end: tick.now) }
        if Elapsed.reached(length, Self.longBlink) {
            events.tell(.longBlink, start: episode.start, now: tick.now, peak: episode.peak)
        } else if countsBlinks {
            events.tell(.blink, start: episode.start, now: tick.now, peak: episode.peak)
        }
    }

    /// The eyes cannot be seen.
    private mutating func bridge(
        _ sight: Sight, _ tick: Tick, _ exposure: inout Exposure, _ events: inout EventBook
    ) {
        guard var episode else { return }
        let isSlump =
            !sight.isFacePresent
            && Elapsed.reached(episode.lastSeen - episode.start, Self.slumpStart)
        let limit = isSlump ? Self.slumpLimit : Elapsed.longestStep
        if isSlump { episode.lastSlump = tick.now }
        self.episode = episode
        guard Elapsed.isLost(tick.now - episode.lastSeen, limit: limit) else { return }
        self.episode = nil
        let last = max(episode.lastSeen, episode.lastSlump ?? episode.lastSeen)
        end(episode, at: last, &exposure, &events)
    }

    /// Nothing is known from `time` on.
    private mutating func cut(
        at time: Int, _ exposure: inout Exposure, _ events: inout EventBook
    ) {
        guard let episode else { return }
        self.episode = nil
        end(episode, at: time, &exposure, &events)
    }

    private func end(
        _ episode: Episode, at time: Int, _ exposure: inout Exposure, _ events: inout EventBook
    ) {
        if !episode.isDecided {
            let isBlink = !Elapsed.reached(time - episode.start, Self.shortestClosure)
            exposure.decide(isBlink ? .open : .closed, since: episode.start)
        }
        for step in Self.ladder { events.end(step.slot, at: time) }
    }
}

extension ClosureMachine {
    /// What the closure has come to by now.
    private mutating func climb(
        _ sight: Sight, _ tick: Tick, _ exposure: inout Exposure, _ events: inout EventBook
    ) -> Outcome {
        guard var episode else { return Outcome() }
        let length = tick.now - episode.start
        if !episode.isDecided,
            Elapsed.reached(episode.lastSeen - episode.start, Self.shortestClosure)
        {
            episode.isDecided = true
            exposure.decide(.closed, since: episode.start)
        }
        var outcome = Outcome(
            isClosing: true, length: length, isScored: episode.isDeep && episode.isSeenWell)
        while episode.isDeep, episode.steps < Self.ladder.count,
            Elapsed.reached(length, Self.ladder[episode.steps].length)
        {
            let slot = Self.ladder[episode.steps].slot
            events.fire(
                slot, start: episode.start, now: tick.now, peak: episode.peak,
                reason: sight.isFacePresent ? .eyesClosed : .faceLost)
            episode.steps += 1
            if slot == .microsleep { outcome.isMicrosleep = true }
        }
        for step in Self.ladder { events.raise(step.slot, to: episode.peak) }
        self.episode = episode
        return outcome
    }
}
