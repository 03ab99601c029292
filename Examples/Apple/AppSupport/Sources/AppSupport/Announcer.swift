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
    public func announce(_ text: String?) {
        defer { last = text }
        guard let text, text != last, UIAccessibility.isVoiceOverRunning else { return }
        let spoken = NSAttributedString(
            string: text,
            attributes: [.accessibilitySpeechQueueAnnouncement: NSNumber(value: waits)])
        UIAccessibility.post(notification: .announcement, argument: spoken)
    }
}
