import CLandmarkKernels
public import LandmarkCore
public import LandmarkImaging

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

    /// Draws line segments, all dark edges first and all colors above them.
    public func lines(
        _ segments: [(PixelPoint, PixelPoint)], color: OverlayColor, weight: Weight = .bold
    ) {
        stroke(strokes(color, weight)) { traced in
            for (start, end) in segments { traced.append(lk_segment(start, end)) }
        }
    }

    /// Draws lines between pairs of `points`, given by their indices, as ``lines(_:color:weight:)`` does.
    ///
    /// - Precondition: All indices are valid.
    package func lines(
        _ points: [PixelPoint], between pairs: [(Int, Int)], color: OverlayColor,
        weight: Weight
    ) {
        stroke(strokes(color, weight)) { traced in
            for (start, end) in pairs { traced.append(lk_segment(points[start], points[end])) }
        }
    }

    /// Draws a line through `points`, and back to the first if `closed`.
    public func polyline(
        _ points: [PixelPoint], closed: Bool = false, color: OverlayColor, weight: Weight = .thin
    ) {
        let places = points.filter(\.isFinite)
        stroke(strokes(color, weight)) { traced in
            for (start, end) in zip(places, places.dropFirst()) {
                traced.append(lk_segment(start, end))
            }
            if closed, let first = places.first, let last = places.last {
                traced.append(lk_segment(last, first))
            }
        }
    }

    /// Draws a disc at each of `points`.
    public func points(_ points: [PixelPoint], color: OverlayColor, weight: Weight = .bold) {
        let radius = width(weight) * (weight == .fine ? 0.7 : 1.4)
        var discs = [(width: 2 * radius, color: color)]
        if weight != .fine { discs.insert((2 * (radius + edge), .shade), at: 0) }
        stroke(discs) { traced in
            for point in points { traced.append(lk_segment(point, point)) }
        }
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

    /// A line in `color`, over a wider dark one unless it is fine.
    private func strokes(
        _ color: OverlayColor, _ weight: Weight
    ) -> [(width: Double, color: OverlayColor)] {
        let width = width(weight)
        guard weight != .fine else { return [(width, color)] }
        let shade = OverlayColor.shade.opacity(OverlayColor.shade.opacity * color.opacity)
        return [(width + 2 * edge, shade), (width, color)]
    }

    private func width(_ weight: Weight) -> Double { usualWidth(weight) * lineScale }

    /// The width of lines in pixels before ``lineScale``.
    package func usualWidth(_ weight: Weight) -> Double {
        switch weight {
        case .fine: max(0.7, unit * 0.5)
        case .thin: max(1.1, unit * 0.9)
        case .bold: max(1.6, unit * 1.6)
        }
    }

    /// The width of the dark edge on each side, in pixels.
    private var edge: Double { max(0.8, unit * 0.5) * min(lineScale, 1) }
}

extension Canvas {
    /// Blends `color` over the image; the opacity at each pixel is the mask's value times the
    /// color's opacity.
    ///
    /// - Throws: `ImagingError.maskSizeDiffers(mask:image:)` unless the mask has the image's
    ///   size.
    public func tint(_ mask: Mask, color: OverlayColor) throws(ImagingError) {
        guard mask.size == size else {
            throw .maskSizeDiffers(mask: mask.size, image: size)
        }
        surface.blend(color) { coverage, _ in coverage.add(mask) }
    }
}

extension lk_segment {
    init(_ start: PixelPoint, _ end: PixelPoint) {
        self.init(x0: start.x, y0: start.y, x1: end.x, y1: end.y)
    }
}

extension PixelPoint {
    var isFinite: Bool { x.isFinite && y.isFinite }

    /// The point for a drawing library, limited to the range that it can draw; nil if it is not
    /// finite.
    var drawn: DrawnPoint? {
        guard isFinite else { return nil }
        let limit: Float = 1_048_576
        return DrawnPoint(
            x: Double(min(max(x, -limit), limit)), y: Double(min(max(y, -limit), limit)))
    }
}
