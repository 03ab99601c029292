#if !canImport(CoreGraphics)
import CCairo
import LandmarkCore
import LandmarkImaging

/// Draws with Cairo.
final class CairoDrawing: DrawingContext {
    static var library: (name: String, version: String) {
        ("cairo", cairo_version_string().map { String(cString: $0) } ?? "unknown")
    }
    static let fontFamilies = ["DejaVu Sans", "sans-serif"]
    /// Cairo's built-in stroke font, which needs no font file.
    static let fallbackFontFamily = "@cairo:"

    let fontFamily: String
    private let size: PixelSize
    private let context: OpaquePointer
    private let surface: OpaquePointer
    /// The weight of the selected font; nil before the first text.
    private var selectsBold: Bool?

    init(_ image: PixelBuffer, fontFamilies: [String]) throws(ImagingError) {
        fontFamily = Self.usable(of: fontFamilies)
        let surface = try Self.surface(of: image)
        guard let context = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            throw .undrawable(image.size, reason: Self.text(of: CAIRO_STATUS_NO_MEMORY))
        }
        self.surface = surface
        self.context = context
        size = image.size
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    func pixels() throws(ImagingError) -> PixelBuffer {
        cairo_surface_flush(surface)
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface)
        else { throw .undrawable(size, reason: Self.text(of: status)) }
        return PixelBuffer(
            words: pixels, size: size, stride: Int(cairo_image_surface_get_stride(surface)))
    }

    private static func surface(of image: PixelBuffer) throws(ImagingError) -> OpaquePointer {
        let surface = cairo_image_surface_create(
            CAIRO_FORMAT_RGB24, Int32(clamping: image.width), Int32(clamping: image.height))
        guard let surface, let pixels = cairo_image_surface_get_data(surface) else {
            defer { cairo_surface_destroy(surface) }
            throw .undrawable(image.size, reason: text(of: cairo_surface_status(surface)))
        }
        image.copyWords(to: pixels, bytesPerRow: Int(cairo_image_surface_get_stride(surface)))
        cairo_surface_mark_dirty(surface)
        return surface
    }

    private static func text(of status: cairo_status_t) -> String {
        guard let text = cairo_status_to_string(status) else { return "error \(status.rawValue)" }
        return String(cString: text)
    }

    private func setColor(_ color: OverlayColor) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity)
    }
}

// MARK: Paths

extension CairoDrawing {
    func beginPath() { cairo_new_path(context) }

    func move(toX x: Double, y: Double) { cairo_move_to(context, x, y) }

    func line(toX x: Double, y: Double) { cairo_line_to(context, x, y) }

    func arc(centerX x: Double, y: Double, radius: Double, from start: Double, to end: Double) {
        cairo_arc(context, x, y, radius, start, end)
    }

    func circle(centerX x: Double, y: Double, radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, 0, 2 * .pi)
    }

    func rectangle(left: Double, top: Double, width: Double, height: Double) {
        cairo_rectangle(context, left, top, width, height)
    }

    func closePath() { cairo_close_path(context) }

    func fill(_ color: OverlayColor) {
        setColor(color)
        cairo_fill(context)
    }

    func stroke(_ color: OverlayColor, width: Double, dash: Double, keepsPath: Bool) {
        if dash > 0 { cairo_set_dash(context, [dash], 1, 0) }
        cairo_set_line_width(context, width)
        setColor(color)
        if keepsPath { cairo_stroke_preserve(context) } else { cairo_stroke(context) }
        if dash > 0 { cairo_set_dash(context, nil, 0, 0) }
    }
}

// MARK: Text

extension CairoDrawing {
    func extents(of font: Font) -> (ascent: Double, descent: Double) {
        select(font)
        var extents = cairo_font_extents_t()
        cairo_font_extents(context, &extents)
        return (extents.ascent, extents.descent)
    }

    func width(of text: String, font: Font) -> Double {
        select(font)
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }

    func show(_ text: String, x: Double, y: Double, font: Font, color: OverlayColor) {
        select(font)
        setColor(color)
        cairo_move_to(context, x, y)
        cairo_show_text(context, text)
        cairo_new_path(context)
    }

    private func select(_ font: Font) {
        if font.isBold != selectsBold {
            cairo_select_font_face(
                context, fontFamily, CAIRO_FONT_SLANT_NORMAL,
                font.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
            selectsBold = font.isBold
        }
        cairo_set_font_size(context, font.size)
    }

    /// Returns the first usable family. Selecting an unusable one would make all further drawing
    /// fail.
    private static func usable(of families: [String]) -> String {
        families.first(where: isUsable) ?? fallbackFontFamily
    }

    private static func isUsable(_ family: String) -> Bool {
        let face = cairo_toy_font_face_create(
            family, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
        var identity = cairo_matrix_t()
        var size = cairo_matrix_t()
        cairo_matrix_init_identity(&identity)
        cairo_matrix_init_scale(&size, 20, 20)
        let options = cairo_font_options_create()
        let font = cairo_scaled_font_create(face, &size, &identity, options)
        defer {
            cairo_scaled_font_destroy(font)
            cairo_font_options_destroy(options)
            cairo_font_face_destroy(face)
        }
        var extents = cairo_text_extents_t()
        cairo_scaled_font_text_extents(font, "0", &extents)
        return cairo_scaled_font_status(font) == CAIRO_STATUS_SUCCESS && extents.x_advance > 0
    }
}

// MARK: Images

extension CairoDrawing {
    func draw(
        _ image: PixelBuffer, left: Double, top: Double, width: Double, height: Double
    ) throws(ImagingError) {
        let source = try Self.surface(of: image)
        defer { cairo_surface_destroy(source) }
        cairo_save(context)
        cairo_translate(context, left, top)
        cairo_scale(context, width / Double(image.width), height / Double(image.height))
        cairo_set_source_surface(context, source, 0, 0)
        // Without this, the edges are blended with the transparency around the image.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_new_path(context)
        cairo_rectangle(context, 0, 0, Double(image.width), Double(image.height))
        cairo_fill(context)
        cairo_restore(context)
    }

    func tint(_ mask: Mask, color: OverlayColor) {
        let strength = cairo_image_surface_create(
            CAIRO_FORMAT_A8, Int32(clamping: size.width), Int32(clamping: size.height))
        defer { cairo_surface_destroy(strength) }
        // A failed surface has no memory. Drawing with it fails the context, and `pixels()` throws.
        if let bytes = cairo_image_surface_get_data(strength) {
            let stride = Int(cairo_image_surface_get_stride(strength))
            mask.image.withUnsafeBytes { source in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        bytes[y * stride + x] = source[y * size.width + x]
                    }
                }
            }
            cairo_surface_mark_dirty(strength)
        }
        setColor(color)
        cairo_mask_surface(context, strength, 0, 0)
    }
}
#endif
