@_exported import CoreGraphics
@_exported import CoreImage
@_exported import Foundation
@_exported import QuartzCore
@_exported import UIKit

public enum UIAccessibility {
    public struct Notification: Sendable {
        public static let announcement = Notification()
    }
    @MainActor public static func post(notification: Notification, argument: Any?) {}
    @MainActor public static var isVoiceOverRunning: Bool { false }
}

extension NSAttributedString.Key {
    public static let accessibilitySpeechLanguage = NSAttributedString.Key(
        rawValue: "UIAccessibilitySpeechAttributeLanguage")
    public static let accessibilitySpeechQueueAnnouncement = NSAttributedString.Key(
        rawValue: "UIAccessibilitySpeechAttributeQueueAnnouncement")
}

// What MediaPipe's sample apps use.
extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
}
extension String {
    public func size(withAttributes: [NSAttributedString.Key: Any]? = nil) -> CGSize { .zero }
}
