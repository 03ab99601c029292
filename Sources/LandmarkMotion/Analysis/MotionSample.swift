public import LandmarkTasks

/// One measure in one frame.
public struct Reading: Sendable, Hashable {
    /// How a value came about.
    public enum State: String, Sendable, Hashable, Codable {
        /// Measured in this frame.
        case measured
        /// The last measured value, at most 0.25 s old. Not counted in ranges of motion.
        case held
        /// There is none; `reason` says why.
        case missing
    }

    /// The smoothed value, in the measure's unit; NaN while missing.
    public var value: Double
    /// The value before smoothing; NaN unless measured in this frame.
    public var unfiltered: Double
    /// The change of `value` per second; 0 while missing.
    public var speed: Double
    /// The least visibility (0…1) of the landmarks it is made from.
    public var confidence: Double
    public var state: State
    /// Why it is not measured in this frame; nil when it is.
    public var reason: MissingReason?
}

/// Why a measure is missing.
public enum MissingReason: Sendable, Hashable {
    /// The person is not in the frame.
    case absent
    /// A landmark's visibility is too low.
    case lowVisibility(PoseJoint)
    /// A landmark lies outside the image.
    case outsideImage(PoseJoint)
    /// The distance of two landmarks differs by more than 30 % from what it was.
    case implausibleLength(PoseJoint, PoseJoint)
    /// Too little of the segment lies in the measure's plane.
    case plane
    /// The person is not seen from the side that the measure needs.
    case view
    /// A hand or face landmarker's result is needed and there is none.
    case notObserved
    /// A landmark is not a number.
    case notFinite(PoseJoint)
}

/// All measures of one person in one frame.
public struct MotionSample: Sendable, Hashable {
    /// The time in seconds.
    public var time: Double
    /// The id of the person's track.
    public var id: Int
    /// The direction that the person faces, in degrees: 0 toward the camera, ±90 sideways,
    /// ±180 away. NaN when shoulders and hips are not seen.
    public var viewYaw: Double
    /// Whether left and right were exchanged to continue the frames before.
    public var sidesSwapped: Bool
    /// Whether the person was found in the frame.
    public var isPresent: Bool
    /// The neutral position, subtracted in `corrected(_:)`; nil without calibration.
    public var neutral: NeutralPosition?
    var readings: [Reading]

    /// The reading of a measure.
    public subscript(measure: Measure) -> Reading { readings[measure.rawValue] }
}

/// Values of measures in the person's own neutral position.
public struct NeutralPosition: Sendable, Hashable {
    /// By `Measure.rawValue`; NaN where unknown.
    var values: [Double]
}
