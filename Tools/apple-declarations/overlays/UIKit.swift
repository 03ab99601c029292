@_exported import CoreGraphics
@_exported import Foundation
@_exported import UIKit

extension UIImage {
    public var cgImage: CGImage? { nil }; public var size: CGSize { CGSize(width: 0.0, height: 0) };
    public var scale: CGFloat { 1 }
}
