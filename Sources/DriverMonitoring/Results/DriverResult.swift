public import LandmarkCore

/// The driver's state after a frame.
public struct DriverResult: Sendable, Hashable, Codable {
    /// The frame's time.
    public var timestamp: Timestamp
    /// The fatigue score, 0…100.
    public var fatigueScore: Double
    /// The probability, 0…1, that the driver's eyes are judged correctly: that eyes reported as
    /// open are open, and eyes reported as closed are closed. Level and alerts are no more certain
    /// than that. It is not a probability of fatigue.
    public var confidence: Double
    /// The fatigue level of the score, with hysteresis: the last known one while `isLevelKnown` is
    /// false.
    public var fatigueLevel: FatigueLevel
    /// Whether `fatigueLevel` is known: false while the eyes have been unreadable for more than 2 s
    /// of the last 3 s, or have not been read at all. `confidence` is then at most
    /// `unknownConfidence`.
    public var isLevelKnown: Bool
    /// Whether too little is seen to judge the last minutes: their cues then do not raise the score, but
    /// closed eyes still trigger events and alerts. This is the case below `limitedConfidence`, below 4.5
    /// frames per second, and for a driver who could not be calibrated within a minute.
    public var isLimited: Bool
    /// The active alerts, the most urgent first.
    public var activeAlerts: ActiveAlerts
    /// The sound to play in this frame; nil for none.
    public var sound: DriverSound?
    /// The measurements behind the score, events and alerts.
    public var signals: DriverSignals
    /// The driver's attention to the road, the warnings that are due, and whether a driving system is locked
    /// out.
    public var attention: AttentionState
    /// The state of the driver's calibration.
    public var calibration: CalibrationState
    /// The events that fired in this frame.
    public var firedEvents: [DriverEvent]
    /// The events whose end became known in this frame.
    public var endedEvents: [DriverEvent]

    /// The confidence below which the cues of the last minutes do not raise the score.
    public static let limitedConfidence = 0.3

    /// The maximum confidence of a result whose level is unknown.
    public static let unknownConfidence = 0.25

    /// Creates a result; by default, `isLimited` is whether the confidence is below
    /// `limitedConfidence`.
    public init(
        timestamp: Timestamp, fatigueScore: Double, confidence: Double,
        fatigueLevel: FatigueLevel, isLevelKnown: Bool = true,
        isLimited: Bool? = nil, activeAlerts: ActiveAlerts = ActiveAlerts(),
        sound: DriverSound? = nil, signals: DriverSignals = DriverSignals(),
        attention: AttentionState = AttentionState(),
        calibration: CalibrationState = .uncalibrated, firedEvents: [DriverEvent] = [],
        endedEvents: [DriverEvent] = []
    ) {
        self.timestamp = timestamp
        self.fatigueScore = fatigueScore
        self.confidence = confidence
        self.fatigueLevel = fatigueLevel
        self.isLevelKnown = isLevelKnown
        self.isLimited = isLimited ?? (confidence < Self.limitedConfidence)
        self.activeAlerts = activeAlerts
        self.sound = sound
        self.signals = signals
        self.attention = attention
        self.calibration = calibration
        self.firedEvents = firedEvents
        self.endedEvents = endedEvents
    }

    /// The fatigue level, or nil while it is unknown because the eyes cannot be read.
    public var knownLevel: FatigueLevel? { isLevelKnown ? fatigueLevel : nil }

    /// Whether any alert is active.
    public var isAlert: Bool { !activeAlerts.isEmpty }

    /// The Karolinska Sleepiness Scale values (1…9) that the level may correspond to. The mapping is
    /// unvalidated, and a user interface that shows it must state this.
    public var unvalidatedKSS: ClosedRange<Int> { fatigueLevel.unvalidatedKSS }
}

/// The driver's fatigue in five levels of the score; the raw value is the level's number, 0…4.
///
/// A level is entered at once and left with hysteresis: one level at a time, after the score has
/// been more than 5 points below the level's entry score for 10 s.
public enum FatigueLevel: Int, Sendable, Hashable, Comparable, CaseIterable, Codable {
    /// Score below 20.
    case alert
    /// Score from 20.
    case slight
    /// Score from 40: advise a break.
    case moderate
    /// Score from 60: warn.
    case severe
    /// Score from 80: asleep or about to be.
    case critical

    /// The score at which the level is entered.
    public var entryScore: Double { 20 * Double(rawValue) }

    /// The Karolinska Sleepiness Scale values (1…9) that the level may correspond to.
    ///
    /// The mapping is unvalidated: it ties levels 2 and 3 to the scale values at which EU rules
    /// allow (7) and require (8) a warning. A user interface that shows it must state this.
    public var unvalidatedKSS: ClosedRange<Int> {
        switch self {
        case .alert: 1...5
        case .slight: 6...6
        case .moderate: 7...7
        case .severe: 8...9
        case .critical: 9...9
        }
    }

    /// Orders levels by fatigue.
    public static func < (a: FatigueLevel, b: FatigueLevel) -> Bool { a.rawValue < b.rawValue }
}

/// The state of the calibration to the driver's own eyes and neutral head pose.
public enum CalibrationState: String, Sendable, Hashable, Comparable, CaseIterable, Codable {
    /// Default eye baselines are used instead of the driver's own.
    case uncalibrated
    /// The driver's own baselines, from the first 90 usable frames on; still being refined.
    case provisional
    /// The driver's own baselines, from 60 s of usable frames.
    case frozen

    /// Orders states by progress of the calibration.
    public static func < (a: CalibrationState, b: CalibrationState) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .uncalibrated: 0
        case .provisional: 1
        case .frozen: 2
        }
    }
}
