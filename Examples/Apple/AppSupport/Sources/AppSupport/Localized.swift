import Foundation

/// The texts of an app and of this package. Their keys stand in `Localizable.strings`, in English,
/// Chinese and German.
public enum Localized {
    /// The text for a key, in the user's language.
    public static func text(_ key: String) -> String {
        for bundle in [Bundle.main] + nested {
            let text = bundle.localizedString(forKey: key, value: nil, table: nil)
            if text != key { return text }
        }
        return key
    }

    /// The text for a key with arguments in the places of its format.
    public static func text(_ key: String, _ arguments: any CVarArg...) -> String {
        String(format: text(key), locale: Locale.current, arguments: arguments)
    }

    /// The bundles of targets in the app, in which Xcode puts the resources of packages.
    private static var nested: [Bundle] {
        Bundle.main.paths(forResourcesOfType: "bundle", inDirectory: nil)
            .compactMap { Bundle(path: $0) }
    }
}
