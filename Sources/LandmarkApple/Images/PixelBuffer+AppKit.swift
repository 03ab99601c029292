#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import CoreGraphics
public import LandmarkImaging

extension PixelBuffer {
    /// Creates an image from an `NSImage`, upright.
    ///
    /// - Parameter image: An image; of several representations the one that fits its size best.
    /// - Throws: `AppleImageError.emptyImage`, or `.notRenderable` for an image without pixels.
    public init(_ image: NSImage) throws(AppleImageError) {
        guard let bitmap = image.cgImage(forProposedRect: nil, context: nil, hints: nil) else {
            throw .notRenderable(kind: "NSImage")
        }
        try self.init(bitmap)
    }
}
#endif
