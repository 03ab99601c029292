@_exported import CoreGraphics
@_exported import CoreImage
@_exported import Foundation
@_exported import QuartzCore
@_exported import UIKit

// What MediaPipe's sample apps use.
extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
}
extension String {
    public func size(withAttributes: [NSAttributedString.Key: Any]? = nil) -> CGSize { .zero }
}
