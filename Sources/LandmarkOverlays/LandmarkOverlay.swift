package import LandmarkCore
package import LandmarkDrawing
package import LandmarkImaging
import LandmarkMotion
package import LandmarkTasks

/// How a hand, pose, or face is drawn over its image: groups of connections in their own colors,
/// landmarks as points, the region of interest, and a label.
package struct LandmarkOverlay {
    /// Connections that are drawn alike.
    package struct Group: Sendable {
        let connections: [Connection]
        let color: OverlayColor
        /// nil for a weight that suits the size of what is drawn.
        var weight: Canvas.Weight?
    }

    /// What is drawn, as users choose it.
    package struct Style: Sendable {
        /// Whether the region of interest is drawn.
        package var showsRegion = false
        /// The visibility below which a landmark is not drawn at all, nor its connections.
        package var minVisibility: Float = 0
        /// Multiplies the width of lines and the size of points.
        package var lineScale = 1.0

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
    /// The color of the label.
    private let color: OverlayColor
    /// The region of interest; nil to draw none.
    package var region: NormalizedRect?
    /// The text above the landmarks; nil for none.
    package var label: String?
    /// The area to tint.
    package var mask: Mask?

    /// Draws everything; connections of hidden landmarks are thin and faint, and those of missing
    /// ones, such as the irises of a face with 468 landmarks, are skipped.
    ///
    /// - Throws: `ImagingError` when the mask cannot be drawn.
    package func draw(on canvas: Canvas, style: Style = Style()) throws(ImagingError) {
        let lineScale = canvas.lineScale
        canvas.lineScale = lineScale * style.lineScale
        defer { canvas.lineScale = lineScale }
        if let mask { try canvas.tint(mask, color: color.opacity(0.35)) }
        let points = canvas.points(of: landmarks)
        let usualWeight = canvas.weight(for: points)
        let sights = landmarks.map { landmark in
            let visibility = landmark.visibility ?? 1
            return visibility < style.minVisibility
                ? Sight.none : visibility >= Self.minVisibility ? .clear : .hidden
        }
        for group in groups {
            canvas.connect(
                points, group.connections, color: group.color.opacity(0.35), weight: .thin
            ) { min(sights[$0.start], sights[$0.end]) == .hidden }
            canvas.connect(
                points, group.connections, color: group.color, weight: group.weight ?? usualWeight
            ) { min(sights[$0.start], sights[$0.end]) == .clear }
        }
        if showsPoints {
            let visible = zip(points, sights).filter { $1 == .clear }.map { $0.0 }
            canvas.points(visible, color: .middle, weight: usualWeight)
        }
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
            showsPoints: true, color: side, label: handedness?.rawValue)
    }

    /// The left side, right side, and middle in colors of their own; label and mask in `color`.
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
            showsPoints: true, color: color)
    }

    /// The mesh in fine lines, and the contours of the face, eyes, and mouth; label in `color`.
    package static func face(_ landmarks: [Landmark], color: OverlayColor) -> LandmarkOverlay {
        LandmarkOverlay(
            landmarks: landmarks, groups: faceGroups, showsPoints: false, color: color)
    }

    /// The groups of a face, built once: most edges of the mesh are listed twice, from both of the
    /// triangles beside them.
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

    /// Returns the connections without those that only repeat another one, in either direction.
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
    /// The pose with its region, labeled with its id, over the mask if there is one.
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

    /// Draws those of `connections` between `points` that `isIncluded` chooses; those of missing points
    /// are skipped.
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

    /// Thin if the points span less than a fifth of the image's shorter side, where bold lines
    /// would hide what they lie on.
    fileprivate func weight(for points: [PixelPoint]) -> Weight {
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
        else { return .bold }
        let extent = max(right - left, bottom - top)
        return extent * 5 < Float(min(size.width, size.height)) ? .thin : .bold
    }
}
