import DriverMonitoring

/// What a report shows over time.
enum Track: Int, CaseIterable, Sendable {
    case score, openness, perclos60, yaw, pitch

    /// Its value in a frame; nil when that is not known.
    func value(in result: DriverResult) -> Double? {
        switch self {
        case .score: result.fatigueScore
        case .openness: result.signals.openness
        case .perclos60: result.signals.perclos60
        case .yaw: result.signals.relativeHead?.yaw
        case .pitch: result.signals.relativeHead?.pitch
        }
    }
}
