public import LandmarkCore
import LandmarkImaging

extension Canvas {
    /// Draws `text` in a box of `color` with its lower left corner at `anchor`.
    ///
    /// The box is shifted to stay inside the image; text wider than the image uses a smaller font.
    public func label(_ text: String, at anchor: PixelPoint, color: OverlayColor) {
        guard !text.isEmpty, anchor.x.isFinite, anchor.y.isFinite else { return }
        let box = measured(text)
        let left = inside(Double(anchor.x), extent: box.width, limit: Double(size.width))
        let top = inside(
            Double(anchor.y) - box.height, extent: box.height, limit: Double(size.height))
        fillRounded(left, top, box.width, box.height, radius: box.padding, color: color)
        show(
            text, x: left + box.padding, y: top + box.padding / 2 + box.ascent, font: box.font,
            color: color.isLight ? .darkText : .lightText)
    }

    /// Draws a number in a disc of `color` centered at `center`, shifted to stay inside the image.
    public func badge(_ number: Int, at center: PixelPoint, color: OverlayColor) {
        guard center.x.isFinite, center.y.isFinite else { return }
        let text = String(number)
        let box = measured(text)
        let height = box.height
        let width = max(height, box.width)
        let left = inside(
            Double(center.x) - width / 2, extent: width, limit: Double(size.width))
        let top = inside(
            Double(center.y) - height / 2, extent: height, limit: Double(size.height))
        let rim = max(0.6, unit * 0.6)
        fillRounded(
            left - rim, top - rim, width + 2 * rim, height + 2 * rim, radius: height / 2 + rim,
            color: .shade)
        fillRounded(left, top, width, height, radius: height / 2, color: color)
        show(
            text, x: left + (width - box.width) / 2 + box.padding,
            y: top + box.padding / 2 + box.ascent, font: box.font,
            color: color.isLight ? .darkText : .lightText)
    }

    private struct TextBox {
        var font: Font
        var width: Double
        var height: Double
        var ascent: Double
        var padding: Double
    }

    /// Returns the box of `text`, in a font size that fits the image's width.
    private func measured(_ text: String) -> TextBox {
        let box = box(of: text, fontSize: fontSize)
        let scale = Double(size.width) / box.width
        return scale >= 1 ? box : self.box(of: text, fontSize: fontSize * scale)
    }

    private func box(of text: String, fontSize: Double) -> TextBox {
        let font = Font(size: fontSize, isBold: true)
        let (ascent, descent) = extents(of: font)
        let padding = fontSize * 0.35
        return TextBox(
            font: font, width: max(self.width(of: text, font: font), 1) + 2 * padding,
            height: ascent + descent + padding, ascent: ascent, padding: padding)
    }

    /// The font size in pixels: proportional to the image, with a legible minimum.
    private var fontSize: Double { max(9, unit * 8) }

    /// Returns `start` shifted so that `extent` fits into 0…`limit`; returns 0 if it cannot fit.
    private func inside(_ start: Double, extent: Double, limit: Double) -> Double {
        max(0, min(start, limit - extent))
    }
}
