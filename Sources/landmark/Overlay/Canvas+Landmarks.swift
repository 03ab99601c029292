import LandmarkCore
import LandmarkImaging
import LandmarkTasks

extension Canvas {
    /// Landmarks as pixels of the image.
    func places(of landmarks: [Landmark]) -> [PixelPoint] {
        landmarks.map {
            PixelPoint(x: $0.x * Float(size.width), y: $0.y * Float(size.height))
        }
    }

    /// Thin for what is small in the image, as bold lines and points would hide it.
    func weight(for places: [PixelPoint]) -> Weight {
        let xs = places.map(\.x)
        let ys = places.map(\.y)
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
        else { return .bold }
        let extent = max(right - left, bottom - top)
        return extent * 5 < Float(min(size.width, size.height)) ? .thin : .bold
    }

    /// Draws the lines of `connections` between `places`.
    func join(
        _ places: [PixelPoint], _ connections: [Connection], color: OverlayColor,
        weight: Weight = .bold
    ) {
        lines(
            connections.map { (places[$0.start], places[$0.end]) }, color: color, weight: weight)
    }

    /// Draws the region that was looked at, and a label above all of `places`.
    func frame(
        _ region: NormalizedRect, label text: String, above places: [PixelPoint],
        color: OverlayColor
    ) {
        rectangle(PixelRect(region, in: size), color: OverlayColor.region.opacity(0.6))
        guard let top = places.min(by: { $0.y < $1.y }) else { return }
        label(text, at: PixelPoint(x: top.x, y: top.y - 8 * Float(unit)), color: color)
    }
}
