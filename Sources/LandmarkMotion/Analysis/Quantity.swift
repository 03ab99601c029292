import LandmarkTasks

/// The quantity of a measure, regardless of the side, in the order of `Measure`.
enum Quantity: Int, CaseIterable {
    case kneeFlexion, hipFlexion, hipAbduction, ankleDorsiflexion
    case elbowFlexion, shoulderFlexion, shoulderAbduction, shoulderElevation, wristFlexion
    case fppa, footPitch, footLift, heelForward, toeForward
    case kneeFlexion2D, hipFlexion2D, ankleDorsiflexion2D, elbowFlexion2D, shoulderFlexion2D
    case hipAbduction2D, shoulderAbduction2D
    case trunkInclination, trunkForward, trunkLateral, trunkLateral2D
    case neckFlexion, neckLateral, neckRotation
    case pelvisObliquity, shoulderObliquity
    case legSpread
    case shoulderRotation, hipRotation, forearmPronation
    case pelvisAcross, pelvisUp, pelvisAway

    /// By `Measure.rawValue`: a quantity with sides appears twice, for left and right.
    static let ofMeasures = allCases.flatMap { $0.hasSides ? [$0, $0] : [$0] }

    /// Whether each side has one.
    var hasSides: Bool {
        switch self {
        case .trunkInclination, .trunkForward, .trunkLateral, .trunkLateral2D, .neckFlexion,
            .neckLateral, .neckRotation, .pelvisObliquity, .shoulderObliquity, .legSpread,
            .pelvisAcross, .pelvisUp, .pelvisAway:
            false
        default: true
        }
    }

    /// A landmark, named from the side that is measured.
    enum Point {
        case shoulder, elbow, wrist, hip, knee, ankle, heel, toe
        case otherShoulder, otherHip, otherAnkle

        /// The landmark with `side` as the measured side.
        func joint(of side: BodySide) -> PoseJoint {
            let isLeft = side == .left
            return switch self {
            case .shoulder: isLeft ? .leftShoulder : .rightShoulder
            case .elbow: isLeft ? .leftElbow : .rightElbow
            case .wrist: isLeft ? .leftWrist : .rightWrist
            case .hip: isLeft ? .leftHip : .rightHip
            case .knee: isLeft ? .leftKnee : .rightKnee
            case .ankle: isLeft ? .leftAnkle : .rightAnkle
            case .heel: isLeft ? .leftHeel : .rightHeel
            case .toe: isLeft ? .leftFootIndex : .rightFootIndex
            case .otherShoulder: isLeft ? .rightShoulder : .leftShoulder
            case .otherHip: isLeft ? .rightHip : .leftHip
            case .otherAnkle: isLeft ? .rightAnkle : .leftAnkle
            }
        }
    }

    /// The landmarks that a value is computed from; the vertex of an angle is the second.
    var points: [Point] {
        switch self {
        case .kneeFlexion: [.hip, .knee, .ankle]
        case .hipFlexion, .hipAbduction, .hipAbduction2D:
            [.knee, .hip, .shoulder, .otherHip, .otherShoulder]
        case .ankleDorsiflexion: [.knee, .ankle, .toe, .heel]
        case .elbowFlexion: [.shoulder, .elbow, .wrist]
        case .shoulderFlexion, .shoulderAbduction, .shoulderElevation, .shoulderAbduction2D:
            [.elbow, .shoulder, .hip, .otherHip, .otherShoulder]
        case .wristFlexion: [.elbow, .wrist]
        // Both hips determine the view.
        case .fppa, .kneeFlexion2D: [.hip, .knee, .ankle, .otherHip]
        case .footPitch: [.toe, .heel]
        case .footLift: [.otherAnkle, .ankle]
        case .heelForward: [.otherHip, .hip, .heel]
        case .toeForward: [.otherHip, .hip, .toe]
        case .hipFlexion2D: [.knee, .hip, .shoulder, .otherHip]
        case .ankleDorsiflexion2D: [.knee, .ankle, .toe, .heel, .hip, .otherHip]
        case .elbowFlexion2D: [.shoulder, .elbow, .wrist, .hip, .otherHip]
        case .shoulderFlexion2D: [.elbow, .shoulder, .hip, .otherHip]
        case .trunkInclination, .trunkForward, .trunkLateral, .trunkLateral2D, .neckFlexion,
            .neckLateral, .neckRotation:
            [.shoulder, .hip, .otherHip, .otherShoulder]
        case .pelvisObliquity: [.otherHip, .hip]
        case .shoulderObliquity: [.otherShoulder, .shoulder]
        case .legSpread: [.ankle, .hip, .otherHip, .otherAnkle]
        case .shoulderRotation: [.elbow, .shoulder, .wrist, .hip, .otherHip, .otherShoulder]
        case .hipRotation: [.knee, .hip, .ankle, .shoulder, .otherHip, .otherShoulder]
        case .forearmPronation: [.shoulder, .elbow, .wrist]
        // All of them give the size of a pixel.
        case .pelvisAcross, .pelvisUp, .pelvisAway: [.otherHip, .hip, .shoulder, .otherShoulder]
        }
    }
}
