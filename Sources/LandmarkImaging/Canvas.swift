import CCairo
public import LandmarkCore

/// Draws shapes, text and masks on a copy of an image.
///
/// It knows shapes and colors only. All sizes follow the image's, so that lines and labels are
/// as legible on 176×144 as on 4000×3000 pixels. Coordinates are pixels from the top left corner;
/// points that are not numbers are left out. A canvas belongs to one thread at a time.
public final class Canvas {
    /// The image's size.
    public let size: PixelSize

    let context: OpaquePointer
    private let surface: OpaquePointer
    /// The family that labels are set in: the first of a few that is here.
    package let fontFamily: String

    /// Takes a copy of `image` to draw on.
    ///
    /// - Throws: `ImagingError.undrawable` when Cairo cannot hold the image: it draws on up to
    ///   32 767 columns and rows.
    public convenience init(_ image: PixelBuffer) throws(ImagingError) {
        try self.init(image, fontFamilies: ["DejaVu Sans", "sans-serif"])
    }

    package init(_ image: PixelBuffer, fontFamilies: [String]) throws(ImagingError) {
        let surface = cairo_image_surface_create(
            CAIRO_FORMAT_RGB24, Int32(clamping: image.width), Int32(clamping: image.height))
        let context = cairo_create(surface)
        guard let surface, let context, cairo_status(context) == CAIRO_STATUS_SUCCESS,
            let pixels = cairo_image_surface_get_data(surface)
        else {
            let status = cairo_status(context)
            cairo_destroy(context)
            cairo_surface_destroy(surface)
            throw .undrawable(image.size, reason: Self.text(of: status))
        }
        self.surface = surface
        self.context = context
        size = image.size
        fontFamily = Self.usable(of: fontFamilies)
        image.copy(to: pixels, bytesPerRow: Int(cairo_image_surface_get_stride(surface)))
        cairo_surface_mark_dirty(surface)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_select_font_face(
            context, fontFamily, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// The image with all that was drawn, as `rgb24`.
    ///
    /// - Throws: `ImagingError.undrawable` when Cairo has failed on the way.
    public func image() throws(ImagingError) -> PixelBuffer {
        cairo_surface_flush(surface)
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface)
        else { throw .undrawable(size, reason: Self.text(of: status)) }
        return PixelBuffer(
            cairo: pixels, size: size, stride: Int(cairo_image_surface_get_stride(surface)))
    }

    /// The width of a thin line: 1 pixel, or more on a large image.
    public var unit: Double {
        let diagonal = Double(size.width * size.width + size.height * size.height).squareRoot()
        return max(1, diagonal / 500)
    }

    func setColor(_ color: OverlayColor) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity)
    }

    private static func text(of status: cairo_status_t) -> String {
        guard let text = cairo_status_to_string(status) else { return "error \(status.rawValue)" }
        return String(cString: text)
    }

    /// The first family that text can be set in. A failed choice would stop all further drawing;
    /// Cairo's built-in strokes need no font file.
    private static func usable(of families: [String]) -> String {
        families.first(where: isUsable) ?? "@cairo:"
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
