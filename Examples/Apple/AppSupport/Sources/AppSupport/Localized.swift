import Foundation

/// The texts of an app and of this package. Their keys stand in `Localizable.strings`, in English,
/// Chinese and German.
public enum Localized {
    /// The text for a key in the user's language: the app's, or else this package's. The key itself if
    /// there is none.
    public static func text(_ key: String) -> String {
        // Xcode puts the resources of an app package into the app itself.
        let text = Bundle.main.localizedString(forKey: key, value: nil, table: nil)
        if text != key { return text }
        return Bundle.module.localizedString(forKey: key, value: nil, table: nil)
    }

    /// The text for a key with arguments in the places of its format.
    public static func text(_ key: String, _ arguments: any CVarArg...) -> String {
        String(format: text(key), locale: Locale.current, arguments: arguments)
    }
}
