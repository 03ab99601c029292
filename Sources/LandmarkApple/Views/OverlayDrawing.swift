import LandmarkCore
public import LandmarkMotion
import LandmarkTasks

/// Lines and points to draw in a view over a frame, in the view's units from its top left corner.
public struct OverlayDrawing: Sendable, Hashable {
    /// A line.
    public struct Line: Sendable, Hashable {
        /// Where it starts.
        public var start: SIMD2<Double>
        /// Where it ends.
        public var end: SIMD2<Double>
        /// The person's own side: that of both ends, or the middle.
        public var side: LandmarkSide
    }

    /// A point.
    public struct Point: Sendable, Hashable {
        /// Where it is.
        public var position: SIMD2<Double>
        /// The person's own side.
        public var side: LandmarkSide
    }

    /// The lines, to be drawn first.
    public var lines: [Line] = []
    /// The points.
    public var points: [Point] = []

    /// Landmarks of poses below this visibility are not drawn.
    public static let visibilityLimit: Float = 0.5

    /// Nothing to draw.
    public init() {}

    /// The drawing of shapes in a view that shows their frame.
    ///
    /// - Parameters:
    ///   - shapes: The shapes. Landmarks that are not visible or not finite, and connections to
    ///     landmarks that do not exist, are left out.
    ///   - geometry: The frame's geometry.
    ///   - viewSize: The size of the view; nothing is drawn in one without an area.
    ///   - scaling: How the preview scales the frame to the view.
    public init(
        _ shapes: [LandmarkShape], geometry: FrameGeometry, viewSize: ViewSize,
        scaling: ViewTransform.Scaling
    ) {
        guard let transform = try? geometry.transform(to: viewSize, scaling: scaling) else {
            return
        }
        for shape in shapes {
            let places = shape.landmarks.map { landmark -> SIMD2<Double>? in
                guard landmark.visibility ?? 1 >= Self.visibilityLimit else { return nil }
                let point = transform.viewPoint(for: landmark)
                return point.x.isFinite && point.y.isFinite ? point : nil
            }
            func side(_ index: Int) -> LandmarkSide {
                shape.sides.indices.contains(index) ? shape.sides[index] : .middle
            }
            for connection in shape.connections {
                guard places.indices.contains(connection.start),
                    places.indices.contains(connection.end),
                    let start = places[connection.start], let end = places[connection.end]
                else { continue }
                let sides = (side(connection.start), side(connection.end))
                lines.append(
                    Line(start: start, end: end, side: sides.0 == sides.1 ? sides.0 : .middle))
            }
            guard shape.showsPoints else { continue }
            for (index, place) in places.enumerated() {
                if let place { points.append(Point(position: place, side: side(index))) }
            }
        }
    }

    /// The drawing of a result in a view that shows its frame.
    public init<Output: LandmarkDrawable>(
        _ result: SessionResult<Output>, viewSize: ViewSize, scaling: ViewTransform.Scaling
    ) {
        self.init(
            result.output.shapes, geometry: result.geometry, viewSize: viewSize, scaling: scaling)
    }
}
