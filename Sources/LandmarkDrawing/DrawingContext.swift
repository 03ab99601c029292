import LandmarkImaging

/// What ``Canvas`` needs of a drawing library: paths, text, images and masks on a bitmap.
///
/// Coordinates are pixels from the top left corner, angles radians clockwise from the right. Numbers
/// are finite; those of points are within ±2²⁰. The bitmap begins as a copy of an image, opaque and
/// without color management. Lines have round caps and joins, shapes smooth edges, and paths fill
/// where their winding is not zero. A failed operation makes all following ones fail, and
/// ``pixels()`` throw. A context is not thread-safe.
protocol DrawingContext: AnyObject {
    /// The name and version of the library.
    static var library: (name: String, version: String) { get }
    /// The font families to try, in order of preference.
    static var fontFamilies: [String] { get }
    /// The family that is always there.
    static var fallbackFontFamily: String { get }

    /// Creates a bitmap with a copy of `image`, and text in the first available one of
    /// `fontFamilies`, or else in the fallback.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)` when the image has more than 32,767 columns
    ///   or rows.
    init(_ image: PixelBuffer, fontFamilies: [String]) throws(ImagingError)

    /// The font family of all text.
    var fontFamily: String { get }

    /// Starts a path without points.
    func beginPath()
    /// Starts a subpath at a point.
    func move(toX x: Double, y: Double)
    /// Adds a line to a point, which starts the path if it has no points.
    func line(toX x: Double, y: Double)
    /// Adds an arc from angle `start` clockwise to `end`, after a line to its beginning if the path
    /// has points.
    func arc(centerX x: Double, y: Double, radius: Double, from start: Double, to end: Double)
    /// Adds a circle as a subpath of its own.
    func circle(centerX x: Double, y: Double, radius: Double)
    /// Adds a rectangle as a subpath of its own.
    func rectangle(left: Double, top: Double, width: Double, height: Double)
    /// Adds a line to the first point of the subpath. A subpath of one point becomes a dot.
    func closePath()

    /// Fills the path, and ends it.
    func fill(_ color: OverlayColor)
    /// Draws a line `width` pixels wide along the path, and ends it unless it is kept. Dashes and
    /// gaps are `dash` pixels long; 0 draws a solid line.
    func stroke(_ color: OverlayColor, width: Double, dash: Double, keepsPath: Bool)

    /// The height of a font above and below the baseline.
    func extents(of font: Font) -> (ascent: Double, descent: Double)
    /// The distance between the starts of `text` and of what would follow it.
    func width(of text: String, font: Font) -> Double
    /// Draws one line of text with the start of its baseline at a point, and ends the path.
    func show(_ text: String, x: Double, y: Double, font: Font, color: OverlayColor)

    /// Draws `image` scaled to a rectangle, averaging pixels where it is scaled down.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)`.
    func draw(
        _ image: PixelBuffer, left: Double, top: Double, width: Double, height: Double
    ) throws(ImagingError)
    /// Blends `color` over the bitmap, at each pixel with the value of a mask of its size.
    func tint(_ mask: Mask, color: OverlayColor)

    /// Returns the bitmap as `rgb24`.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)` when an earlier operation failed.
    func pixels() throws(ImagingError) -> PixelBuffer
}

/// A font of the context's family.
struct Font: Hashable {
    /// The size in pixels.
    var size: Double
    var isBold: Bool
}

#if canImport(CoreGraphics)
/// The drawing library of this platform.
typealias PlatformDrawing = CoreGraphicsDrawing
#else
/// The drawing library of this platform.
typealias PlatformDrawing = CairoDrawing
#endif
