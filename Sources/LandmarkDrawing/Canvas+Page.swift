import CCairo
package import LandmarkCore
package import LandmarkImaging

// Shapes and text for pages and panels, whose background is known: without the dark edges and boxes
// that keep them legible on any image.

extension Canvas {
    /// The part of a text that is aligned with its position.
    package enum TextAnchor: Sendable {
        /// The start of the text.
        case start
        /// The middle of the text.
        case middle
        /// The end of the text.
        case end
    }

    /// Creates a canvas of one color.
    ///
    /// - Throws: ``ImagingError/invalidImageSize(width:height:)`` or
    ///   ``ImagingError/undrawable(_:reason:)``.
    package convenience init(
        _ size: PixelSize, filledWith color: OverlayColor
    ) throws(ImagingError) {
        let pixel = [color.red, color.green, color.blue].map { UInt8(($0 * 255).rounded()) }
        // Sizes without area are rejected by PixelBuffer.
        let count = 3 * max(0, size.width) * max(0, size.height)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
            for index in 0..<count { bytes[index] = pixel[index % 3] }
            used = count
        }
        try self.init(
            PixelBuffer(width: size.width, height: size.height, format: .rgb24, bytes: bytes))
    }

    /// Fills a rectangle with corners of `radius` pixels.
    package func fill(
        left: Double, top: Double, width: Double, height: Double, radius: Double = 0,
        color: OverlayColor
    ) {
        guard [left, top, width, height, radius].allSatisfy(\.isFinite), width > 0, height > 0
        else { return }
        if radius > 0 {
            fillRounded(left, top, width, height, radius: radius, color: color)
        } else {
            cairo_new_path(context)
            cairo_rectangle(context, left, top, width, height)
            setColor(color)
            cairo_fill(context)
        }
    }

    /// Fills the polygon with corners `points`.
    package func fill(_ points: [PixelPoint], color: OverlayColor) {
        trace(points)
        cairo_close_path(context)
        setColor(color)
        cairo_fill(context)
    }

    /// Draws a line `width` pixels wide through `points`; a single point makes a dot.
    ///
    /// - Parameter dash: The length of dashes and gaps in pixels; 0 draws a solid line.
    package func stroke(
        _ points: [PixelPoint], width: Double, dash: Double = 0, color: OverlayColor
    ) {
        trace(points)
        if points.count == 1 { cairo_close_path(context) }
        if dash > 0 { cairo_set_dash(context, [dash], 1, 0) }
        cairo_set_line_width(context, width)
        setColor(color)
        cairo_stroke(context)
        cairo_set_dash(context, nil, 0, 0)
    }

    /// Draws `text` at a font size of `size` pixels, with its baseline through `place`.
    package func write(
        _ text: String, at place: PixelPoint, size: Double, isBold: Bool = false,
        anchor: TextAnchor = .start, color: OverlayColor
    ) {
        guard !text.isEmpty, let place = self.place(place), size.isFinite, size > 0 else { return }
        let width = width(of: text, size: size, isBold: isBold)
        let shift =
            switch anchor {
            case .start: 0.0
            case .middle: width / 2
            case .end: width
            }
        setFont(size, isBold: isBold)
        setColor(color)
        cairo_move_to(context, place.x - shift, place.y)
        cairo_show_text(context, text)
        cairo_new_path(context)
        setFont(size, isBold: true)
    }

    /// Returns the width in pixels of `text` at a font size of `size` pixels.
    package func width(of text: String, size: Double, isBold: Bool = false) -> Double {
        var extents = cairo_text_extents_t()
        setFont(size, isBold: isBold)
        cairo_text_extents(context, text, &extents)
        setFont(size, isBold: true)
        return extents.x_advance
    }

    /// Sets the font. Labels, which set only the size, rely on the weight being bold otherwise.
    private func setFont(_ size: Double, isBold: Bool) {
        cairo_select_font_face(
            context, fontFamily, CAIRO_FONT_SLANT_NORMAL,
            isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(context, size)
    }

    /// Draws `image` scaled to a rectangle, averaging pixels where it is scaled down; what lies
    /// outside the canvas is cut off.
    ///
    /// - Throws: ``ImagingError/undrawable(_:reason:)`` when the image has more than Cairo's limit
    ///   of 32,767 columns or rows.
    package func draw(
        _ image: PixelBuffer, left: Double, top: Double, width: Double, height: Double
    ) throws(ImagingError) {
        guard [left, top, width, height].allSatisfy(\.isFinite), width > 0, height > 0
        else { return }
        let source = try Canvas(image)
        cairo_save(context)
        cairo_translate(context, left, top)
        cairo_scale(context, width / Double(image.width), height / Double(image.height))
        cairo_set_source_surface(context, source.surface, 0, 0)
        // Without this, the edges are blended with the transparency around the image.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_new_path(context)
        cairo_rectangle(context, 0, 0, Double(image.width), Double(image.height))
        cairo_fill(context)
        cairo_restore(context)
    }

    private func trace(_ points: [PixelPoint]) {
        cairo_new_path(context)
        for point in points.lazy.compactMap(place) { cairo_line_to(context, point.x, point.y) }
    }
}
