import LandmarkTasks

/// The measurements of one eye, before normalization to the driver's own range.
struct EyeMeasurement {
    /// Minimum distance between the corners, in pixels, for an eye to be readable.
    private static let minWidth = 4.0

    /// The blink coefficient, 0…1 (1 is closed); nil without blendshapes.
    let blink: Double?
    let aspectRatio: Double
    /// The distance between the corners, in pixels.
    let width: Double

    /// nil for an eye that is too small, lies outside the image or has NaN coordinates.
    init?(_ landmarks: AspectRatioPoints, _ points: FacePoints, blink: Double?) {
        guard points.isInside(landmarks.corners.0), points.isInside(landmarks.corners.1),
            let aspectRatio = landmarks.aspectRatio(points)
        else { return nil }
        width = landmarks.width(points)
        guard width >= Self.minWidth else { return nil }
        self.aspectRatio = aspectRatio
        self.blink = blink
    }
}

/// Both eyes, and which of them are used.
struct EyePair {
    /// The least width of a used eye relative to the other: on a turned head, the face mesh invents the far
    /// eye's lids.
    private static let minRelativeWidth = 0.85
    /// Minimum distance between the corners, in pixels, for the gaze to be measured.
    private static let minGazeWidth = 12.0

    let left: EyeMeasurement?
    let right: EyeMeasurement?

    /// Measures the eyes of a face; left and right are the driver's own, even in a mirrored image.
    init(_ face: Face, _ points: FacePoints, isMirrored: Bool) {
        let shapes = face.blendshapes
        let blinkLeft = shapes?.validCoefficient(.eyeBlinkLeft)
        let blinkRight = shapes?.validCoefficient(.eyeBlinkRight)
        // One invalid coefficient makes both eyes unreadable.
        guard shapes == nil || (blinkLeft != nil && blinkRight != nil) else {
            (left, right) = (nil, nil)
            return
        }
        let meshLeft = EyeMeasurement(.leftEye, points, blink: blinkLeft)
        let meshRight = EyeMeasurement(.rightEye, points, blink: blinkRight)
        (left, right) = isMirrored ? (meshRight, meshLeft) : (meshLeft, meshRight)
    }

    /// Whether the left eye is used.
    var usesLeft: Bool { Self.isUsed(left, beside: right) }
    /// Whether the right eye is used.
    var usesRight: Bool { Self.isUsed(right, beside: left) }

    /// Whether an eye is wide enough for the gaze to be measured.
    var areWideEnoughForGaze: Bool {
        max(left?.width ?? 0, right?.width ?? 0) >= Self.minGazeWidth
    }

    /// The images of the eyes that are used.
    func images(_ images: EyeImages, isMirrored: Bool) -> [EyeImage] {
        let (left, right) = isMirrored ? (images.right, images.left) : (images.left, images.right)
        return [usesLeft ? left : nil, usesRight ? right : nil].compactMap { $0 }
    }

    /// The eyes that are used.
    var used: (left: EyeMeasurement?, right: EyeMeasurement?) {
        (usesLeft ? left : nil, usesRight ? right : nil)
    }

    private static func isUsed(_ eye: EyeMeasurement?, beside other: EyeMeasurement?) -> Bool {
        guard let eye else { return false }
        guard let other else { return true }
        return eye.width >= minRelativeWidth * other.width
    }
}

/// The rotation of the eyes relative to the head, from the `eyeLook` blendshapes.
///
/// On photographs whose eyes were turned to a known direction, the position of the irises between the eye
/// corners is no better (docs/driver-monitoring.md), and the lids' position mistakes a squint for a look
/// down.
struct EyeRotation {
    /// Degrees at a coefficient of 1, fitted to those photographs.
    private static let horizontalGain = 44.0
    private static let verticalGain = 80.0

    /// The openness, 0…1, from which the rotation counts: the model takes nearly closed lids for a look down.
    static let minOpenness = 0.4

    /// Degrees; negative is down.
    let pitch: Double
    /// Degrees; negative is to the driver's left.
    let yaw: Double

    init(pitch: Double, yaw: Double) {
        self.pitch = pitch
        self.yaw = yaw
    }

    /// nil when a coefficient is invalid.
    init?(_ shapes: Blendshapes, isMirrored: Bool) {
        func mean(_ a: Blendshape, _ b: Blendshape) -> Double? {
            guard let a = shapes.validCoefficient(a), let b = shapes.validCoefficient(b) else {
                return nil
            }
            return (a + b) / 2
        }
        guard let right = mean(.eyeLookInLeft, .eyeLookOutRight),
            let left = mean(.eyeLookOutLeft, .eyeLookInRight),
            let up = mean(.eyeLookUpLeft, .eyeLookUpRight),
            let down = mean(.eyeLookDownLeft, .eyeLookDownRight)
        else { return nil }
        pitch = Self.verticalGain * (up - down)
        yaw = (isMirrored ? -1 : 1) * Self.horizontalGain * (right - left)
    }
}

extension GazeEstimate {
    /// The gaze of the eyes in a head; `neutral` is the rotation of eyes that look at the road.
    init(_ head: HeadPose, _ eyes: EyeRotation, neutral: EyeRotation?) {
        self.init(
            pitch: head.pitch + eyes.pitch - (neutral?.pitch ?? 0),
            yaw: head.yaw + eyes.yaw - (neutral?.yaw ?? 0))
    }
}

/// Combines the two measures into one openness.
enum OpennessFusion {
    /// The weight of the aspect ratio. For 26 people with closed lids, it measures 0.00 to 0.04 of their
    /// range, and the blink coefficient 0.00 to 0.58; with open eyes, the fifth percentiles are 0.80 to 0.98
    /// and 0.93 to 0.99 (SceneTests). The weights balance the two errors.
    private static let ratioWeight = 0.8

    static func openness(byBlink: Double, byRatio: Double) -> Double {
        byBlink + ratioWeight * (byRatio - byBlink)
    }
}

/// The agreement of the two openness measures, as an exponential moving average.
///
/// When the two disagree for long, one of them is wrong (glasses, lashes, a poor mesh), but it is unknown
/// which. Disagreement therefore only lowers the confidence.
struct OpennessAgreement {
    /// The mean difference in openness up to which the factor is 1: that of closed lids.
    static let toleratedDifference = 0.5
    /// The mean difference in openness from which the factor is 0.
    static let worstDifference = 0.8
    /// The time constant in milliseconds.
    private static let timeConstant = 1000.0

    private var difference = 0.0

    /// 1 for agreement, 0 for contradiction.
    var factor: Double {
        ((Self.worstDifference - difference)
            / (Self.worstDifference - Self.toleratedDifference)).clamped(to: 0...1)
    }

    mutating func add(_ a: Double, _ b: Double, _ tick: Tick) {
        let step = Double(tick.step)
        difference += (abs(a - b) - difference) * step / (step + Self.timeConstant)
    }
}
