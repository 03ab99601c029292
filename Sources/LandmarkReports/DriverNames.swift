package import DriverMonitoring

// The display names of alerts, levels, and events.

extension DriverAlert {
    package var displayName: String {
        switch self {
        case .unresponsive: "driver does not react"
        case .sleep: "asleep"
        case .microsleep: "microsleep"
        case .fatigue: "fatigue"
        case .distractionLong: "eyes off the road"
        case .phoneLike: "phone?"
        case .distractionShort: "often off the road"
        case .degraded: "driver out of sight"
        }
    }
}

extension CalibrationState {
    package var displayName: String {
        switch self {
        case .uncalibrated: "usual values"
        case .provisional: "provisional"
        case .frozen: "frozen"
        }
    }
}

extension FatigueLevel {
    /// Unlike in the library, the lowest level is not called “alert”, because drivers are given alerts.
    package var displayName: String {
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
    package var displayName: String {
        switch self {
        case .blink: "Blink"
        case .longBlink: "Long blink"
        case .microsleep: "Microsleep"
        case .sleep: "Sleep"
        case .unresponsive: "Unresponsive"
        case .yawn: "Yawn"
        case .yawnRetracted: "Yawn retracted"
        case .headNod: "Head nod"
        case .slump: "Slump"
        case .distractionLong: "Long distraction"
        case .distractionShort: "Short distractions"
        case .phoneLike: "Phone-like pose"
        case .noFace: "No face"
        case .degraded: "Driver out of sight"
        case .eyesUnreadable: "Eyes unreadable"
        case .levelChanged: "Level"
        case .driverChanged: "Another driver"
        case .lockedOut: "Locked out"
        }
    }
}

extension DriverEventReason {
    package var displayName: String {
        switch self {
        case .eyesClosed: "eyes closed"
        case .faceLost: "face lost with closed eyes"
        case .framesMissing: "eyes closed before and after a gap"
        case .yawning: "eyes closed in a yawn"
        case .laughing: "eyes closed in a laugh"
        case .eyesDoubtful: "eyes closed, then unreadable"
        case .eyesUnseen: "eyes not seen, judged by the head"
        case .gazeAway: "gaze does not return"
        case .eyesAverted: "eyes averted"
        case .headTurned: "head turned"
        case .headLowered: "head lowered"
        case .recentMinutes: "the last minutes"
        case .repeatedMicrosleeps: "repeated microsleeps"
        case .recovery: "recovery"
        case .driverChanged: "another driver"
        }
    }
}
