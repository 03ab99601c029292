import LandmarkCore
import LandmarkImaging

/// A page as an image, on light ground.
enum PageImage {
    /// Pixels for each of the page's units, so that small letters are sharp.
    private static let scale = 2.0

    /// Draws the whole page.
    static func drawn(_ page: Page) throws(ImagingError) -> PixelBuffer {
        let size = PixelSize(
            width: Int((page.width * scale).rounded(.up)),
            height: Int((page.height * scale).rounded(.up)))
        let canvas = try Canvas(size, filledWith: Ink.page.color(opacity: 1))
        for mark in page.marks { add(mark, to: canvas) }
        return try canvas.image()
    }

    private static func add(_ mark: Mark, to canvas: Canvas) {
        switch mark {
        case .box(let box, let ink, let opacity, let radius, _):
            canvas.fill(
                left: box.left * scale, top: box.top * scale, width: box.width * scale,
                height: box.height * scale, radius: radius * scale,
                color: ink.color(opacity: opacity))
        case .line(let points, let ink, let width, let dash):
            canvas.stroke(
                points.map(place), width: width * scale, dash: dash * scale,
                color: ink.color(opacity: 1))
        case .area(let points, let ink, let opacity):
            canvas.fill(points.map(place), color: ink.color(opacity: opacity))
        case .text(let words, let at, let letters):
            let anchor: Canvas.TextAnchor =
                switch letters.anchor {
                case .start: .start
                case .middle: .middle
                case .end: .end
                }
            canvas.write(
                words, at: place(at), size: letters.size * scale, isBold: letters.isBold,
                anchor: anchor, color: letters.ink.color(opacity: 1))
        }
    }

    private static func place(_ point: Mark.Point) -> PixelPoint {
        PixelPoint(x: Float(point.x * scale), y: Float(point.y * scale))
    }
}
