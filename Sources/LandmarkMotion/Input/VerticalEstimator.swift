import LandmarkTasks

/// Estimates the vertical from standing people, for tilted cameras.
///
/// A pose landmarker's world landmarks are in the camera's axes: in front of a camera that looks down
/// by 20°, someone who stands upright leans by 20°. People stand with their hips above their ankles, so
/// the median of that direction over the frames in which someone stands is the vertical:
///
/// ```swift
/// vertical.add(frame)
/// if let up = vertical.estimate?.up { people.setUp(up) }
/// let sample = try people.update([frame], at: frame.time)
/// ```
///
/// A frame counts if shoulders, hips, knees and ankles are seen, knees are flexed by less than 35° and hips
/// by less than 25°, and the body is within 40° of −y: turn images upright first (``PoseOrientationFinder``).
/// The first 600 such frames count. <doc:FromLandmarksToAngles#Tilted-cameras> gives the errors. A value type
/// without a clock.
public struct VerticalEstimator: Sendable {
    /// An estimate.
    public struct Estimate: Sendable, Hashable {
        /// Up, of length 1, in x right, y down, z away from the camera.
        public let up: SIMD3<Double>
        /// The number of frames in the median.
        public let frames: Int

        /// How far the camera looks down, in degrees; negative if it looks up.
        public var pitch: Double { Degrees.atan2(-up.z, -up.y) }
        /// How far the scene leans to the right in the image, in degrees.
        public var roll: Double { Degrees.atan2(up.x, -up.y) }
    }

    /// The fewest frames for an estimate: a second at 5 frames per second.
    private static let minFrames = 5
    private static let maxFrames = 600
    private static let maxKnee = 35.0
    private static let maxHip = 25.0
    private static let maxTilt = 40.0
    private static let joints: [PoseJoint] = [
        .leftShoulder, .rightShoulder, .leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle,
        .rightAnkle,
    ]

    /// The sorted components of the directions.
    private var x: [Double] = []
    private var y: [Double] = []
    private var z: [Double] = []

    /// Creates an estimator that has seen no one.
    public init() {}

    /// The estimate; nil before five frames with someone who stands.
    public var estimate: Estimate? {
        guard x.count >= Self.minFrames else { return nil }
        let middle = x.count / 2
        return SIMD3(x[middle], y[middle], z[middle]).unit.map {
            Estimate(up: $0, frames: x.count)
        }
    }

    /// Adds a person's landmarks in a frame.
    ///
    /// - Returns: Whether the person stands, so that the frame counts.
    @discardableResult
    public mutating func add(_ frame: MotionFrame) -> Bool {
        guard x.count < Self.maxFrames, let up = Self.direction(frame) else { return false }
        Self.insert(up.x, into: &x)
        Self.insert(up.y, into: &y)
        Self.insert(up.z, into: &z)
        return true
    }

    private static func insert(_ value: Double, into values: inout [Double]) {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if values[middle] < value { low = middle + 1 } else { high = middle }
        }
        values.insert(value, at: low)
    }

    /// From the ankles to the hips of someone who stands.
    private static func direction(_ frame: MotionFrame) -> SIMD3<Double>? {
        guard frame.world.count == MotionFrame.landmarkCount,
            frame.visibility.count == MotionFrame.landmarkCount,
            joints.allSatisfy({ frame.visibility[$0.rawValue] >= LandmarkChecks.opens })
        else { return nil }
        func at(_ joint: PoseJoint) -> SIMD3<Double> { frame.world[joint.rawValue] }
        let hips = (at(.leftHip) + at(.rightHip)) / 2
        let shoulders = (at(.leftShoulder) + at(.rightShoulder)) / 2
        let ankles = (at(.leftAnkle) + at(.rightAnkle)) / 2
        let knees = [
            Degrees.between(at(.leftKnee) - at(.leftHip), at(.leftAnkle) - at(.leftKnee)),
            Degrees.between(at(.rightKnee) - at(.rightHip), at(.rightAnkle) - at(.rightKnee)),
        ]
        guard knees.allSatisfy({ $0 < maxKnee }),
            Degrees.between(shoulders - hips, hips - ankles) < maxHip,
            let up = (hips - ankles).unit, Degrees.between(up, SIMD3(0, -1, 0)) < maxTilt
        else { return nil }
        return up
    }
}
