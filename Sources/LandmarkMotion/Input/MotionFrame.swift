public import LandmarkCore
public import LandmarkTasks

/// The upright landmarks of one person in one frame, the input of the motion analyzer.
///
/// Landmarks must not be smoothed: the analyzer smooths angles itself. A caller keeps one value for
/// each person and refills it with `set(_:at:imageSize:orientation:isMirrored:)`, which does not
/// allocate.
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
    /// The size of the upright image in pixels; 0×0 if there is no image, as for triangulated
    /// landmarks.
    public var imageSize: PixelSize
    /// Whether the pose landmarker has already exchanged left and right (its option `sideGuard`).
    public var sidesSwapped = false
    /// The person's hands, where a hand landmarker has found them.
    public var hands = BySide<HandAxes?>(left: nil, right: nil)
    /// The person's head, where a face landmarker has found it.
    public var head: HeadAxes?

    /// Creates a frame at time 0 without a person.
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
    ///   - imageSize: The size of the image that the pose landmarker received.
    ///   - orientation: Where the top of the scene is in that image.
    ///   - isMirrored: Whether the pose was detected in the mirror image and mapped back into this
    ///     one, as with a selfie camera's mirrored images. It is then mirrored again, so that the
    ///     person rather than the mirror image is measured.
    public mutating func set(
        _ pose: Pose, at time: Double, imageSize: PixelSize, orientation: Orientation = .up,
        isMirrored: Bool = false
    ) {
        let rotation = UprightRotation(orientation, isMirrored: isMirrored)
        self.time = time
        self.imageSize = rotation.size(imageSize)
        id = pose.id
        sidesSwapped = pose.sidesSwapped
        hands = BySide(left: nil, right: nil)
        head = nil
        world.removeAll(keepingCapacity: true)
        // By index, because array iterators allocate in unoptimized code.
        for index in pose.rawWorldLandmarks.indices {
            let point = pose.rawWorldLandmarks[index]
            world.append(rotation.vector(point.x, point.y, point.z))
        }
        image.removeAll(keepingCapacity: true)
        visibility.removeAll(keepingCapacity: true)
        let size = pixels
        for index in pose.rawLandmarks.indices {
            let point = pose.rawLandmarks[index]
            image.append(rotation.point(point.x, point.y) * size)
            visibility.append(Double(point.visibility ?? 1))
        }
    }

    /// Exchanges the landmarks of left and right, and the hands.
    package mutating func exchangeSides() {
        for one in 0..<Self.landmarkCount {
            let other = PoseJoint.opposite(of: one)
            guard one < other else { continue }
            if world.indices.contains(other) { world.swapAt(one, other) }
            if image.indices.contains(other) { image.swapAt(one, other) }
            if visibility.indices.contains(other) { visibility.swapAt(one, other) }
        }
        hands = BySide(left: hands.right, right: hands.left)
    }

    /// Whether there is an image.
    var hasImage: Bool { imageSize.width > 0 && imageSize.height > 0 }

    /// The size of the upright image in pixels, as a vector.
    var pixels: SIMD2<Double> { SIMD2(imageSize) }
}
