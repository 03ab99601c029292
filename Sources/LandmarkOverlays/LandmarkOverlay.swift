import LandmarkCore
package import LandmarkImaging
package import LandmarkTasks

/// How a hand, pose, or face is drawn over its image: groups of connections in their own colors,
/// landmarks as points, the region of interest, and a label.
package struct LandmarkOverlay {
    /// Connections that are drawn alike.
    struct Group {
        let connections: [Connection]
        let color: OverlayColor
        /// nil for a weight that suits the size of what is drawn.
        var weight: Canvas.Weight?
    }

    /// The visibility below which a landmark counts as hidden.
    private static let minVisibility: Float = 0.5

    let landmarks: [Landmark]
    /// The groups in drawing order.
    let groups: [Group]
    /// Whether landmarks are drawn as points.
    let showsPoints: Bool
    /// nil to leave the region out.
    var region: NormalizedRect?
    let label: String
    var showsLabel = true
    /// The color of the label.
    let color: OverlayColor
    /// The area to tint, with its color.
    var mask: (mask: Mask, color: OverlayColor)?

    /// Draws everything; connections of hidden landmarks are thin and faint.
    ///
    /// - Throws: `ImagingError` when the mask cannot be drawn.
    package func draw(on canvas: Canvas) throws(ImagingError) {
        if let mask { try canvas.tint(mask.mask, color: mask.color) }
        let points = canvas.points(of: landmarks)
        let usualWeight = canvas.weight(for: points)
        let isVisible = landmarks.map { ($0.visibility ?? 1) >= Self.minVisibility }
        for group in groups {
            let hidden = group.connections.filter { !isVisible[$0.start] || !isVisible[$0.end] }
            let visible = group.connections.filter { isVisible[$0.start] && isVisible[$0.end] }
            canvas.connect(points, hidden, color: group.color.opacity(0.35), weight: .thin)
            canvas.connect(
                points, visible, color: group.color, weight: group.weight ?? usualWeight)
        }
        if showsPoints {
            let visible = zip(points, isVisible).filter { $1 }.map { $0.0 }
            canvas.points(visible, color: .middle, weight: usualWeight)
        }
        if let region {
            canvas.rectangle(
                PixelRect(region, in: canvas.size), color: OverlayColor.region.opacity(0.6))
        }
        guard showsLabel, let top = points.min(by: { $0.y < $1.y }) else { return }
        canvas.label(
            label, at: PixelPoint(x: top.x, y: top.y - 8 * Float(canvas.unit)), color: color)
    }
}

/// An instance that can be drawn over its image.
package protocol OverlayDrawable {
    /// How the instance is drawn.
    var overlay: LandmarkOverlay { get }
}

extension Hand: OverlayDrawable {
    /// The palm in the color of the hand's side, and each finger in its own.
    package var overlay: LandmarkOverlay {
        let side: OverlayColor = handedness == .left ? .left : .right
        let fingers = [
            HandConnections.thumb, HandConnections.indexFinger, HandConnections.middleFinger,
            HandConnections.ringFinger, HandConnections.pinky,
        ]
        let score = String(Double(handednessScore) * 100, places: 0)
        return LandmarkOverlay(
            landmarks: landmarks,
            groups: [.init(connections: HandConnections.palm, color: side)]
                + fingers.enumerated().map { .init(connections: $1, color: .instance($0)) },
            showsPoints: true, region: region,
            label: "\(id) \(handedness.rawValue) \(score) %", color: side)
    }
}

extension Pose: OverlayDrawable {
    /// The left side, right side, and middle in colors of their own, over the mask if there is one.
    package var overlay: LandmarkOverlay {
        let color = OverlayColor.instance(id - 1)
        return LandmarkOverlay(
            landmarks: landmarks,
            groups: [
                .init(
                    connections: PoseConnections.face + PoseConnections.torso, color: .middle),
                .init(
                    connections: PoseConnections.leftArm + PoseConnections.leftLeg, color: .left),
                .init(
                    connections: PoseConnections.rightArm + PoseConnections.rightLeg,
                    color: .right),
            ],
            showsPoints: true, region: region, label: "\(id)", color: color,
            mask: mask.map { ($0, color.opacity(0.35)) })
    }
}

extension Face: OverlayDrawable {
    /// The mesh in fine lines, and the contours of the face, eyes, and mouth.
    package var overlay: LandmarkOverlay {
        LandmarkOverlay(
            landmarks: landmarks,
            groups: [
                .init(connections: FaceConnections.tesselation, color: .mesh, weight: .fine),
                .init(connections: FaceConnections.oval, color: .middle, weight: .thin),
                .init(
                    connections: FaceConnections.leftEye + FaceConnections.leftEyebrow,
                    color: .left, weight: .thin),
                .init(
                    connections: FaceConnections.rightEye + FaceConnections.rightEyebrow,
                    color: .right, weight: .thin),
                .init(connections: FaceConnections.leftIris, color: .left, weight: .thin),
                .init(connections: FaceConnections.rightIris, color: .right, weight: .thin),
                .init(connections: FaceConnections.lips, color: .instance(1), weight: .thin),
            ],
            showsPoints: false, region: region, label: "\(id)", color: .instance(id - 1))
    }
}

extension Canvas {
    /// Normalized landmarks as pixels of the canvas.
    func points(of landmarks: [Landmark]) -> [PixelPoint] {
        landmarks.map {
            PixelPoint(x: $0.x * Float(size.width), y: $0.y * Float(size.height))
        }
    }

    /// Draws `connections` between `points`.
    func connect(
        _ points: [PixelPoint], _ connections: [Connection], color: OverlayColor, weight: Weight
    ) {
        lines(
            connections.map { (points[$0.start], points[$0.end]) }, color: color, weight: weight)
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
