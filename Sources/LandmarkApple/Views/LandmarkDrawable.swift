public import DriverMonitoring
public import LandmarkCore
public import LandmarkTasks

/// Landmarks of one instance with the lines between them, for drawing.
public struct LandmarkShape: Sendable, Hashable {
    /// The landmarks, normalized to the stored image.
    public var landmarks: [Landmark]
    /// The lines between them.
    public var connections: [Connection]
    /// The person's own side of each landmark; empty for instances without sides.
    public var sides: [LandmarkSide]
    /// Whether to draw the landmarks as points as well; meshes have too many.
    public var showsPoints: Bool

    /// Creates a shape.
    public init(
        landmarks: [Landmark], connections: [Connection], sides: [LandmarkSide] = [],
        showsPoints: Bool = true
    ) {
        self.landmarks = landmarks
        self.connections = connections
        self.sides = sides
        self.showsPoints = showsPoints
    }
}

/// The person's own side of a landmark.
public enum LandmarkSide: String, Sendable, Hashable, CaseIterable {
    /// The person's left.
    case left
    /// The person's right.
    case right
    /// Neither.
    case middle
}

/// An output whose landmarks can be drawn over its frame.
public protocol LandmarkDrawable: Sendable {
    /// The shapes to draw.
    var shapes: [LandmarkShape] { get }
}

/// An instance of a landmarker's result that can be drawn.
public protocol LandmarkDrawableInstance: Sendable {
    /// The shape to draw.
    var shape: LandmarkShape { get }
}

extension LandmarkerResult: LandmarkDrawable where Instance: LandmarkDrawableInstance {
    /// The shapes of all instances.
    public var shapes: [LandmarkShape] { instances.map(\.shape) }
}

extension Hand: LandmarkDrawableInstance {
    /// The hand's bones, on the person's own side.
    public var shape: LandmarkShape {
        let side: LandmarkSide = handedness == .left ? .left : .right
        return LandmarkShape(
            landmarks: landmarks, connections: HandConnections.all,
            sides: Array(repeating: side, count: landmarks.count))
    }
}

extension Pose: LandmarkDrawableInstance {
    /// The pose's bones, with the person's own sides.
    public var shape: LandmarkShape {
        LandmarkShape(
            landmarks: landmarks, connections: PoseConnections.all, sides: Self.sides)
    }

    private static let sides = PoseJoint.allCases.map { joint -> LandmarkSide in
        if joint.opposite == joint { return .middle }
        return joint.name.hasPrefix("left") || joint == .mouthLeft ? .left : .right
    }
}

extension Face: LandmarkDrawableInstance {
    /// The contours of the face, eyes, brows and lips.
    public var shape: LandmarkShape {
        LandmarkShape(
            landmarks: landmarks, connections: FaceConnections.contours, showsPoints: false)
    }
}

extension FaceDetection: LandmarkDrawableInstance {
    /// The six keypoints.
    public var shape: LandmarkShape {
        LandmarkShape(
            landmarks: keypoints.map { Landmark(x: $0.x, y: $0.y, z: 0) }, connections: [],
            sides: [.right, .left, .middle, .middle, .right, .left])
    }
}

extension DriverUpdate: LandmarkDrawable {
    /// The driver's face.
    public var shapes: [LandmarkShape] { face.map { [$0.shape] } ?? [] }
}

extension ExerciseUpdate: LandmarkDrawable {
    /// Everyone's pose.
    public var shapes: [LandmarkShape] { poses.shapes }
}
