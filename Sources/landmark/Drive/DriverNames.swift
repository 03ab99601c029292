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
        case .uncalibrated: "usualValues"
        case .provisional: "provisional"
        case .frozen: "frozen"
        }
    }
}
