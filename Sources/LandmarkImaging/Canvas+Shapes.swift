import CCairo
public import LandmarkCore

extension Canvas {
    /// How heavy a line or point is.
    public enum Weight: Sendable {
        /// For nets of hundreds of lines, which get no dark edge.
        case fine
        /// For contours and regions.
        case thin
        /// For skeletons.
        case bold
    }

    /// Draws lines that belong together: the dark edges of all lie below the color of all.
    public func lines(
        _ segments: [(PixelPoint, PixelPoint)], color: OverlayColor, weight: Weight = .bold
    ) {
        stroke(color, weight) {
            for (start, end) in segments {
                guard let start = place(start), let end = place(end) else { continue }
                cairo_move_to(context, start.x, start.y)
                cairo_line_to(context, end.x, end.y)
            }
        }
    }

    /// Draws a line through `points`, back to the first if it is `closed`.
    public func polyline(
        _ points: [PixelPoint], closed: Bool = false, color: OverlayColor, weight: Weight = .thin
    ) {
        stroke(color, weight) {
            for point in points.lazy.compactMap(place) { cairo_line_to(context, point.x, point.y) }
            if closed { cairo_close_path(context) }
        }
    }

    /// Draws a disc at each point.
    public func points(_ points: [PixelPoint], color: OverlayColor, weight: Weight = .bold) {
        let radius = width(weight) * (weight == .fine ? 0.7 : 1.4)
        let places = points.compactMap(place)
        if weight != .fine {
            discs(places, radius: radius + edge, color: .shade)
        }
        discs(places, radius: radius, color: color)
    }

    /// Draws a rotated rectangle with a tick on its upper side, which shows how it is turned.
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

    /// Strokes a path in `color`, over a wider dark one unless it is fine.
    private func stroke(_ color: OverlayColor, _ weight: Weight, path: () -> Void) {
        cairo_new_path(context)
        path()
        if weight != .fine {
            cairo_set_line_width(context, width(weight) + 2 * edge)
            setColor(.shade.opacity(OverlayColor.shade.opacity * color.opacity))
            cairo_stroke_preserve(context)
        }
        cairo_set_line_width(context, width(weight))
        setColor(color)
        cairo_stroke(context)
    }

    private func discs(
        _ places: [(x: Double, y: Double)], radius: Double, color: OverlayColor
    ) {
        cairo_new_path(context)
        for place in places {
            cairo_new_sub_path(context)
            cairo_arc(context, place.x, place.y, radius, 0, 2 * .pi)
        }
        setColor(color)
        cairo_fill(context)
    }

    private func width(_ weight: Weight) -> Double {
        switch weight {
        case .fine: max(0.7, unit * 0.5)
        case .thin: max(1.1, unit * 0.9)
        case .bold: max(1.6, unit * 1.6)
        }
    }

    /// How far a dark edge sticks out on each side.
    private var edge: Double { max(0.8, unit * 0.5) }

    /// Where Cairo can draw a point: its numbers have 24 bits before the point.
    func place(_ point: PixelPoint) -> (x: Double, y: Double)? {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        let limit: Float = 1_048_576
        return (
            Double(min(max(point.x, -limit), limit)), Double(min(max(point.y, -limit), limit))
        )
    }
}
