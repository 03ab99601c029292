import UIKit

/// Speaks what happens to people who use VoiceOver and cannot watch the screen.
@MainActor
public final class Announcer {
    private let waits: Bool
    private var last: String?

    /// Creates an announcer.
    ///
    /// - Parameter waits: Whether an announcement waits until VoiceOver has spoken what it is speaking.
    ///   Otherwise it interrupts, as the alert to a driver must.
    public init(waits: Bool) { self.waits = waits }

    /// Announces a text unless it is the one announced last; nil forgets that one.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - language: Its language, such as `en`; nil for the user's.
    public func announce(_ text: String?, language: String? = nil) {
        defer { last = text }
        guard let text, text != last, UIAccessibility.isVoiceOverRunning else { return }
        var attributes: [NSAttributedString.Key: Any] = [
            .accessibilitySpeechQueueAnnouncement: NSNumber(value: waits)
        ]
        if let language { attributes[.accessibilitySpeechLanguage] = language }
        let spoken = NSAttributedString(string: text, attributes: attributes)
        UIAccessibility.post(notification: .announcement, argument: spoken)
    }
}
