public import LandmarkCore
public import LandmarkTasks

/// Finds which way up a camera is mounted, from the orientation in which people are upright.
///
/// A pose landmarker also finds people in images that lie on their side or upside down, but their measures
/// against the vertical are then wrong: someone who stands seems to lean by 90°. For each frame, before it is
/// measured, `update(_:imageSize:at:)` takes the poses and returns the orientation to measure them with:
///
/// ```swift
/// let orientation = finder.update(poses, imageSize: size, at: time)
/// try people.update(poses, at: time, imageSize: size, orientation: orientation)
/// ```
///
/// The first frame in which trunks are seen decides. If no one is upright in the next 2 s, the search begins
/// again; after 30 upright frames, only if no one is found for 15 s. A person who sits or bends counts as
/// upright by the legs or the trunk. A person lying down looks like a person standing in an image that lies
/// on its side: do not search where people exercise on the floor (``ExerciseDefinition/isOnFloor``). A value
/// type without a clock.
public struct PoseOrientationFinder: Sendable {
    /// Landmarks with a lower visibility do not count.
    private static let minVisibility: Float = 0.5
    /// The least score of an upright person: both trunk and legs within 60° of the vertical, or one of them
    /// close to it.
    private static let minScore = 0.4

    /// One frame decides, because all orientations are scored in each frame. Someone who sits on the floor
    /// with stretched legs has equal scores in two of them.
    private var finder = OrientationFinder(
        OrientationFinder.Pace(trialFrames: 1, margin: 0.3, lastingFrames: 30))
    private let stated: Orientation

    /// Creates a finder that has seen no one.
    ///
    /// - Parameter stated: The orientation until another one is found.
    public init(stated: Orientation = .up) { self.stated = stated }

    /// Adds a frame's poses, before smoothing or after.
    ///
    /// - Parameters:
    ///   - poses: Everyone in the frame; frames without anyone count, too.
    ///   - imageSize: The size of the image as the pose landmarker received it.
    ///   - time: The time in seconds, later than that of the frame before.
    /// - Returns: Where the top of the scene is in the image.
    public mutating func update(
        _ poses: [Pose], imageSize: PixelSize, at time: Double
    ) -> Orientation {
        let current = finder.orientation(for: stated)
        let now = min(max(time * 1000, -1e15), 1e15)
        guard now.isFinite else { return current }
        if finder.isLasting {
            _ = finder.update(isUpright: !poses.isEmpty, at: Int(now)) { _ in 0 }
            return current
        }
        let bodies = poses.compactMap { Body($0, imageSize) }
        func score(_ orientation: Orientation) -> Double {
            bodies.reduce(0) { $0 + $1.score(in: orientation) } / Double(max(bodies.count, 1))
        }
        _ = finder.update(isUpright: score(current) >= Self.minScore, at: Int(now), score: score)
        return finder.orientation(for: stated)
    }

    /// The directions of a body in the image, of length 1.
    private struct Body {
        /// From the hips to the shoulders.
        let trunk: SIMD2<Double>
        /// From the ankles to the hips; nil where ankles are not seen.
        let legs: SIMD2<Double>?

        /// Nil where the trunk is not seen.
        init?(_ pose: Pose, _ size: PixelSize) {
            func middle(_ left: PoseJoint, _ right: PoseJoint) -> SIMD2<Double>? {
                guard pose.rawLandmarks.count == MotionFrame.landmarkCount else { return nil }
                let (one, other) = (
                    pose.rawLandmarks[left.rawValue], pose.rawLandmarks[right.rawValue]
                )
                guard min(one.visibility ?? 1, other.visibility ?? 1) >= minVisibility else {
                    return nil
                }
                return SIMD2(Double(one.x + other.x), Double(one.y + other.y)) / 2 * SIMD2(size)
            }
            func direction(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> SIMD2<Double>? {
                let length = (to - from).length
                return length > 0 && length.isFinite ? (to - from) / length : nil
            }
            guard let hips = middle(.leftHip, .rightHip),
                let shoulders = middle(.leftShoulder, .rightShoulder),
                let trunk = direction(hips, shoulders)
            else { return nil }
            self.trunk = trunk
            legs = middle(.leftAnkle, .rightAnkle).flatMap { direction($0, hips) }
        }

        /// How upright trunk and legs are in an orientation, 0…1.
        func score(in orientation: Orientation) -> Double {
            let up: SIMD2<Double> =
                switch orientation {
                case .up: SIMD2(0, -1)
                case .down: SIMD2(0, 1)
                case .right: SIMD2(-1, 0)
                case .left: SIMD2(1, 0)
                }
            return max((trunk.dot(up) + (legs ?? trunk).dot(up)) / 2, 0)
        }
    }
}
