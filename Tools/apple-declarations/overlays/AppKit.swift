@_exported import AppKit
@_exported import CoreGraphics
@_exported import CoreImage
@_exported import Foundation
@_exported import QuartzCore

public typealias NSPoint = CGPoint
public typealias NSRect = CGRect
public typealias NSSize = CGSize
extension NSImage {
    public func cgImage(
        forProposedRect rect: UnsafeMutablePointer<NSRect>?, context: NSGraphicsContext?,
        hints: [AnyHashable: Any]?
    ) -> CGImage? { nil }
}
