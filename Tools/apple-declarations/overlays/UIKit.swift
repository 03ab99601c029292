@_exported import CoreGraphics
@_exported import Foundation
@_exported import UIKit

extension UIImage {
    public var cgImage: CGImage? { nil }; public var size: CGSize { CGSize(width: 0.0, height: 0) };
    public var scale: CGFloat { 1 }
}

// What MediaPipe's sample apps use.
extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
}
extension String {
    public func size(withAttributes: [NSAttributedString.Key: Any]? = nil) -> CGSize { .zero }
}
