import LandmarkCore
import LandmarkImaging

/// The functions of a drawing library that ``Canvas`` needs: text, polygons, dashes and scaled
/// images, each on its own bitmap of minimal size.
///
/// Coordinates are pixels from the top left corner of the image. Numbers are finite; coordinates of
/// points are within ±2²⁰. Shapes have smooth edges. A context is not thread-safe.
protocol DrawingContext: AnyObject {
    /// The name and version of the library.
    static var library: (name: String, version: String) { get }
    /// The font families to try, in order of preference.
    static var fontFamilies: [String] { get }
    /// The family that is always available.
    static var fallbackFontFamily: String { get }

    /// Whether a font family can be used.
    static func isUsable(_ family: String) -> Bool

    /// Creates a context for text in a usable family.
    init(fontFamily: String)

    /// The reason that a drawing operation failed; nil if none did.
    var failure: String? { get }

    /// The height of a font above and below the baseline.
    func extents(of font: Font) -> (ascent: Double, descent: Double)
    /// The advance width of `text`.
    func width(of text: String, font: Font) -> Double
    /// Draws one line of text, relative to the start of its baseline; nil if that fails.
    func stamp(of text: String, font: Font) -> Stamp?

    /// Fills the polygon through `points` where its winding is not zero, inside `box`; nil if that
    /// fails.
    func stamp(ofPolygon points: [DrawnPoint], in box: PixelBox) -> Stamp?
    /// Draws dashes with round caps along a line through `points`, inside `box`; nil if that fails.
    /// Dashes and gaps are `dash` pixels long.
    func stamp(
        ofLine points: [DrawnPoint], width: Double, dash: Double, in box: PixelBox
    ) -> Stamp?

    /// Draws the part inside `box` of an image that is scaled to a rectangle, averaging pixels where it
    /// is scaled down.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)`.
    func layer(
        of image: PixelBuffer, left: Double, top: Double, width: Double, height: Double,
        in box: PixelBox
    ) throws(ImagingError) -> Layer
}

/// A font in the context's family.
struct Font: Hashable {
    /// The size in pixels.
    var size: Double
    var isBold: Bool
}

/// A point for a drawing library.
struct DrawnPoint {
    var x: Double
    var y: Double
}

/// Whole pixels of an image.
struct PixelBox {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    /// The pixels that a rectangle touches, inside an image of `size`; nil if there are none.
    init?(left: Double, top: Double, right: Double, bottom: Double, in size: PixelSize) {
        guard left < right, top < bottom, right > 0, bottom > 0, left < Double(size.width),
            top < Double(size.height)
        else { return nil }
        self.left = Int(max(0, left.rounded(.down)))
        self.top = Int(max(0, top.rounded(.down)))
        width = Int(min(Double(size.width), right.rounded(.up))) - self.left
        height = Int(min(Double(size.height), bottom.rounded(.up))) - self.top
    }

    /// The pixels within `margin` of `points`, inside an image of `size`; nil if there are none.
    init?(around points: [DrawnPoint], margin: Double, in size: PixelSize) {
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
        else { return nil }
        self.init(
            left: left - margin, top: top - margin, right: right + margin,
            bottom: bottom + margin, in: size)
    }
}

#if canImport(CoreGraphics)
/// The drawing library of this platform.
typealias PlatformDrawing = CoreGraphicsDrawing
#else
/// The drawing library of this platform.
typealias PlatformDrawing = CairoDrawing
#endif

/// The library behind ``Canvas``, at run time.
package enum DrawingLibrary {
    /// The name and version of the library.
    package static var version: (name: String, version: String) { PlatformDrawing.library }

    /// The font family of text if no other is available.
    package static var fallbackFontFamily: String { PlatformDrawing.fallbackFontFamily }
}
