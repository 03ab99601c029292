import LandmarkCore

/// Derives the driver's state from signals over time: eye openness, head pose and so on.
///
/// A value type that uses no clock, threads or files: time comes with the readings, and the same
/// readings give the same results. `DriverAnalyzer` produces readings from landmarks.
public struct DriverStateMachine: Sendable {
    /// Windows in which events are counted, in milliseconds.
    private static let yawnWindow = 300_000
    private static let nodWindow = 300_000
    private static let microsleepWindow = 180_000

    private var clock = FrameClock()
    private var frameRate = FrameRateEstimator()
    private var history = EyeStateHistory()
    private var calibrationTimeout = CalibrationTimeout()
    private var blinks = BlinkHistory()
    private var microsleeps = RecentTimes()
    private var confidence = ConfidenceMachine()
    private var openEyes = OpenEyeWitness()
    private var lids = LidWatch()
    private var closure: ClosureMachine
    private var yawn = YawnMachine()
    private var laugh = LaughMachine()
    private var nod = NodMachine()
    private var slump = SlumpMachine()
    private var presence = PresenceMachine()
    private var offRoad: OffRoadMachine
    private var phone = PhoneMachine()
    private var score = ScoreMachine()
    private var level = LevelMachine()
    private var alerts: AlertMachine
    private var attention: AttentionMachine
    private var sounds = SoundMachine()
    private var events = EventTracker()

    /// The choices made at creation.
    public let options: DriverOptions

    /// Creates a state machine without history.
    public init(options: DriverOptions = DriverOptions()) {
        self.options = options
        closure = ClosureMachine(microsleep: options.microsleep)
        offRoad = OffRoadMachine(zones: options.gazeZones)
        alerts = AlertMachine(fatigueSpeed: options.fatigueSpeed)
        attention = AttentionMachine(options)
    }

    /// Discards all state: the next reading may have any timestamp, and events are numbered from 1
    /// again.
    public mutating func reset() { self = DriverStateMachine(options: options) }

    /// Silences the sound of the current incidents, such as a sleep, until they end. Their alerts
    /// stay active, and another incident sounds again.
    public mutating func acknowledge() { sounds.acknowledge() }

    /// Processes the next reading.
    ///
    /// Readings at most 0.5 s apart account for the time between them. A longer interval is a gap, about
    /// which nothing is known: no condition is assumed to have lasted through it.
    ///
    /// - Parameter reading: The signals; the timestamp must be later than the previous one.
    /// - Returns: The driver's state after the reading.
    /// - Throws: `DriverError.duplicateTimestamp`, `.timestampOutOfOrder` or
    ///   `.timestampOutOfRange`; the state machine is then unchanged.
    public mutating func update(_ reading: DriverReading) throws(DriverError) -> DriverResult {
        let tick = try clock.tick(reading.timestamp)
        clock.advance(to: reading.timestamp)
        frameRate.add(tick)
        events.beginFrame()
        if reading.isOtherDriver { forgetDriver(tick.now) }
        let sanitized = judge(SanitizedReading(reading), reading.calibration, tick)
        calibrationTimeout.update(
            sanitized, reading.calibration, learns: options.learns(at: sanitized.speed), tick)
        let closing = detectEvents(sanitized, tick)
        let signals = signals(sanitized, tick, closing)
        let isLevelKnown = isLevelKnown(sanitized)
        let confidence = min(
            self.confidence.update(
                sanitized, reading.calibration, frameRate: signals.frameRate, tick),
            isLevelKnown ? 1 : DriverResult.unknownConfidence)
        let isLimited =
            confidence < DriverResult.limitedConfidence || calibrationTimeout.isExpired
            || (signals.frameRate ?? 0) < DriverLimits.assessedFrameRate
        updateScore(sanitized, signals, closing, isLimited: isLimited, tick)
        let active = alerts.update(
            closure: closing, reading: sanitized, level: level.level,
            isPhoneReleased: phone.isReleased(tick.now), events: events, tick)
        let sound = sounds.update(
            active, alerts.critical(level: level.level, isOffRoad: offRoad.isOff),
            startsMicrosleep: closing.isMicrosleep, tick.now)
        return DriverResult(
            timestamp: reading.timestamp, fatigueScore: score.score, confidence: confidence,
            fatigueLevel: level.level, isLevelKnown: isLevelKnown, isLimited: isLimited,
            activeAlerts: active, sound: sound, signals: signals,
            attention: attention.state, calibration: reading.calibration,
            firedEvents: events.fired, endedEvents: events.ended)
    }

