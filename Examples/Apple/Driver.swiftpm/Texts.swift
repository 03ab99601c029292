import AppSupport
import DriverMonitoring

extension FatigueLevel {
    /// The name of the level.
    var name: String {
        switch self {
        case .alert: Localized.text("level.alert")
        case .slight: Localized.text("level.slight")
        case .moderate: Localized.text("level.moderate")
        case .severe: Localized.text("level.severe")
        case .critical: Localized.text("level.critical")
        }
    }
}

extension DriverAlert {
    /// What to say to the driver.
    var message: String {
        switch self {
        case .unresponsive: Localized.text("alert.unresponsive")
        case .sleep: Localized.text("alert.sleep")
        case .microsleep: Localized.text("alert.microsleep")
        case .fatigue: Localized.text("alert.fatigue")
        case .distractionLong: Localized.text("alert.distractionLong")
        case .phoneLike: Localized.text("alert.phoneLike")
        case .distractionShort: Localized.text("alert.distractionShort")
        case .degraded: Localized.text("alert.degraded")
        }
    }
}
