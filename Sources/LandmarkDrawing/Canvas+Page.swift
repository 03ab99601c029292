import CLandmarkKernels
package import LandmarkCore
package import LandmarkImaging

// Shapes and text for pages and panels, whose background is known. They lack the dark edges and
// boxes that keep shapes legible on any image.

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

    /// Creates a canvas filled with one color.
    ///
    /// - Throws: `ImagingError.invalidImageSize(width:height:)` or
    ///   `ImagingError.undrawable(_:reason:)`.
    package convenience init(
        _ size: PixelSize, filledWith color: OverlayColor
    ) throws(ImagingError) {
        let pixel = [color.red, color.green, color.blue].map { UInt8(($0 * 255).rounded()) }
        // PixelBuffer rejects sizes without area.
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
        fillRounded(left, top, width, height, radius: radius, color: color)
    }

    /// Fills the polygon with corners `points`.
    package func fill(_ points: [PixelPoint], color: OverlayColor) {
        let points = points.compactMap(\.drawn)
        guard let box = PixelBox(around: points, margin: 1, in: size) else { return }
        blend(color) { $0.stamp(ofPolygon: points, in: box) }
    }

    /// Draws a line `width` pixels wide through `points`; a single point becomes a dot.
    ///
    /// - Parameter dash: The length of dashes and gaps in pixels; 0 draws a solid line.
    package func stroke(
        _ points: [PixelPoint], width: Double, dash: Double = 0, color: OverlayColor
    ) {
        let places = points.filter(\.isFinite)
        guard dash > 0, places.count > 1 else {
            return stroke([(width, color)]) { traced in
                for (start, end) in zip(places, places.dropFirst()) {
                    traced.append(lk_segment(start, end))
                }
                if places.count == 1 { traced.append(lk_segment(places[0], places[0])) }
            }
        }
        let drawn = places.compactMap(\.drawn)
        guard let box = PixelBox(around: drawn, margin: width + 1, in: size) else { return }
        blend(color) { $0.stamp(ofLine: drawn, width: width, dash: dash, in: box) }
    }

    /// Draws `text` at a font size of `size` pixels, with its baseline through `place`.
    package func write(
        _ text: String, at place: PixelPoint, size: Double, isBold: Bool = false,
        anchor: TextAnchor = .start, color: OverlayColor
    ) {
        guard !text.isEmpty, let place = place.drawn, size.isFinite, size > 0 else { return }
        let width = width(of: text, size: size, isBold: isBold)
        let shift =
            switch anchor {
            case .start: 0.0
            case .middle: width / 2
            case .end: width
            }
        show(
            text, x: place.x - shift, y: place.y, font: Font(size: size, isBold: isBold),
            color: color)
    }

    /// Returns the width in pixels of `text` at a font size of `size` pixels.
    package func width(of text: String, size: Double, isBold: Bool = false) -> Double {
        self.width(of: text, font: Font(size: size, isBold: isBold))
    }

    /// Draws `image` scaled to a rectangle, averaging pixels where it is scaled down; parts outside
    /// the canvas are clipped.
    ///
    /// - Throws: `ImagingError.undrawable(_:reason:)` when the image has more than 32,767
    ///   columns or rows.
    package func draw(
        _ image: PixelBuffer, left: Double, top: Double, width: Double, height: Double
    ) throws(ImagingError) {
        guard [left, top, width, height].allSatisfy(\.isFinite), width > 0, height > 0
        else { return }
        guard
            let box = PixelBox(
                left: left, top: top, right: left + width, bottom: top + height, in: self.size)
        else { return }
        try blend { (platform) throws(ImagingError) in
            try platform.layer(
                of: image, left: left, top: top, width: width, height: height, in: box)
        }
    }
}
