#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import CoreGraphics
public import LandmarkImaging

extension PixelBuffer {
    /// Creates an image from an `NSImage`, upright.
    ///
    /// - Parameter image: An image; if it has several representations, the one that best fits its size is
    ///   used.
    /// - Throws: `AppleImageError.emptyImage`, or `.notRenderable` for an image without pixels.
    public init(_ image: NSImage) throws(AppleImageError) {
        guard let bitmap = image.cgImage(forProposedRect: nil, context: nil, hints: nil) else {
            throw .notRenderable(kind: "NSImage")
        }
        try self.init(bitmap)
    }
}
#endif
