import CCairo
public import LandmarkCore
public import LandmarkImaging

/// Draws shapes, text and masks on a copy of an image.
///
/// Line widths and font sizes scale with the image, so that drawings are as legible on 176×144 as
/// on 4000×3000 pixels. Coordinates are pixels from the top left corner; points that are not finite
/// are skipped. A canvas is not thread-safe.
public final class Canvas {
    /// The size of the image.
    public let size: PixelSize

    let context: OpaquePointer
    let surface: OpaquePointer
    /// The font family of all text: the first available one.
    package let fontFamily: String

    /// Creates a canvas with a copy of `image`.
    ///
    /// - Throws: ``ImagingError/undrawable(_:reason:)`` when the image has more than Cairo's limit
    ///   of 32,767 columns or rows.
    public convenience init(_ image: PixelBuffer) throws(ImagingError) {
        try self.init(image, fontFamilies: ["DejaVu Sans", "sans-serif"])
    }

    /// Creates a canvas with a copy of `image`, and text in the first available font family.
    ///
    /// - Throws: ``ImagingError/undrawable(_:reason:)``.
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

    /// Returns the image with everything drawn on it, as `rgb24`.
    ///
    /// - Throws: ``ImagingError/undrawable(_:reason:)`` when an earlier drawing operation failed.
    public func image() throws(ImagingError) -> PixelBuffer {
        cairo_surface_flush(surface)
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface)
        else { throw .undrawable(size, reason: Self.text(of: status)) }
        return PixelBuffer(
            cairo: pixels, size: size, stride: Int(cairo_image_surface_get_stride(surface)))
    }

    /// The width of a thin line in pixels: 1 for a diagonal of up to 500 pixels, proportional
    /// above.
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

    /// Returns the first usable family. Selecting an unusable one would make all further drawing
    /// fail. The fallback is Cairo's built-in stroke font, which needs no font file.
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

extension PixelBuffer {
    /// Copies the pixels to Cairo's format: 32-bit words 0x00RRGGBB in native byte order.
    func copy(to target: UnsafeMutablePointer<UInt8>, bytesPerRow targetRow: Int) {
        let step = format.bytesPerPixel
        let (red, green, blue) =
            switch format {
            case .rgb24, .rgba32: (0, 1, 2)
            case .bgra32: (2, 1, 0)
            case .gray8: (0, 0, 0)
            }
        withUnsafeBytes { source in
            for y in 0..<height {
                let row = UnsafeMutableRawPointer(target + y * targetRow)
                var from = y * bytesPerRow
                for x in 0..<width {
                    let pixel =
                        UInt32(source[from + red]) << 16 | UInt32(source[from + green]) << 8
                        | UInt32(source[from + blue])
                    row.storeBytes(of: pixel, toByteOffset: 4 * x, as: UInt32.self)
                    from += step
                }
            }
        }
    }

    /// Creates an `rgb24` image from pixels in Cairo's format.
    init(cairo source: UnsafeMutablePointer<UInt8>, size: PixelSize, stride: Int) {
        let count = size.width * size.height * 3
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, used in
            var to = 0
            for y in 0..<size.height {
                let row = UnsafeRawPointer(source + y * stride)
                for x in 0..<size.width {
                    let pixel = row.load(fromByteOffset: 4 * x, as: UInt32.self)
                    target[to] = UInt8(truncatingIfNeeded: pixel >> 16)
                    target[to + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                    target[to + 2] = UInt8(truncatingIfNeeded: pixel)
                    to += 3
                }
            }
            used = count
        }
        self.init(trusted: size, format: .rgb24, bytesPerRow: size.width * 3, bytes: bytes)
    }
}
