#if canImport(CoreImage)
import CoreGraphics
public import CoreImage
public import LandmarkImaging

extension PixelBuffer {
    /// Creates an image from a `CIImage`, which is rendered.
    ///
    /// - Parameters:
    ///   - image: An image with a finite extent.
    ///   - context: Renders the image; reuse one for several images, because it is expensive to create.
    /// - Throws: `AppleImageError.emptyImage`, or `.notRenderable` for an image without a finite
    ///   extent.
    public init(_ image: CIImage, context: CIContext) throws(AppleImageError) {
        let extent = image.extent
        guard extent.width.isFinite, extent.height.isFinite else {
            throw .notRenderable(kind: "CIImage of infinite extent")
        }
        guard extent.width >= 1, extent.height >= 1, extent.width < 32768, extent.height < 32768
        else {
            throw .emptyImage(
                width: Int(max(0, min(extent.width, 1e6))),
                height: Int(max(0, min(extent.height, 1e6))))
        }
        guard let rendered = context.createCGImage(image, from: extent) else {
            throw .notRenderable(kind: "CIImage")
        }
        try self.init(rendered)
    }
}
#endif
