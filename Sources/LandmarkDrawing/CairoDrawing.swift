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

    private let fontFamily: String
    private(set) var failure: String?
    /// Measures text.
    private let ruler: Bitmap?

    init(fontFamily: String) {
        self.fontFamily = fontFamily
        ruler = Bitmap(CAIRO_FORMAT_A8, width: 1, height: 1)
        if ruler == nil { failure = Self.text(of: CAIRO_STATUS_NO_MEMORY) }
    }

    /// Selecting an unusable family would make all further drawing fail.
    static func isUsable(_ family: String) -> Bool {
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

    private static func text(of status: cairo_status_t) -> String {
        guard let text = cairo_status_to_string(status) else { return "error \(status.rawValue)" }
        return String(cString: text)
    }

    /// Draws on a bitmap of coverage that covers `box`.
    private func stamp(in box: PixelBox, draw: (OpaquePointer) -> Void) -> Stamp? {
        guard let bitmap = Bitmap(CAIRO_FORMAT_A8, width: box.width, height: box.height) else {
            failure = failure ?? Self.text(of: CAIRO_STATUS_NO_MEMORY)
            return nil
        }
        cairo_translate(bitmap.context, -Double(box.left), -Double(box.top))
        cairo_set_source_rgba(bitmap.context, 1, 1, 1, 1)
        draw(bitmap.context)
        let status = bitmap.status
        guard status == CAIRO_STATUS_SUCCESS else {
            failure = failure ?? Self.text(of: status)
            return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(box.width * box.height)
        bitmap.withRows { bytes.append(contentsOf: $0.prefix(box.width)) }
        return Stamp(
            left: box.left, top: box.top, width: box.width, height: box.height, bytes: bytes)
    }
}

// MARK: Text

extension CairoDrawing {
    func extents(of font: Font) -> (ascent: Double, descent: Double) {
        guard let ruler else { return (font.size, 0) }
        select(font, in: ruler.context)
        var extents = cairo_font_extents_t()
        cairo_font_extents(ruler.context, &extents)
        return (extents.ascent, extents.descent)
    }

    func width(of text: String, font: Font) -> Double { measured(text, font).x_advance }

    func stamp(of text: String, font: Font) -> Stamp? {
        let ink = measured(text, font)
        let empty = Stamp(left: 0, top: 0, width: 0, height: 0, bytes: [])
        guard [ink.x_bearing, ink.y_bearing, ink.width, ink.height].allSatisfy(\.isFinite) else {
            return nil
        }
        guard ink.width > 0, ink.height > 0 else { return empty }
        // Hinted glyphs may extend a pixel beyond their measured size.
        let (width, height) = (ink.width.rounded(.up) + 4, ink.height.rounded(.up) + 4)
        let left = ink.x_bearing.rounded(.down) - 2
        let top = ink.y_bearing.rounded(.down) - 2
        let all = PixelSize(width: Int(min(width, 32_767)), height: Int(min(height, 32_767)))
        guard
            let box = PixelBox(
                left: 0, top: 0, right: width, bottom: height, in: all)
        else { return empty }
        var stamp = self.stamp(in: box) { context in
            select(font, in: context)
            cairo_move_to(context, -left, -top)
            cairo_show_text(context, text)
        }
        stamp?.left = Int(max(left, -32_767))
        stamp?.top = Int(max(top, -32_767))
        return stamp
    }

    private func measured(_ text: String, _ font: Font) -> cairo_text_extents_t {
        var extents = cairo_text_extents_t()
        guard let ruler else { return extents }
        select(font, in: ruler.context)
        cairo_text_extents(ruler.context, text, &extents)
        if ruler.status != CAIRO_STATUS_SUCCESS {
            failure = failure ?? Self.text(of: ruler.status)
        }
        return extents
    }

    private func select(_ font: Font, in context: OpaquePointer) {
        cairo_select_font_face(
            context, fontFamily, CAIRO_FONT_SLANT_NORMAL,
            font.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(context, font.size)
    }
}

// MARK: Paths

extension CairoDrawing {
    func stamp(ofPolygon points: [DrawnPoint], in box: PixelBox) -> Stamp? {
        stamp(in: box) { context in
            for point in points { cairo_line_to(context, point.x, point.y) }
            cairo_close_path(context)
            cairo_fill(context)
        }
    }

    func stamp(
        ofLine points: [DrawnPoint], width: Double, dash: Double, in box: PixelBox
    ) -> Stamp? {
        stamp(in: box) { context in
            cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            cairo_set_line_width(context, width)
            cairo_set_dash(context, [dash], 1, 0)
            for point in points { cairo_line_to(context, point.x, point.y) }
            cairo_stroke(context)
        }
    }
}

// MARK: Images

extension CairoDrawing {
    func layer(
        of image: PixelBuffer, left: Double, top: Double, width: Double, height: Double,
        in box: PixelBox
    ) throws(ImagingError) -> Layer {
        guard let target = Bitmap(CAIRO_FORMAT_ARGB32, width: box.width, height: box.height),
            let source = Bitmap(CAIRO_FORMAT_RGB24, width: image.width, height: image.height)
        else {
            throw .undrawable(image.size, reason: Self.text(of: CAIRO_STATUS_INVALID_SIZE))
        }
        source.fill { image.copyWords(to: $0, bytesPerRow: $1) }
        let context = target.context
        cairo_translate(context, left - Double(box.left), top - Double(box.top))
        cairo_scale(context, width / Double(image.width), height / Double(image.height))
        cairo_set_source_surface(context, source.surface, 0, 0)
        // Without this, the edges are blended with the transparency around the image.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_rectangle(context, 0, 0, Double(image.width), Double(image.height))
        cairo_fill(context)
        let status = target.status
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .undrawable(image.size, reason: Self.text(of: status))
        }
        var words: [UInt32] = []
        words.reserveCapacity(box.width * box.height)
        target.withRows { row in
            words.append(contentsOf: UnsafeRawBufferPointer(row).bindMemory(to: UInt32.self))
        }
        return Layer(
            left: box.left, top: box.top, width: box.width, height: box.height, words: words)
    }
}

/// A Cairo surface in memory with a context for drawing on it.
private final class Bitmap {
    let surface: OpaquePointer
    let context: OpaquePointer

    /// Creates a bitmap of zeros; nil if Cairo cannot create one of this size.
    init?(_ format: cairo_format_t, width: Int, height: Int) {
        guard
            let surface = cairo_image_surface_create(
                format, Int32(clamping: width), Int32(clamping: height))
        else { return nil }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let context = cairo_create(surface)
        else {
            cairo_surface_destroy(surface)
            return nil
        }
        self.surface = surface
        self.context = context
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    var status: cairo_status_t { cairo_status(context) }

    /// Calls `body` with the first byte and the bytes per row, for writing pixels.
    func fill(_ body: (UnsafeMutablePointer<UInt8>, Int) -> Void) {
        guard let bytes = cairo_image_surface_get_data(surface) else { return }
        cairo_surface_flush(surface)
        body(bytes, Int(cairo_image_surface_get_stride(surface)))
        cairo_surface_mark_dirty(surface)
    }

    /// Calls `body` with each row.
    func withRows(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        cairo_surface_flush(surface)
        guard let bytes = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        for row in 0..<Int(cairo_image_surface_get_height(surface)) {
            body(UnsafeBufferPointer(start: bytes + row * stride, count: stride))
        }
    }
}
#endif
