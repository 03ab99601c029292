package import LandmarkCore
package import LandmarkDrawing
package import LandmarkImaging
import LandmarkMotion
package import LandmarkTasks

/// How a hand, pose, or face is drawn over its image: groups of connections in their own colors,
/// landmarks as points, the region of interest, and a label.
package struct LandmarkOverlay {
    /// Connections that are drawn in the same way.
    package struct Group: Sendable {
        let connections: [Connection]
        let color: OverlayColor
        var weight = Canvas.Weight.bold
    }

    /// The user's choices for drawing.
    package struct Style: Sendable {
        /// Whether the region of interest is drawn.
        package var showsRegion = false
        /// The visibility below which neither a landmark nor its connections are drawn.
        package var minVisibility: Float = 0
        /// Multiplies the width of lines and the size of points.
        package var lineScale = 1.0
        /// The replacement for everything outside a mask; nil to tint the area of the mask.
        package var background: Background?

        package init() {}
    }

    /// The visibility below which a landmark counts as hidden.
    private static let minVisibility: Float = 0.5

    /// How well a landmark is seen.
    private enum Sight: Int, Comparable {
        case none, hidden, clear

        static func < (left: Sight, right: Sight) -> Bool { left.rawValue < right.rawValue }
    }

    private let landmarks: [Landmark]
    /// The groups in drawing order.
    private let groups: [Group]
    /// Whether landmarks are drawn as points.
    private let showsPoints: Bool
    /// How many bold lines must fit side by side into the landmarks' extent, so that they do not hide each
    /// other: on a small person, lines and points are smaller.
    private let detail: Double
    /// The color of the label.
    private let color: OverlayColor
    /// The region of interest; nil to draw none.
    package var region: NormalizedRect?
    /// The text above the landmarks; nil for none.
    package var label: String?
    /// The landmarks that are not drawn, along with their connections, because other landmarks show the same
    /// part in more detail.
    package var omitted: Set<Int> = []
    /// The area to tint.
    package var mask: Mask?

    /// Draws everything; connections of hidden landmarks are thin and faint, and those of missing
    /// ones, such as the irises of a face with 468 landmarks, are skipped.
    ///
    /// - Throws: `ImagingError` when the mask cannot be drawn.
    package func draw(on canvas: Canvas, style: Style = Style()) throws(ImagingError) {
        let lineScale = canvas.lineScale
        defer { canvas.lineScale = lineScale }
        if let mask {
            if let background = style.background {
                try background.draw(on: canvas, behind: mask)
            } else {
                try canvas.tint(mask, color: color.opacity(0.35))
            }
        }
        let points = canvas.points(of: landmarks)
        canvas.lineScale = lineScale * style.lineScale * canvas.scale(for: points, detail: detail)
        let sights = landmarks.enumerated().map { index, landmark in
            let visibility = landmark.visibility ?? 1
            return visibility < style.minVisibility || omitted.contains(index)
                ? Sight.none : visibility >= Self.minVisibility ? .clear : .hidden
        }
        for group in groups {
            canvas.connect(
                points, group.connections, color: group.color.opacity(0.35), weight: .thin
            ) { min(sights[$0.start], sights[$0.end]) == .hidden }
            canvas.connect(
                points, group.connections, color: group.color, weight: group.weight
            ) { min(sights[$0.start], sights[$0.end]) == .clear }
        }
        if showsPoints {
            let visible = zip(points, sights).filter { $1 == .clear }.map { $0.0 }
            canvas.separatePoints(visible, color: .middle)
        }
        canvas.lineScale = lineScale * style.lineScale
        if style.showsRegion, let region {
            canvas.rectangle(
                PixelRect(region, in: canvas.size), color: OverlayColor.region.opacity(0.6))
        }
        guard let label, let top = points.min(by: { $0.y < $1.y }) else { return }
        canvas.label(
            label, at: PixelPoint(x: top.x, y: top.y - 8 * Float(canvas.unit)), color: color)
    }
}

extension LandmarkOverlay {
    /// The palm in the color of the hand's side, and each finger in its own; labeled with the side.
    package static func hand(
        _ landmarks: [Landmark], _ handedness: Handedness?
    ) -> LandmarkOverlay {
        let side = handedness.map { $0 == .left ? OverlayColor.left : .right } ?? .middle
        let fingers = [
            HandConnections.thumb, HandConnections.indexFinger, HandConnections.middleFinger,
            HandConnections.ringFinger, HandConnections.pinky,
        ]
        return LandmarkOverlay(
            landmarks: landmarks,
            groups: [Group(connections: HandConnections.palm, color: side)]
                + fingers.enumerated().map { Group(connections: $1, color: .instance($0)) },
            showsPoints: true, detail: 40, color: side, label: handedness?.rawValue)
    }

    /// The left side, right side, and middle in separate colors; label and mask in `color`.
    package static func pose(_ landmarks: [Landmark], color: OverlayColor) -> LandmarkOverlay {
        LandmarkOverlay(
            landmarks: landmarks,
            groups: [
                Group(connections: PoseConnections.face + PoseConnections.torso, color: .middle),
                Group(
                    connections: PoseConnections.leftArm + PoseConnections.leftLeg, color: .left),
                Group(
                    connections: PoseConnections.rightArm + PoseConnections.rightLeg,
                    color: .right),
            ],
            showsPoints: true, detail: 110, color: color)
    }

