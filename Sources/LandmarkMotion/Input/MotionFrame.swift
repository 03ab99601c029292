public import LandmarkCore
public import LandmarkTasks

/// The landmarks of one person in one frame, upright, as the motion analyzer takes them.
///
/// Landmarks must not be smoothed: the analyzer smooths angles itself. A caller keeps one value for
/// each person and refills it with `set(_:at:imageSize:orientation:)`, which does not allocate.
public struct MotionFrame: Sendable, Hashable {
    /// The number of landmarks of a pose.
    public static let landmarkCount = Pose.landmarkCount

    /// The time in seconds from the start of the recording.
    public var time: Double
    /// The id of the person's track.
    public var id: Int
    /// The 33 landmarks in meters around the midpoint of the hips: x right, y down, z away from the
    /// camera, after rotating the image upright.
    public var world: [SIMD3<Double>]
    /// The 33 landmarks in pixels of the upright image.
    public var image: [SIMD2<Double>]
    /// The likelihood (0…1) that each landmark is in view and not occluded.
    public var visibility: [Double]
    /// The size of the upright image in pixels.
    public var imageSize: PixelSize
    /// Whether the pose landmarker has exchanged left and right already (its option `sideGuard`).
    public var sidesSwapped = false
    /// World landmarks of the person's hands, 21 each, where a hand landmarker has found them.
    public var hands = BySide<[SIMD3<Double>]?>(left: nil, right: nil)
    /// The axes of the head in camera coordinates (right, up, back of the head's own, as columns
    /// of a face's transformation matrix, converted to x right, y down, z away), where a face
    /// landmarker has found it.
    public var head: HeadAxes?

    /// Creates a frame without a person at time 0.
    public init() {
        time = 0
        id = 0
        world = Array(repeating: .zero, count: Self.landmarkCount)
        image = Array(repeating: .zero, count: Self.landmarkCount)
        visibility = Array(repeating: 0, count: Self.landmarkCount)
        imageSize = PixelSize(width: 0, height: 0)
    }

    /// Refills the frame with a pose's landmarks before smoothing, without hands and head.
    ///
    /// - Parameters:
    ///   - pose: The pose.
    ///   - time: The time in seconds.
    ///   - imageSize: The size of the image as the pose landmarker got it.
    ///   - orientation: Where the top of the scene is in that image.
    public mutating func set(
        _ pose: Pose, at time: Double, imageSize: PixelSize, orientation: Orientation = .up
    ) {
        fatalError()
    }
}

/// The two sides of the body: the person's own left and right, whatever the view.
public enum BodySide: String, Sendable, Hashable, Codable, CaseIterable {
    /// The person's left.
    case left
    /// The person's right.
    case right

    /// The opposite side.
    public var other: BodySide { self == .left ? .right : .left }
}

/// A value for each side of the body.
public struct BySide<Value> {
    /// The value of the left side.
    public var left: Value
    /// The value of the right side.
    public var right: Value

    /// Creates a pair of values.
    public init(left: Value, right: Value) {
        self.left = left
        self.right = right
    }

    /// The value of a side.
    public subscript(side: BodySide) -> Value {
        get { side == .left ? left : right }
        set { if side == .left { left = newValue } else { right = newValue } }
    }
}

extension BySide: Sendable where Value: Sendable {}
extension BySide: Equatable where Value: Equatable {}
extension BySide: Hashable where Value: Hashable {}

/// The orientation of a head: unit vectors in x right, y down, z away from the camera.
public struct HeadAxes: Sendable, Hashable {
    /// Toward the person's right ear.
    public var right: SIMD3<Double>
    /// Toward the crown.
    public var up: SIMD3<Double>
    /// Out of the face.
    public var forward: SIMD3<Double>

    /// Creates axes from unit vectors at right angles to each other.
    public init(right: SIMD3<Double>, up: SIMD3<Double>, forward: SIMD3<Double>) {
        self.right = right
        self.up = up
        self.forward = forward
    }
}
