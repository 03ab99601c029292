import CCairo
import LandmarkCore

extension Canvas {
    /// Lays `color` over the image, as strongly at each pixel as `mask` and the color's opacity
    /// say.
    ///
    /// - Throws: `ImagingError.maskSizeDiffers` when the mask is not as large as the image.
    public func tint(_ mask: Mask, color: OverlayColor) throws(ImagingError) {
        guard mask.size == size else {
            throw .maskSizeDiffers(mask: mask.size, image: size)
        }
        let strength = cairo_image_surface_create(
            CAIRO_FORMAT_A8, Int32(clamping: size.width), Int32(clamping: size.height))
        defer { cairo_surface_destroy(strength) }
        // A surface that failed has no memory; drawing with it fails the canvas, which says so.
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