    /// The mesh in fine lines, and the contours of the face, eyes, and mouth; label in `color`.
    package static func face(_ landmarks: [Landmark], color: OverlayColor) -> LandmarkOverlay {
        LandmarkOverlay(
            landmarks: landmarks, groups: faceGroups, showsPoints: false, detail: 60, color: color)
    }

    /// An area in `color`, without landmarks.
    package static func mask(_ mask: Mask, color: OverlayColor) -> LandmarkOverlay {
        var overlay = LandmarkOverlay(
            landmarks: [], groups: [], showsPoints: false, detail: 1, color: color)
        overlay.mask = mask
        return overlay
    }

    /// The groups of a face, built once: most edges of the mesh are listed twice, by both adjacent
    /// triangles.
    private static let faceGroups = [
        Group(connections: unique(FaceConnections.tesselation), color: .mesh, weight: .fine),
        Group(connections: FaceConnections.oval, color: .middle, weight: .thin),
        Group(
            connections: FaceConnections.leftEye + FaceConnections.leftEyebrow, color: .left,
            weight: .thin),
        Group(
            connections: FaceConnections.rightEye + FaceConnections.rightEyebrow, color: .right,
            weight: .thin),
        Group(connections: FaceConnections.leftIris, color: .left, weight: .thin),
        Group(connections: FaceConnections.rightIris, color: .right, weight: .thin),
        Group(connections: FaceConnections.lips, color: .instance(1), weight: .thin),
    ]

    /// Returns the connections without duplicates in either direction.
    static func unique(_ connections: [Connection]) -> [Connection] {
        var known: Set<[Int]> = []
        return connections.filter {
            known.insert([min($0.start, $0.end), max($0.start, $0.end)]).inserted
        }
    }
}

/// An instance that can be drawn over its image.
package protocol OverlayDrawable {
    /// How the instance is drawn.
    var overlay: LandmarkOverlay { get }
}

extension Hand: OverlayDrawable {
    /// The hand with its region, labeled with id, side, and score.
    package var overlay: LandmarkOverlay {
        var overlay = LandmarkOverlay.hand(landmarks, handedness)
        overlay.region = region
        let score = String(Double(handednessScore) * 100, places: 0)
        overlay.label = "\(id) \(handedness.rawValue) \(score) %"
        return overlay
    }
}

extension Pose: OverlayDrawable {
    /// The pose with its region, labeled with its id, over its mask, if any.
    package var overlay: LandmarkOverlay {
        var overlay = LandmarkOverlay.pose(landmarks, color: .instance(id - 1))
        overlay.region = region
        overlay.label = "\(id)"
        overlay.mask = mask
        return overlay
    }
}

extension Face: OverlayDrawable {
    /// The face with its region, labeled with its id.
    package var overlay: LandmarkOverlay {
        var overlay = LandmarkOverlay.face(landmarks, color: .instance(id - 1))
        overlay.region = region
        overlay.label = "\(id)"
        return overlay
    }
}

extension Segmentation: OverlayDrawable {
    /// The area of the people.
    package var overlay: LandmarkOverlay { .mask(mask, color: .instance(0)) }
}

extension Canvas {
    /// Normalized landmarks as pixels of the canvas; none on a canvas without pixels.
    package func points(of landmarks: [Landmark]) -> [PixelPoint] {
        let view = ViewSize(width: Double(size.width), height: Double(size.height))
        guard let transform = try? ViewTransform(imageSize: size, viewSize: view) else { return [] }
        return landmarks.map {
            let point = transform.viewPoint(for: $0)
            return PixelPoint(x: Float(point.x), y: Float(point.y))
        }
    }

    /// Draws the `connections` between `points` for which `isIncluded` returns true; connections of missing
    /// points are skipped.
    package func connect(
        _ points: [PixelPoint], _ connections: [Connection], color: OverlayColor, weight: Weight,
        where isIncluded: (Connection) -> Bool = { _ in true }
    ) {
        var pairs: [(Int, Int)] = []
        pairs.reserveCapacity(connections.count)
        for connection in connections
        where max(connection.start, connection.end) < points.count && isIncluded(connection) {
            pairs.append((connection.start, connection.end))
        }
        lines(points, between: pairs, color: color, weight: weight)
    }

    /// Draws points, each small enough to be distinguished from its nearest neighbor: the points of a head or
    /// a hand are closer together than those of a body.
    fileprivate func separatePoints(_ points: [PixelPoint], color: OverlayColor) {
        let scale = lineScale
        defer { lineScale = scale }
        let radius = 1.4 * usualWidth(.bold) * scale
        var remaining = points.map { point -> (point: PixelPoint, room: Double) in
            let nearest = points.lazy.filter { $0 != point }.map { other in
                let (x, y) = (Double(other.x - point.x), Double(other.y - point.y))
                return (x * x + y * y).squareRoot()
            }.min()
            return (point, nearest.map { 0.5 * $0 / radius } ?? 1)
        }
        for share in [1, 0.7, 0.5, 0.35] {
            lineScale = scale * share
            let isLast = share == 0.35
            let fitting = remaining.filter { isLast || $0.room >= share }
            remaining.removeAll { isLast || $0.room >= share }
            self.points(fitting.map(\.point), color: color)
        }
    }

    /// The factor for the usual widths, at most 1, with which `detail` bold lines fit side by side into the
    /// points' extent. Lines always stay wide enough to be seen.
    fileprivate func scale(for points: [PixelPoint], detail: Double) -> Double {
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
        else { return 1 }
        let extent = Double(max(right - left, bottom - top))
        guard extent.isFinite else { return 1 }
        return min(1, max(extent / detail, 0.8) / usualWidth(.bold))
    }
}
