import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

extension Canvas {
    /// Landmarks as pixels of the image.
    func places(of landmarks: [Landmark]) -> [PixelPoint] {
        landmarks.map {
            PixelPoint(x: $0.x * Float(size.width), y: $0.y * Float(size.height))
        }
    }

    /// Draws the lines of `connections` between `places`; those of points that are not there are
    /// left out.
    func join(
        _ places: [PixelPoint], _ connections: [Connection], color: OverlayColor,
        weight: Weight = .bold
    ) {
        lines(
            connections.filter { max($0.start, $0.end) < places.count }
                .map { (places[$0.start], places[$0.end]) }, color: color, weight: weight)
    }

    /// Draws regions of interest.
    func draw(_ regions: [NormalizedRect], color: OverlayColor = .region) {
        for region in regions { rectangle(PixelRect(region, in: size), color: color) }
    }

    /// Draws what a detector found.
    func draw(_ detections: [DetectionBox]) {
        for detection in detections {
            rectangle(PixelRect(detection.box, in: size), color: .instance(0))
            points(
                detection.keypoints.map {
                    PixelPoint(x: $0.x * Float(size.width), y: $0.y * Float(size.height))
                }, color: .instance(0), weight: .thin)
        }
    }

    /// Draws what came in DETECTIONS, and the regions of all NORM_RECTS.
    func drawDetectionsAndRegions(_ inputs: StreamInputs) throws {
        draw(try inputs["DETECTIONS"].value([DetectionBox].self) ?? [])
        for index in 0..<inputs.count("NORM_RECTS") {
            draw(try inputs["NORM_RECTS", index].value([NormalizedRect].self) ?? [])
        }
    }
}

extension PixelBuffer {
    /// A copy with something drawn on it.
    func drawn(_ drawing: (Canvas) throws -> Void) throws -> PixelBuffer {
        let canvas = try Canvas(self)
        try drawing(canvas)
        return try canvas.image()
    }
}
