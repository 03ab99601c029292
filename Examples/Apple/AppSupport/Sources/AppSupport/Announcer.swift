import UIKit

/// Speaks what happens to people who use VoiceOver and cannot watch the screen.
@MainActor
public final class Announcer {
    private var last: String?

    /// Creates an announcer.
    public init() {}

    /// Announces a text unless it is the one announced last; nil forgets that one.
    public func announce(_ text: String?) {
        defer { last = text }
        guard let text, text != last, UIAccessibility.isVoiceOverRunning else { return }
        UIAccessibility.post(notification: .announcement, argument: text)
    }
}
