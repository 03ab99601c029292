import LandmarkCore
import LandmarkMotion
import LandmarkTasks

// The names under which people read of measures, joints, and states.

extension Measure {
    /// The name of a measure, its short form where several are shown at one joint, and the side.
    struct Name {
        let title: String
        let short: String
        let side: BodySide?
    }

    var displayNames: Name {
        let (title, short) = titles
        return Name(title: title, short: short, side: bodySide)
    }

    /// The side that it belongs to, or nil for the trunk and the head.
    private var bodySide: BodySide? {
        // Names of cases end with the side.
        let name = "\(self)"
        return name.hasSuffix("Left") ? .left : name.hasSuffix("Right") ? .right : nil
    }

    private var titles: (String, String) {
        switch self {
        case .kneeFlexionLeft, .kneeFlexionRight: ("Knee flexion", "flex")
        case .hipFlexionLeft, .hipFlexionRight: ("Hip flexion", "flex")
        case .hipAbductionLeft, .hipAbductionRight: ("Hip abduction", "abd")
        case .ankleDorsiflexionLeft, .ankleDorsiflexionRight: ("Ankle dorsiflexion", "dorsi")
        case .elbowFlexionLeft, .elbowFlexionRight: ("Elbow flexion", "flex")
        case .shoulderFlexionLeft, .shoulderFlexionRight: ("Shoulder flexion", "flex")
        case .shoulderAbductionLeft, .shoulderAbductionRight: ("Shoulder abduction", "abd")
        case .shoulderElevationLeft, .shoulderElevationRight: ("Shoulder elevation", "elev")
        case .wristFlexionLeft, .wristFlexionRight: ("Wrist flexion", "flex")
        case .fppaLeft, .fppaRight: ("Knee valgus (FPPA)", "FPPA")
        case .footPitchLeft, .footPitchRight: ("Foot pitch", "pitch")
        case .footLiftLeft, .footLiftRight: ("Foot lift", "lift")
        case .heelForwardLeft, .heelForwardRight: ("Heel before pelvis", "heel")
        case .toeForwardLeft, .toeForwardRight: ("Toes before pelvis", "toes")
        case .kneeFlexion2DLeft, .kneeFlexion2DRight: ("Knee flexion in the image", "2D")
        case .hipFlexion2DLeft, .hipFlexion2DRight: ("Hip flexion in the image", "2D")
        case .ankleDorsiflexion2DLeft, .ankleDorsiflexion2DRight:
            ("Ankle dorsiflexion in the image", "2D")
        case .elbowFlexion2DLeft, .elbowFlexion2DRight: ("Elbow flexion in the image", "2D")
        case .shoulderFlexion2DLeft, .shoulderFlexion2DRight:
            ("Shoulder flexion in the image", "2D")
        case .trunkInclination: ("Trunk inclination", "trunk")
        case .trunkForward: ("Trunk, forward", "forward")
        case .trunkLateral: ("Trunk, sideways", "sideways")
        case .neckFlexion: ("Neck flexion", "flex")
        case .neckLateral: ("Neck, sideways", "sideways")
        case .neckRotation: ("Neck rotation", "rot")
        case .pelvisObliquity: ("Pelvis obliquity", "pelvis")
        case .shoulderObliquity: ("Shoulder obliquity", "shoulders")
        case .legSpread: ("Leg spread", "legs")
        }
    }

    /// Whether it is a distance rather than an angle.
    var isDistance: Bool {
        switch self {
        case .footLiftLeft, .footLiftRight, .heelForwardLeft, .heelForwardRight, .toeForwardLeft,
            .toeForwardRight:
            true
        default: false
        }
    }

    /// A value as text: whole degrees or centimeters, or a dash if it is not a number.
    func text(_ value: Double) -> String {
        isDistance ? AngleText.centimeters(value) : AngleText.degrees(value)
    }
}

/// Angles and distances as text.
enum AngleText {
    static func degrees(_ value: Double, places: Int = 0) -> String {
        number(value, places: places, unit: "°")
    }

    /// A distance in meters as centimeters.
    static func centimeters(_ value: Double) -> String {
        number(value * 100, places: 0, unit: " cm")
    }

    private static func number(_ value: Double, places: Int, unit: String) -> String {
        guard value.isFinite, abs(value) < 1e6 else { return "–" }
        let digits = String(abs(value), places: places)
        let isZero = digits.allSatisfy { $0 == "0" || $0 == "." }
        return "\(value < 0 && !isZero ? "−" : "")\(digits)\(unit)"
    }
}

extension PoseJoint {
    /// The name in words, such as “left ankle”.
    package var displayName: String {
        switch self {
        case .mouthLeft: return "left corner of the mouth"
        case .mouthRight: return "right corner of the mouth"
        case .leftFootIndex: return "left toes"
        case .rightFootIndex: return "right toes"
        default: break
        }
        // Names of cases are words in camel case.
        var words = ""
        for letter in name {
            words += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
        }
        return words
    }
}

extension MissingReason {
    /// What is not seen, to follow “cannot see:”; nil if something else is amiss.
    package var unseen: String? {
        switch self {
        case .lowVisibility(let joint), .notFinite(let joint): joint.displayName
        case .outsideImage(let joint): "\(joint.displayName) (outside the image)"
        case .implausibleLength(let joint, let other):
            "\(joint.displayName) and \(other.displayName) (implausible)"
        case .absent: "the person"
        case .settling, .plane, .view, .notObserved: nil
        }
    }

    /// The reason as a phrase for tables.
    package var displayName: String {
        switch self {
        case .absent: "person not in the image"
        case .lowVisibility(let joint): "\(joint.displayName) not visible enough"
        case .outsideImage(let joint): "\(joint.displayName) outside the image"
        case .implausibleLength(let joint, let other):
            "distance from \(joint.displayName) to \(other.displayName) implausible"
        case .settling: "visible only since this frame"
        case .plane: "limb points out of the measure's plane"
        case .view: "not seen from the side that it needs"
        case .notObserved: "no hand, face or image"
        case .notFinite(let joint): "\(joint.displayName) not a number"
        }
    }
}

extension ExerciseState {
    package var displayName: String {
        switch self {
        case .unknown: "get ready"
        case .top, .down, .bottom, .up, .seated, .walking, .turning, .finished: rawValue
        case .holding: "hold"
        }
    }
}

extension BodySide {
    /// The letter before values in images.
    var letter: String { self == .left ? "L" : "R" }
}
