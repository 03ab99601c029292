import CLandmarkKernels
package import LandmarkCore
import LandmarkImaging

/// Shapes with sizes given in pixels, without dark edges.
extension Canvas {
    /// Draws line segments of a given width, with round ends; segments of zero length become discs.
    package func plainLines(
        _ segments: [(PixelPoint, PixelPoint)], width: Double, color: OverlayColor
    ) {
        stroke([(width, color)]) { traced in
            for (start, end) in segments where start.isFinite && end.isFinite {
                traced.append(lk_segment(start, end))
            }
        }
    }

    /// Fills a convex polygon, with edges at whole rows.
    package func fillConvex(_ points: [PixelPoint], color: OverlayColor) {
        guard points.count > 2, points.allSatisfy(\.isFinite) else { return }
        let heights = points.map { Double($0.y) }
        let top = max(0, (heights.min() ?? 0).rounded(.down))
        let bottom = min(Double(size.height), (heights.max() ?? 0).rounded(.up))
        guard top < bottom else { return }
        let edges = Array(zip(points, points.dropFirst() + points.prefix(1)))
        surface.blend(color) { coverage, _ in
            for row in Int(top)..<Int(bottom) {
                let y = Double(row) + 0.5
                var left = Double.infinity
                var right = -Double.infinity
                for (start, end) in edges {
                    let (y0, y1) = (Double(start.y), Double(end.y))
                    guard y0 != y1, min(y0, y1) <= y, y <= max(y0, y1) else { continue }
                    let (x0, x1) = (Double(start.x), Double(end.x))
                    let x = x0 + (x1 - x0) * (y - y0) / (y1 - y0)
                    left = min(left, x)
                    right = max(right, x)
                }
                let limit = Double(size.width)
                guard left < right, left < limit, right > 0 else { continue }
                coverage.add(
                    left: max(left, 0), top: Double(row), right: min(right, limit),
                    bottom: Double(row + 1))
            }
        }
    }

    /// Draws a line of text of a given height, with the left end of its baseline at a point.
    package func plainText(
        _ text: String, at point: PixelPoint, height: Double, color: OverlayColor
    ) {
        guard !text.isEmpty, point.isFinite, height >= 1, height.isFinite else { return }
        show(
            text, x: Double(point.x), y: Double(point.y),
            font: Font(size: min(height, 1000), isBold: false), color: color)
    }
}
