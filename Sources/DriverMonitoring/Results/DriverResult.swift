public import LandmarkCore

/// What is known of a driver after a frame.
public struct DriverResult: Sendable, Hashable {
    /// The frame's time.
    public var timestamp: Timestamp
    /// How tired the driver seems, 0…100.
    public var fatigueScore: Double
    /// How good the data are, 0…1; it is no probability of fatigue.
    public var confidence: Double
    /// The score's level, with its hysteresis.
    public var fatigueLevel: FatigueLevel
    /// The alerts that are on, the most urgent first.
    public var activeAlerts: ActiveAlerts
    /// The sound that is due in this frame.
    public var sound: DriverSound?
    /// What was measured.
    public var signals: DriverSignals
    /// How well the driver is known.
    public var calibration: CalibrationState
    /// The events that fired in this frame.
    public var firedEvents: [DriverEvent]
    /// The events whose end became known in this frame.
    public var endedEvents: [DriverEvent]

    /// The confidence below which the last minutes are not judged.
    public static let limitedConfidence = 0.3

    /// Makes a result.
    public init(
        timestamp: Timestamp, fatigueScore: Double, confidence: Double,
        fatigueLevel: FatigueLevel, activeAlerts: ActiveAlerts = ActiveAlerts(),
        sound: DriverSound? = nil, signals: DriverSignals = DriverSignals(),
        calibration: CalibrationState = .usualValues, firedEvents: [DriverEvent] = [],
        endedEvents: [DriverEvent] = []
    ) {
        self.timestamp = timestamp
        self.fatigueScore = fatigueScore
        self.confidence = confidence
        self.fatigueLevel = fatigueLevel
        self.activeAlerts = activeAlerts
        self.sound = sound
        self.signals = signals
        self.calibration = calibration
        self.firedEvents = firedEvents
        self.endedEvents = endedEvents
    }

    /// Whether the driver is to be warned: some alert is on.
    public var isAlert: Bool { !activeAlerts.isEmpty }

    /// Whether the data are so poor that the last minutes are not judged.
    public var isLimited: Bool { confidence < Self.limitedConfidence }

    /// Which steps of the Karolinska sleepiness scale (1…9) the level may stand for; nobody has
    /// validated that, and whoever shows it must say so.
    public var unvalidatedKSS: ClosedRange<Int> { fatigueLevel.unvalidatedKSS }
}
