import DriverMonitoring

// What results call things: the words of JSON, in capitals where they are alerts or events.

extension DriverAlert {
    /// The alert's name in files.
    var name: String {
        switch self {
        case .unresponsive: "UNRESPONSIVE"
        case .sleep: "SLEEP"
        case .microsleep: "MICROSLEEP"
        case .fatigue: "FATIGUE"
        case .distractionLong: "DISTRACTION_LONG"
        case .phoneLike: "PHONE_LIKE"
        case .distractionShort: "DISTRACTION_SHORT"
        }
    }

    /// The alert for a person to read.
    var words: String {
        switch self {
        case .unresponsive: "driver does not react"
        case .sleep: "asleep"
        case .microsleep: "microsleep"
        case .fatigue: "fatigue"
        case .distractionLong: "eyes off the road"
        case .phoneLike: "phone?"
        case .distractionShort: "often off the road"
        }
    }
}

extension DriverSound {
    /// The sound's name in files.
    var name: String {
        switch self {
        case .critical: "critical"
        case .fatigue: "fatigue"
        case .distraction: "distraction"
        }
    }
}

extension CalibrationState {
    /// The state's name in files.
    var name: String {
        switch self {
        case .usualValues: "usualValues"
        case .provisional: "provisional"
        case .frozen: "frozen"
        }
    }

    /// The state for a person to read.
    var words: String {
        switch self {
        case .usualValues: "usual values"
        case .provisional: "provisional"
        case .frozen: "frozen"
        }
    }
}

extension FatigueLevel {
    /// The level for a person to read. The lowest is not called alert as in the library: that would
    /// be what a driver is given.
    var words: String {
        switch self {
        case .alert: "awake"
        case .slight: "slight"
        case .moderate: "moderate"
        case .severe: "severe"
        case .critical: "critical"
        }
    }
}

extension DriverEventKind {
    /// The event for a person to read.
    var words: String {
        switch self {
        case .blink: "Blink"
        case .longBlink: "Long blink"
        case .microsleep: "Microsleep"
        case .sleep: "Sleep"
        case .unresponsive: "Unresponsive"
        case .yawn: "Yawn"
        case .yawnRetracted: "No yawn after all"
        case .headNod: "Head nod"
        case .distractionLong: "Long distraction"
        case .distractionShort: "Short distractions"
        case .phoneLike: "Phone-like pose"
        case .noFace: "No face"
        case .degraded: "Driver out of sight"
        case .eyesUnreadable: "Eyes unreadable"
        case .levelChanged: "Level"
        }
    }
}

extension DriverEventReason {
    /// The reason for a person to read.
    var words: String {
        switch self {
        case .eyesClosed: "eyes closed"
        case .faceLost: "face lost with closed eyes"
        case .gazeAway: "gaze does not come back"
        case .headTurned: "head turned"
        case .headLowered: "head lowered"
        case .recentMinutes: "the last minutes"
        case .repeatedMicrosleeps: "repeated microsleeps"
        case .recovery: "recovery"
        }
    }
}
