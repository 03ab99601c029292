import CLandmarkKernels
public import LandmarkCore
public import LandmarkImaging

/// Draws shapes, text and masks on a copy of an image.
///
/// Line widths and font sizes scale with the image, so that drawings are as legible at 176×144 as
/// at 4000×3000 pixels. Coordinates are pixels from the top left corner; points that are not finite
/// are skipped. Lines, discs and boxes are drawn in place, in the image's own representation; text
/// is drawn by Cairo on Linux, and by CoreGraphics and CoreText on Apple's systems. A canvas is not
/// thread-safe.
public final class Canvas {
    /// The size of the image.
    public let size: PixelSize

    /// Multiplies the width of lines and the size of points; 1 by default.
    public var lineScale = 1.0

    let surface: Surface

    /// The font family of all text: the first available one.
    package private(set) lazy var fontFamily = TextCache.shared.family(of: fontFamilies)

    private let fontFamilies: [String]
    /// The platform's library, which most frames of a video do not need.
    private lazy var platform = PlatformDrawing(fontFamily: fontFamily)
    /// The lines of one color.
    private var segments: [lk_segment] = []

    /// The maximum number of columns or rows of an image, so that all positions in it have the same
    /// precision.
    private static let sizeLimit = 32_767

    /// Creates a canvas for a copy of `image`.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)` when the image has more than 32,767 columns
    ///   or rows.
    public convenience init(_ image: PixelBuffer) throws(ImagingError) {
        try self.init(image, fontFamilies: PlatformDrawing.fontFamilies)
    }

    /// Creates a canvas for a copy of `image`, with text in the first available font family.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)`.
    package init(_ image: PixelBuffer, fontFamilies: [String]) throws(ImagingError) {
        guard max(image.width, image.height) <= Self.sizeLimit else {
            throw .undrawable(
                image.size, reason: "a side may have at most \(Self.sizeLimit) pixels")
        }
        surface = Surface(image)
        size = image.size
        self.fontFamilies = fontFamilies
    }

    /// Returns the image with everything drawn on it, as `rgb24`. Later drawing does not change the
    /// returned image.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)` when an earlier drawing operation failed.
    public func image() throws(ImagingError) -> PixelBuffer { try surface.pixels() }

    /// The width of a thin line in pixels: 1 for a diagonal of up to 500 pixels, proportional
    /// above.
    public var unit: Double {
        let diagonal = Double(size.width * size.width + size.height * size.height).squareRoot()
        return max(1, diagonal / 500)
    }
}

// MARK: Drawing

extension Canvas {
    /// Draws `segments` in each width and color in turn, covering everything within half that width.
    func stroke(
        _ strokes: [(width: Double, color: OverlayColor)],
        trace: (inout [lk_segment]) -> Void
    ) {
        segments.removeAll(keepingCapacity: true)
        trace(&segments)
        guard !segments.isEmpty else { return }
        for stroke in strokes {
            surface.blend(stroke.color) { coverage, kernels in
                coverage.add(segments, radius: stroke.width / 2, with: kernels.cover)
            }
        }
    }

    /// Fills a rectangle with round corners.
    func fillRounded(
        _ left: Double, _ top: Double, _ width: Double, _ height: Double, radius: Double,
        color: OverlayColor
    ) {
        let radius = min(radius, min(width, height) / 2)
        guard radius >= 0.5 else {
            return surface.blend(color) { coverage, _ in
                coverage.add(left: left, top: top, right: left + width, bottom: top + height)
            }
        }
        let y = Float(top + height / 2)
        let midline = lk_segment(
            x0: Float(left + radius), y0: y, x1: Float(left + width - radius), y1: y)
        surface.blend(color) { coverage, kernels in
            coverage.add(
                [midline], radius: radius, halfWidth: max(0, height / 2 - radius),
                with: kernels.cover)
        }
    }

    /// Blends `color` into the image where the platform's library draws.
    func blend(_ color: OverlayColor, _ draw: (PlatformDrawing) -> Stamp?) {
        guard let stamp = draw(platform) else {
            return surface.fail(platform.failure ?? "the drawing library failed")
        }
        blend(color, stamp, x: 0, y: 0)
    }

    private func blend(_ color: OverlayColor, _ stamp: Stamp, x: Int, y: Int) {
        surface.blend(color) { coverage, _ in
            coverage.add(stamp, left: x + stamp.left, top: y + stamp.top)
        }
    }

    /// Draws one line of text with the start of its baseline at the pixel corner nearest to a
    /// point.
    func show(_ text: String, x: Double, y: Double, font: Font, color: OverlayColor) {
        let family = fontFamily
        let stamp = TextCache.shared.stamp(of: text, font: font, family: family) {
            platform.stamp(of: text, font: font)
        }
        guard let stamp else {
            return surface.fail(platform.failure ?? "the drawing library failed")
        }
        let limit = 1_048_576.0
        blend(
            color, stamp, x: Int(min(max(x.rounded(), -limit), limit)),
            y: Int(min(max(y.rounded(), -limit), limit)))
    }

    /// The height of a font above and below the baseline.
    func extents(of font: Font) -> (ascent: Double, descent: Double) {
        TextCache.shared.extents(of: font, family: fontFamily) { platform.extents(of: font) }
    }

    /// The advance width of `text`.
    func width(of text: String, font: Font) -> Double {
        TextCache.shared.width(of: text, font: font, family: fontFamily) {
            platform.width(of: text, font: font)
        }
    }

    /// Draws a layer of the platform's library.
    ///
    /// - Throws: What `draw` throws.
    func blend(
        _ draw: (PlatformDrawing) throws(ImagingError) -> Layer
    ) throws(ImagingError) {
        surface.blend(try draw(platform))
    }
}