    /// The position in time of a frame with `timestamp`, without changing anything.
    ///
    /// - Throws: `DriverError`, as `update(_:)` does.
    func tick(_ timestamp: Timestamp) throws(DriverError) -> Tick { try clock.tick(timestamp) }

    /// Discards the cues of the last minutes, because they were another driver's.
    private mutating func forgetDriver(_ now: Int) {
        let previous = level.level
        events.endAll(at: now)
        var other = DriverStateMachine(options: options)
        (other.clock, other.frameRate, other.events, other.attention) = (
            clock, frameRate, events, attention
        )
        self = other
        events.record(.driverChanged, start: now, now: now, peak: 1)
        guard previous > .alert else { return }
        events.record(
            .levelChanged, start: now, now: now, peak: 0, reason: .driverChanged,
            levels: .init(from: previous, to: .alert, perclos180: 0))
    }

    /// Decides how the driver's eyes are judged, given how they were seen before.
    private mutating func judge(
        _ reading: SanitizedReading, _ calibration: CalibrationState, _ tick: Tick
    ) -> SanitizedReading {
        if openEyes.update(reading, calibration, tick) { lids.reset() }
        lids.update(reading, frameRate: frameRate.framesPerSecond, tick)
        return lids.isDoubtful ? reading.covered() : reading
    }

    /// Whether the eyes have been readable for long enough of the last three seconds.
    private func isLevelKnown(_ reading: SanitizedReading) -> Bool {
        let window = history.threeSeconds
        guard window.usable > 0 || reading.isUsable else { return false }
        return !Elapsed.exceeds(
            window.observed - window.usable, limit: PresenceMachine.unreadable)
    }

    /// Runs the machines that detect events.
    private mutating func detectEvents(
        _ reading: SanitizedReading, _ tick: Tick
    ) -> ClosureMachine.Outcome {
        blinks.trim(tick.now)
        microsleeps.trim(tick.now)
        // Trimmed before the usable share is read, because after a gap, earlier frames must not affect it.
        history.trim(tick.now)
        yawn.update(reading, tick, &events)
        laugh.update(reading, tick)
        let conditions = ClosureMachine.Conditions(
            visibility: usableShare(reading) * reading.visibility,
            countsBlinks: frameRate.isEnoughForBlinks, hasSeenOpen: openEyes.hasSeenOpen,
            mouthOpen: yawn.open, laughing: laugh.start)
        let closing = closure.update(
            reading, tick, conditions, history: &history, blinks: &blinks, events: &events)
        let window = history.threeSeconds
        presence.update(
            reading, tick, unusable: window.observed - window.usable,
            areCovered: lids.isDoubtful, &events)
        if closing.isMicrosleep, openEyes.hasSeenOpen { microsleeps.add(tick.now) }
        nod.update(reading, tick, isClosing: closing.isClosing, &events)
        let limit = options.lookLimit(at: reading.speed)
        offRoad.update(reading, tick, limit: limit, &events)
        slump.update(reading, tick, &events)
        phone.update(reading, tick, isMuted: limit == nil, &events)
        attention.update(
            isAttentive: isAttentive(reading, closing, isMuted: limit == nil), tick, &events)
        return closing
    }

    /// Whether the driver watches the road; nil when unknown. At speeds at which looks do not count, only
    /// closed eyes and a slump do.
    private func isAttentive(
        _ reading: SanitizedReading, _ closing: ClosureMachine.Outcome, isMuted: Bool
    ) -> Bool? {
        if closing.isClosing || events.isActive(.slump) { return false }
        if isMuted { return true }
        if events.isActive(.phoneLike) { return false }
        return offRoad.isOff.map { !$0 }
    }

