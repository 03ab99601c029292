import DriverMonitoring
import Foundation

/// The app's texts. Their keys stand in `Localizable.strings`, in English, Chinese and German.
enum Localized {
    /// The text for a key, in the user's language.
    static func text(_ key: String) -> String {
        for bundle in [Bundle.main] + nested {
            let text = bundle.localizedString(forKey: key, value: nil, table: nil)
            if text != key { return text }
        }
        return key
    }

    /// The text for a key with arguments in the places of its format.
    static func text(_ key: String, _ arguments: any CVarArg...) -> String {
        String(format: text(key), locale: Locale.current, arguments: arguments)
    }

    /// The bundles of targets in the app, in which Xcode may put resources.
    private static var nested: [Bundle] {
        Bundle.main.paths(forResourcesOfType: "bundle", inDirectory: nil)
            .compactMap { Bundle(path: $0) }
    }
}

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
