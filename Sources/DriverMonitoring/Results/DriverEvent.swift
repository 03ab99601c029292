public import LandmarkCore

/// A driver event, such as a blink, a microsleep or a long look off the road.
///
/// Each event is reported twice with the same `id`: in the result of the frame in which it fires,
/// and in that of the frame in which its end is known. Events that are already over when they are
/// detected (blinks, nods, level changes) are reported as fired and ended in the same frame.
public struct DriverEvent: Sendable, Hashable, Codable {
    /// The event's number, counted from 1 in order of firing.
    public let id: Int
    /// The kind of event.
    public let kind: DriverEventKind
    /// The start of the event's condition: for a microsleep, the first frame with closed eyes, not the frame
    /// in which they had been closed for long enough.
    public let start: Timestamp
    /// The frame in which the event fired.
    public let fire: Timestamp
    /// The end; nil while the event lasts. A blink ends when the eyes open, which may be confirmed
    /// only a few frames later; all other events end no earlier than they fire.
    public var end: Timestamp?
    /// The highest value so far: eye closure 0…1 for eye events, mouth openness 0…1 for yawns,
    /// degrees for nods, slumps and long distraction, seconds off the road for short distraction,
    /// the score 0…100 for level changes, the number of terminal warnings for a lock-out, and 1 for all
    /// others.
    public var peak: Double
    /// The cause, for kinds that have more than one.
    public let reason: DriverEventReason?
    /// Why the eyes could not be read when the event fired; nil except for `eyesUnreadable`.
    public let eyeUnreadableReason: EyeUnreadableReason?
    /// How certain the evidence is, 0…1: 1 when everything that the rule requires was measured, less when a
    /// part was missing, such as the eyes in a nod. It is not a probability of fatigue.
    public let confidence: Double
    /// The number of the incident that the event belongs to, counted from 1: `microsleep`, `sleep` and
    /// `unresponsive` in one closure share an incident, as do `distractionLong` and `unresponsive` in one
    /// look, and `slump` and `unresponsive` in one slump. nil for all other events.
    public let incident: Int?
    /// The seconds of a closure in which the eyes could not be read but did not seem open; 0 for all other
    /// events.
    public internal(set) var doubt: Double
    /// The name of the `GazeZone` that the driver looked at when a look off the road fired; nil if
    /// the gaze could not be measured, and for all other events.
    public let gazeZone: String?
    /// The levels before and after; nil except for `levelChanged`.
    public let levels: LevelChange?

    /// A change in the fatigue level.
    public struct LevelChange: Sendable, Hashable, Codable {
        /// The level before.
        public let from: FatigueLevel
        /// The new level.
        public let to: FatigueLevel
        /// PERCLOS over three minutes at the change, 0…1, to confirm the one-minute value.
        public let perclos180: Double

        /// Creates a level change.
        public init(from: FatigueLevel, to: FatigueLevel, perclos180: Double) {
            self.from = from
            self.to = to
            self.perclos180 = perclos180
        }
    }

    /// Creates an event.
    public init(
        id: Int, kind: DriverEventKind, start: Timestamp, fire: Timestamp, end: Timestamp? = nil,
        peak: Double, reason: DriverEventReason? = nil,
        eyeUnreadableReason: EyeUnreadableReason? = nil, confidence: Double = 1,
        incident: Int? = nil, doubt: Double = 0, gazeZone: String? = nil,
        levels: LevelChange? = nil
    ) {
        self.id = id
        self.kind = kind
        self.start = start
        self.fire = fire
        self.end = end
        self.peak = peak
        self.reason = reason
        self.eyeUnreadableReason = eyeUnreadableReason
        self.confidence = confidence
        self.incident = incident
        self.doubt = doubt
        self.gazeZone = gazeZone
        self.levels = levels
    }

    /// Seconds from start to end, or from start to firing while the event lasts.
    public var duration: Double {
        Double((end ?? fire).milliseconds - start.milliseconds) / 1000
    }
}

/// The kind of a driver event; the raw value is the name used in files.
public enum DriverEventKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// Eyes closed for 0.06…0.5 s; reported only at 15 frames per second and above.
    case blink = "BLINK"
    /// Eyes closed for at least 0.5 s, but not for as long as a microsleep.
    case longBlink = "LONG_BLINK"
    /// Eyes closed for 1 s, or for `DriverOptions.microsleepDuration`.
    case microsleep = "MICROSLEEP"
    /// Eyes closed for 3 s.
    case sleep = "SLEEP"
    /// Eyes closed for 6 s, gaze not back on the road within 3 s of a `distractionLong`, or a slump
    /// of 6 s; `DriverEvent.reason` distinguishes them.
    case unresponsive = "UNRESPONSIVE"
    /// Mouth wide open for 1.5 s.
    case yawn = "YAWN"
    /// Mouth open for 12 s: the `yawn` reported before was not a yawn and no longer counts.
    case yawnRetracted = "YAWN_RETRACTED"
    /// The head dropped by 15° or more and came back up, with closed eyes, or with unreadable ones
    /// and a jerk.
    case headNod = "HEAD_NOD"
    /// The head hung down or to a side for 3 s while the eyes could not be read.
    case slump = "SLUMP"
    /// Off the road for 3 s.
    case distractionLong = "DISTRACTION_LONG"
    /// Off the road for 10 of the last 30 s, without 2 s on the road in between.
    case distractionShort = "DISTRACTION_SHORT"
    /// A hand that seems to hold something, at an ear or in front of the mouth, for 2 s; what it
    /// holds is unknown.
    case phoneLike = "PHONE_LIKE"
    /// No face found for 2 s.
    case noFace = "NO_FACE"
    /// No face found for 10 s: monitoring is unavailable.
    case degraded = "DEGRADED"
    /// A face was found, but its eyes could not be read for 2 s; `eyeUnreadableReason` gives the reason.
    case eyesUnreadable = "EYES_UNREADABLE"
    /// The fatigue level changed.
    case levelChanged = "LEVEL_CHANGED"
    /// Another person has taken the driver's seat: the calibration starts again, and the cues of the last
    /// minutes are discarded.
    case driverChanged = "DRIVER_CHANGED"
    /// The driver ignored too many warnings, according to `LockOutRules`: a driving system must not be
    /// engaged again until it is restarted.
    case lockedOut = "LOCKED_OUT"
}

/// The cause of a driver event, for kinds that have more than one; the raw value is the name used
/// in files.
public enum DriverEventReason: String, Sendable, Hashable, CaseIterable, Codable {
    /// The eyes are closed.
    case eyesClosed
    /// The eyes were closed when the face was lost.
    case faceLost
    /// The eyes were closed before and after a gap in the frames.
    case framesMissing
    /// The eyes are closed in a yawn.
    case yawning
    /// The eyes are closed in a laugh.
    case laughing
    /// The eyes closed and could not be read for part of the time since.
    case eyesDoubtful
    /// The eyes could not be read; judged by the head alone.
    case eyesUnseen
    /// The gaze did not return to the road after a warning.
    case gazeAway
    /// The eyes look off the road, but the head does not.
    case eyesAverted
    /// The head is turned to a side.
    case headTurned
    /// The head is lowered.
    case headLowered
    /// The level rose because of PERCLOS and the other cues of the last minutes.
    case recentMinutes
    /// The level is held by repeated microsleeps.
    case repeatedMicrosleeps
    /// The level fell because the score did.
    case recovery
    /// The level was that of another driver.
    case driverChanged
}