    /// Updates score and level.
    private mutating func updateScore(
        _ reading: SanitizedReading, _ signals: DriverSignals, _ closing: ClosureMachine.Outcome,
        isLimited: Bool, _ tick: Tick
    ) {
        let cues = ScoreMachine.Cues(
            perclos60: signals.perclos60, longBlinkShare: signals.blinks?.longShare,
            yawns: signals.yawns, nods: signals.nods, microsleeps: signals.microsleeps)
        // Eyes that have never been seen open raise the level to at most 2.
        let limit = openEyes.hasSeenOpen ? Int.max : ScoreMachine.minClosure
        score.update(
            cues, closureLength: closing.isScored ? min(closing.length, limit) : 0,
            isUsable: reading.isUsable, isLimited: isLimited, tick)
        level.update(
            score, microsleeps: microsleeps.count(in: LevelMachine.holdTime, before: tick.now),
            perclos180: signals.perclos180, tick, &events)
    }

    private func signals(
        _ reading: SanitizedReading, _ tick: Tick, _ closing: ClosureMachine.Outcome
    ) -> DriverSignals {
        var signals = DriverSignals()
        signals.isFacePresent = reading.isFacePresent
        signals.isUsable = reading.isUsable
        signals.eyeReadability = reading.readability
        signals.eyeUnreadableReason = reading.unreadableReason
        signals.openness = reading.openness
        signals.opennessByAspectRatio = reading.opennessByAspectRatio
        signals.mouthOpenness = reading.mouthOpenness
        signals.relativeHead = reading.head
        signals.gazeZone = offRoad.zoneName
        signals.isOffRoad = offRoad.isOff
        signals.offRoadSeconds = Double(offRoad.length(tick.now)) / 1000
        signals.isPhonePose = reading.isPhonePose
        signals.closureSeconds = closing.isClosing ? Double(closing.length) / 1000 : nil
        signals.perclos60 = history.minute.perclos
        signals.perclos180 = history.threeMinutes.perclos
        signals.blinks =
            frameRate.isEnoughForBlinks
            ? blinks.statistics(usable: history.threeMinutes.usable) : nil
        signals.yawns = yawn.times.count(in: Self.yawnWindow, before: tick.now)
        signals.nods = nod.times.count(in: Self.nodWindow, before: tick.now)
        signals.microsleeps = microsleeps.count(in: Self.microsleepWindow, before: tick.now)
        signals.usableShare = usableShare(reading)
        signals.usableSeconds = Double(history.minute.usable) / 1000
        signals.visibility = reading.visibility
        signals.frameRate = frameRate.framesPerSecond
        signals.speed = reading.speed
        return signals
    }

    /// The usable share of the last three seconds, or of this frame when it is the first.
    private func usableShare(_ reading: SanitizedReading) -> Double {
        let window = history.threeSeconds
        guard window.observed > 0 else { return reading.isUsable ? 1 : 0 }
        return Double(window.usable) / Double(window.observed)
    }
}

/// Limits that other modules draw, or check input against.
package enum DriverLimits {
    /// The openness, 0…1, up to which eyes count as closed.
    package static let closedEyes = ClosureMachine.deepOpenness
    /// The one-minute PERCLOS, 0…1, from which a driver counts as drowsy.
    package static let drowsyPerclos = ScoreMachine.drowsyPerclos
    /// The mouth openness, 0…1, from which a yawn may start.
    package static let openMouth = YawnMachine.startOpenness
    /// The yaw in degrees, to either side, beyond which a driver looks off the road.
    package static let yaw = OffRoadMachine.yaw
    /// The pitch in degrees below which a driver looks off the road.
    package static let pitch = OffRoadMachine.pitch
    /// The frames per second below which the last minutes are not judged: too many closures fall between
    /// frames.
    package static let assessedFrameRate = 4.5
    /// Valid vehicle speeds in km/h, in either direction.
    package static let speeds = 0.0...1000
}
