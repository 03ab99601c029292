public import LandmarkCore
public import LandmarkImaging

/// Draws shapes, text and masks on a copy of an image.
///
/// Line widths and font sizes scale with the image, so that drawings are as legible on 176×144 as
/// on 4000×3000 pixels. Coordinates are pixels from the top left corner; points that are not finite
/// are skipped. Cairo draws on Linux, CoreGraphics and CoreText on Apple's systems: shapes have the
/// same places and sizes, but edges and text differ by pixels. A canvas is not thread-safe.
public final class Canvas {
    /// The size of the image.
    public let size: PixelSize

    let drawing: PlatformDrawing

    /// The font family of all text: the first available one.
    package var fontFamily: String { drawing.fontFamily }

    /// Creates a canvas with a copy of `image`.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)` when the image has more than 32,767 columns
    ///   or rows.
    public convenience init(_ image: PixelBuffer) throws(ImagingError) {
        try self.init(image, fontFamilies: PlatformDrawing.fontFamilies)
    }

    /// Creates a canvas with a copy of `image`, and text in the first available font family.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)`.
    package init(_ image: PixelBuffer, fontFamilies: [String]) throws(ImagingError) {
        drawing = try PlatformDrawing(image, fontFamilies: fontFamilies)
        size = image.size
    }

    /// Returns the image with everything drawn on it, as `rgb24`.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)` when an earlier drawing operation failed.
    public func image() throws(ImagingError) -> PixelBuffer { try drawing.pixels() }

    /// The width of a thin line in pixels: 1 for a diagonal of up to 500 pixels, proportional
    /// above.
    public var unit: Double {
        let diagonal = Double(size.width * size.width + size.height * size.height).squareRoot()
        return max(1, diagonal / 500)
    }
}
