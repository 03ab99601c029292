import LandmarkCore
package import LandmarkMotion
package import LandmarkTasks

// The display names of measures, joints, and states.

extension Measure {
    /// The measures that are shown by default: the flexion of the large joints.
    package static let largeJoints: [Measure] = [
        .kneeFlexionLeft, .kneeFlexionRight, .hipFlexionLeft, .hipFlexionRight,
        .shoulderFlexionLeft, .shoulderFlexionRight, .elbowFlexionLeft, .elbowFlexionRight,
        .trunkInclination,
    ]

    /// The name without the side, as a heading: “Knee flexion”.
    package var title: String {
        let side = side.map { "\($0.rawValue) " } ?? ""
        let words = displayName.dropFirst(displayName.hasPrefix(side) ? side.count : 0)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The short name for places where several measures share a joint, or where no measure is expected.
    package var shortName: String {
        switch self {
        case .hipAbductionLeft, .hipAbductionRight, .shoulderAbductionLeft,
            .shoulderAbductionRight:
            "abd"
        case .hipAbduction2DLeft, .hipAbduction2DRight, .shoulderAbduction2DLeft,
            .shoulderAbduction2DRight:
            "abd 2D"
        case .shoulderElevationLeft, .shoulderElevationRight: "elev"
        case .ankleDorsiflexionLeft, .ankleDorsiflexionRight: "dorsi"
        case .fppaLeft, .fppaRight: "FPPA"
        case .footPitchLeft, .footPitchRight: "pitch"
        case .footLiftLeft, .footLiftRight: "lift"
        case .heelForwardLeft, .heelForwardRight: "heel"
        case .toeForwardLeft, .toeForwardRight: "toes"
        case .kneeFlexion2DLeft, .kneeFlexion2DRight, .hipFlexion2DLeft, .hipFlexion2DRight,
            .ankleDorsiflexion2DLeft, .ankleDorsiflexion2DRight, .elbowFlexion2DLeft,
            .elbowFlexion2DRight, .shoulderFlexion2DLeft, .shoulderFlexion2DRight:
            "2D"
        case .trunkInclination: "trunk"
        case .trunkForward: "forward"
        case .trunkLateral, .neckLateral: "sideways"
        case .trunkLateral2D: "sideways 2D"
        case .neckRotation: "rotation"
        case .pelvisObliquity: "pelvis"
        case .shoulderObliquity: "shoulders"
        case .legSpread: "legs"
        case .shoulderRotationLeft, .shoulderRotationRight, .hipRotationLeft, .hipRotationRight:
            "rot"
        case .forearmPronationLeft, .forearmPronationRight: "pron"
        case .pelvisAcross: "across"
        case .pelvisUp: "up"
        case .pelvisAway: "away"
        case .kneeFlexionLeft, .kneeFlexionRight, .hipFlexionLeft, .hipFlexionRight,
            .elbowFlexionLeft, .elbowFlexionRight, .shoulderFlexionLeft, .shoulderFlexionRight,
            .wristFlexionLeft, .wristFlexionRight, .neckFlexion:
            "flex"
        }
    }

    /// Whether it is a distance rather than an angle.
    package var isDistance: Bool { unit == .meters }

    /// A value as text: whole degrees or centimeters, or a dash if it is not a number.
    package func text(_ value: Double) -> String {
        isDistance ? AngleText.centimeters(value) : AngleText.degrees(value)
    }
}

/// Angles and distances as text.
package enum AngleText {
    package static func degrees(_ value: Double, places: Int = 0) -> String {
        number(value, places: places, unit: "°")
    }

    /// A distance in meters as centimeters.
    package static func centimeters(_ value: Double) -> String {
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
        // Case names are words in camel case.
        var words = ""
        for letter in name {
            words += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
        }
        return words
    }
}

extension MissingReason {
    /// The parts that are not seen, to follow “cannot see:”; nil for any other reason.
    package var unseen: String? {
        switch self {
        case .lowVisibility(let joint), .notFinite(let joint): joint.displayName
        case .outsideImage(let joint): "\(joint.displayName) (outside the image)"
        case .implausibleLength(let joint, let other):
            "\(joint.displayName) and \(other.displayName) (implausible)"
        case .absent: "the person"
        case .settling, .plane, .view, .notObserved, .implausibleValue, .implausibleSpeed: nil
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
        case .implausibleValue: "an angle that no joint can have"
        case .implausibleSpeed: "faster than a joint can move"
        case .settling: "visible only since this frame"
        case .plane: "limb points out of the measurement plane"
        case .view: "not seen from the required side"
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
        case .standingUp: "standing up"
        case .sittingDown: "sitting down"
        }
    }
}

extension BodySide {
    /// The letter before values in images.
    package var letter: String { self == .left ? "L" : "R" }
}
