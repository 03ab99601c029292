public import LandmarkTasks

/// All measures of one person in one frame.
public struct MotionSample: Sendable, Hashable {
    /// The time in seconds.
    public internal(set) var time: Double
    /// The id of the person's track.
    public internal(set) var id: Int
    /// The direction that the person faces, in degrees: 0 toward the camera, ±90 sideways (positive
    /// toward the image's right), ±180 away. NaN when the hips are not seen.
    public internal(set) var viewYaw: Double
    /// The side from which the person is seen; nil when the hips are not.
    public var view: View? { View(yaw: viewYaw) }
    /// Whether left and right were exchanged to continue the frames before, by the pose landmarker
    /// or by the analyzer.
    public internal(set) var sidesSwapped: Bool
    /// Whether the person was found in the frame.
    public internal(set) var isPresent: Bool
    /// The neutral position, subtracted in `corrected(_:)`; nil without calibration.
    public internal(set) var neutral: NeutralPosition?
    /// The factor by which measures in meters are scaled to the person's height
    /// (``MotionAnalyzer/Options/bodyHeight``): 1 without a height, NaN while unknown.
    public internal(set) var lengthScale: Double
    /// Whether the landmarks are those of an image, and not triangulated from several.
    package internal(set) var hasImage = true
    /// By `Measure.rawValue`.
    var readings: [Reading]

    /// The side from which a person is seen.
    public enum View: String, Sendable, Hashable, Codable {
        /// The person faces less than 45° away from the camera: the image shows the frontal plane.
        case front
        /// The person faces 60° to 120° away from the camera: the image shows the sagittal plane.
        case side
        /// The person faces more than 135° away from the camera: the image shows the frontal plane.
        case back
        /// In between: the image shows neither plane.
        case oblique

        /// The view of a person who faces `yaw` degrees away from the camera; nil if it is NaN.
        public init?(yaw: Double) {
            switch abs(yaw) {
            case ..<45: self = .front
            case 60.nextUp..<120: self = .side
            case 135.nextUp...180: self = .back
            case 45...135: self = .oblique
            default: return nil
            }
        }
    }

    /// A sample without a person at a time.
    init(absentAt time: Double) {
        self.time = time
        id = 0
        viewYaw = .nan
        sidesSwapped = false
        isPresent = false
        lengthScale = 1
        readings = Array(repeating: .missing(.absent), count: Measure.allCases.count)
    }

    /// The reading of a measure, not corrected.
    public subscript(measure: Measure) -> Reading { readings[measure.rawValue] }

    /// The value of a measure minus its value in the person's neutral position, in the measure's
    /// unit; nil while it is missing, or if the neutral position is not known.
    public func corrected(_ measure: Measure) -> Double? {
        let reading = self[measure]
        guard reading.state != .missing, let zero = neutral?[measure] else { return nil }
        return reading.value - zero
    }
}

/// One measure in one frame.
public struct Reading: Sendable, Hashable {
    /// The origin of a value.
    public enum State: String, Sendable, Hashable, Codable {
        /// Measured in this frame.
        case measured
        /// The last measured value, at most 0.25 s old. Not counted in ranges of motion.
        case held
        /// The value is missing; `reason` gives the cause.
        case missing
    }

    /// The smoothed value, in the measure's unit; NaN while missing.
    public var value: Double
    /// The value before smoothing; NaN unless measured in this frame.
    public var unfiltered: Double
    /// The change of `value` per second; 0 unless measured in this frame.
    public var speed: Double
    /// The lowest visibility (0…1) of the landmarks that the value is computed from.
    public var confidence: Double
    /// The origin of the value.
    public var state: State
    /// Why the value was not measured in this frame; nil if it was.
    public var reason: MissingReason?

    /// Creates a reading.
    public init(
        value: Double, unfiltered: Double, speed: Double, confidence: Double, state: State,
        reason: MissingReason?
    ) {
        self.value = value
        self.unfiltered = unfiltered
        self.speed = speed
        self.confidence = confidence
        self.state = state
        self.reason = reason
    }

    static func missing(_ reason: MissingReason, confidence: Double = 0) -> Reading {
        Reading(
            value: .nan, unfiltered: .nan, speed: 0, confidence: confidence, state: .missing,
            reason: reason)
    }
}

/// Why a measure is missing.
public enum MissingReason: Sendable, Hashable {
    /// The person is not in the frame.
    case absent
    /// A landmark's visibility is too low.
    case lowVisibility(PoseJoint)
    /// A landmark lies outside the image.
    case outsideImage(PoseJoint)
    /// The distance between two landmarks differs by more than 30 % from what it was.
    case implausibleLength(PoseJoint, PoseJoint)
    /// No human joint can have the value: it is outside `Measure.limits`.
    case implausibleValue
    /// No human joint moves that fast: the value differs too much from that of the frame before.
    case implausibleSpeed
    /// All landmarks are good in this frame but were not in the previous one, or a length cannot be scaled
    /// because the person's size is not known yet.
    case settling
    /// Too little of the segment lies in the measure's plane.
    case plane
    /// The person is not seen from the view that the measure needs.
    case view
    /// A required hand or face landmarker result, or an image, is absent.
    case notObserved
    /// A landmark is not a number, or is too large.
    case notFinite(PoseJoint)
}

/// Values of measures in the person's own neutral position.
public struct NeutralPosition: Sendable, Hashable {
    /// By `Measure.rawValue`; NaN where unknown.
    let values: [Double]

    /// The value of a measure in its unit; nil where it was not measured.
    public subscript(measure: Measure) -> Double? {
        let value = values[measure.rawValue]
        return value.isNaN ? nil : value
    }
}
