public import LandmarkCore
public import LandmarkImaging
import LandmarkSystem

extension Canvas {
    /// The visual weight of lines and points.
    public enum Weight: Sendable {
        /// For meshes of hundreds of lines, drawn without a dark edge.
        case fine
        /// For contours and regions.
        case thin
        /// For skeletons.
        case bold
    }

    /// Draws line segments, with the dark edges of all of them below the color of all of them.
    public func lines(
        _ segments: [(PixelPoint, PixelPoint)], color: OverlayColor, weight: Weight = .bold
    ) {
        stroke(color, weight) {
            for (start, end) in segments {
                guard let start = place(start), let end = place(end) else { continue }
                drawing.move(toX: start.x, y: start.y)
                drawing.line(toX: end.x, y: end.y)
            }
        }
    }

    /// Draws a line through `points`, and back to the first if `closed`.
    public func polyline(
        _ points: [PixelPoint], closed: Bool = false, color: OverlayColor, weight: Weight = .thin
    ) {
        stroke(color, weight) {
            for point in points.lazy.compactMap(place) { drawing.line(toX: point.x, y: point.y) }
            if closed { drawing.closePath() }
        }
    }

    /// Draws a disc at each of `points`.
    public func points(_ points: [PixelPoint], color: OverlayColor, weight: Weight = .bold) {
        let radius = width(weight) * (weight == .fine ? 0.7 : 1.4)
        let places = points.compactMap(place)
        if weight != .fine {
            discs(places, radius: radius + edge, color: .shade)
        }
        discs(places, radius: radius, color: color)
    }

    /// Draws a rotated rectangle, with a tick on its top side to show the rotation.
    public func rectangle(
        _ region: PixelRect, color: OverlayColor = .region, weight: Weight = .thin
    ) {
        let c = FloatMath.cos(region.rotation)
        let s = FloatMath.sin(region.rotation)
        func corner(_ across: Float, _ down: Float) -> PixelPoint {
            let (x, y) = (across * region.width, down * region.height)
            return PixelPoint(
                x: region.xCenter + c * x - s * y, y: region.yCenter + s * x + c * y)
        }
        let corners = [
            corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5),
        ]
        var sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { ($0, $1) }
        sides.append((corner(0, -0.5), corner(0, -0.56)))
        lines(sides, color: color, weight: weight)
    }

    /// Strokes a path in `color`, on top of a wider dark stroke unless it is fine.
    private func stroke(_ color: OverlayColor, _ weight: Weight, path: () -> Void) {
        drawing.beginPath()
        path()
        if weight != .fine {
            drawing.stroke(
                .shade.opacity(OverlayColor.shade.opacity * color.opacity),
                width: width(weight) + 2 * edge, dash: 0, keepsPath: true)
        }
        drawing.stroke(color, width: width(weight), dash: 0, keepsPath: false)
    }

    private func discs(
        _ places: [(x: Double, y: Double)], radius: Double, color: OverlayColor
    ) {
        drawing.beginPath()
        for place in places { drawing.circle(centerX: place.x, y: place.y, radius: radius) }
        drawing.fill(color)
    }

    private func width(_ weight: Weight) -> Double {
        switch weight {
        case .fine: max(0.7, unit * 0.5)
        case .thin: max(1.1, unit * 0.9)
        case .bold: max(1.6, unit * 1.6)
        }
    }

    /// The width of the dark edge on each side, in pixels.
    private var edge: Double { max(0.8, unit * 0.5) }

    /// Returns `point` clamped to what Cairo can draw (its fixed-point numbers have 24 integer
    /// bits); nil when it is not finite.
    func place(_ point: PixelPoint) -> (x: Double, y: Double)? {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        let limit: Float = 1_048_576
        return (
            Double(min(max(point.x, -limit), limit)), Double(min(max(point.y, -limit), limit))
        )
    }
}

extension Canvas {
    /// Blends `color` over the image, at each pixel with the mask's value times the color's
    /// opacity.
    ///
    /// - Throws: `ImagingError.maskSizeDiffers(mask:image:)` unless the mask has the image's
    ///   size.
    public func tint(_ mask: Mask, color: OverlayColor) throws(ImagingError) {
        guard mask.size == size else {
            throw .maskSizeDiffers(mask: mask.size, image: size)
        }
        drawing.tint(mask, color: color)
    }
}
