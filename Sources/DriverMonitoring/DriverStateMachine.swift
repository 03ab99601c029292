import LandmarkCore

/// Follows a driver by signals: how open the eyes are, where the head points, and so on.
///
/// A value without clock, thread or file: the readings bring the time, and the same readings give
/// the same results. `DriverAnalyzer` makes readings from landmarks.
public struct DriverStateMachine: Sendable {
    private static let yawnTime = 300_000
    private static let nodTime = 300_000
    private static let microsleepTime = 180_000

    private var clock = FrameClock()
    private var frameRate = FrameRate()
    private var exposure = Exposure()
    private(set) var strangeness = Strangeness()
    private var blinks = BlinkHistory()
    private var microsleeps = RecentTimes()
    private var closure = ClosureMachine()
    private var yawn = YawnMachine()
    private var nod = NodMachine()
    private var presence = PresenceMachine()
    private var offRoad = OffRoadMachine()
    private var phone = PhoneMachine()
    private var score = ScoreMachine()
    private var level = LevelMachine()
    private var alerts = AlertMachine()
    private var sounds = SoundMachine()
    private var events = EventBook()

    /// A driver of whom nothing is known.
    public init() {}

    /// Forgets everything: the next reading may have any time, and events are numbered from 1.
    public mutating func reset() { self = DriverStateMachine() }

    /// Takes the next reading.
    ///
    /// Readings at most 0.5 s apart speak for the time between them; of longer gaps nothing is
    /// known, so nothing that was going on is taken to go on.
    ///
    /// - Parameter reading: The signals, whose time must be after that of the reading before.
    /// - Returns: What is known of the driver now.
    /// - Throws: `DriverError.duplicateTimestamp`, `.timestampOutOfOrder` or
    ///   `.timestampOutOfRange`, after which everything is as before the call.
    public mutating func update(_ reading: DriverReading) throws(DriverError) -> DriverResult {
        let tick = try clock.tick(reading.timestamp)
        clock.advance(to: reading.timestamp)
        let sight = Sight(reading)
        strangeness.update(sight, reading.calibration, tick)
        let closing = follow(sight, tick)
        let signals = signals(sight, tick, closing)
        let confidence = confidence(signals, reading.calibration)
        judge(sight, signals, closing, isLimited: confidence < DriverResult.limitedConfidence, tick)
        let active = alerts.update(
            closure: closing, sight: sight, level: level.level,
            isPhoneReleased: phone.isReleased(tick.now), events: events, tick)
        let sound = sounds.update(active, level: level.level, tick.now)
        return DriverResult(
            timestamp: reading.timestamp, fatigueScore: score.score, confidence: confidence,
            fatigueLevel: level.level, activeAlerts: active, sound: sound, signals: signals,
            calibration: reading.calibration, firedEvents: events.fired,
            endedEvents: events.ended)
    }

    /// The next frame's place in time, for a frame that may come; changes nothing.
    func tick(_ timestamp: Timestamp) throws(DriverError) -> Tick { try clock.tick(timestamp) }

    /// Lets every machine see the frame.
    private mutating func follow(_ sight: Sight, _ tick: Tick) -> ClosureMachine.Outcome {
        events.begin()
        frameRate.add(tick)
        blinks.trim(tick.now)
        microsleeps.trim(tick.now)
        // After a gap nothing of before it speaks for how well the eyes are seen.
        exposure.trim(tick.now)
        presence.update(sight, tick, &events)
        let closing = closure.update(
            sight, tick, visibility: usableShare(sight) * sight.visibility,
            countsBlinks: frameRate.isEnoughForBlinks, exposure: &exposure, blinks: &blinks,
            events: &events)
        if closing.isMicrosleep { microsleeps.add(tick.now) }
        yawn.update(sight, tick, &events)
        nod.update(sight, tick, isClosing: closing.isClosing, &events)
        let isMuted = AlertMachine.isMuted(sight.speed)
        offRoad.update(sight, tick, isMuted: isMuted, &events)
        phone.update(sight, tick, isMuted: isMuted, &events)
        return closing
    }

    /// Finds score and level.
    private mutating func judge(
        _ sight: Sight, _ signals: DriverSignals, _ closing: ClosureMachine.Outcome,
        isLimited: Bool, _ tick: Tick
    ) {
        let cues = ScoreMachine.Cues(
            perclos60: signals.perclos60, longBlinkShare: signals.blinks?.longShare,
            yawns: signals.yawns, nods: signals.nods, microsleeps: signals.microsleeps)
        score.update(
            cues, closureLength: closing.isScored ? closing.length : 0, isUsable: sight.isUsable,
            isLimited: isLimited, tick)
        level.update(
            score, microsleeps: microsleeps.count(in: LevelMachine.holdingTime, before: tick.now),
            perclos180: signals.perclos180, tick, &events)
    }

    private func signals(
        _ sight: Sight, _ tick: Tick, _ closing: ClosureMachine.Outcome
    ) -> DriverSignals {
        var signals = DriverSignals()
        signals.isFacePresent = sight.isFacePresent
        signals.isUsable = sight.isUsable
        signals.openness = sight.openness
        signals.mouthOpenness = sight.mouth
        signals.relativeHead = sight.head
        signals.isOffRoad = offRoad.isOff
        signals.offRoadSeconds = Double(offRoad.length(tick.now)) / 1000
        signals.isPhonePose = sight.isPhonePose
        signals.closureSeconds = closing.isClosing ? Double(closing.length) / 1000 : nil
        signals.perclos60 = exposure.minute.perclos
        signals.perclos180 = exposure.threeMinutes.perclos
        signals.blinks =
            frameRate.isEnoughForBlinks
            ? blinks.statistics(usable: exposure.threeMinutes.usable) : nil
        signals.yawns = yawn.times.count(in: Self.yawnTime, before: tick.now)
        signals.nods = nod.times.count(in: Self.nodTime, before: tick.now)
        signals.microsleeps = microsleeps.count(in: Self.microsleepTime, before: tick.now)
        signals.usableShare = usableShare(sight)
        signals.usableSeconds = Double(exposure.minute.usable) / 1000
        signals.visibility = sight.visibility
        signals.frameRate = frameRate.perSecond
        signals.speed = sight.speed
        return signals
    }

    /// The usable share of the last three seconds; that of this frame when it is the first.
    private func usableShare(_ sight: Sight) -> Double {
        let sums = exposure.threeSeconds
        guard sums.observed > 0 else { return sight.isUsable ? 1 : 0 }
        return Double(sums.usable) / Double(sums.observed)
    }
}
