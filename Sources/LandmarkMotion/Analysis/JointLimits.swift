/// What a human joint can do. Values beyond it show that a pose is wrong, as in the dark or behind furniture.
/// They are missing (``MissingReason/implausibleValue``, ``MissingReason/implausibleSpeed``) rather than
/// measured, so they never count as faults.
///
/// Ranges are those of the American Academy of Orthopaedic Surgeons (AAOS, Joint Motion, 1965), or wider ones
/// where body weight or hands press the joint, plus the 20° to 30° by which a single camera errs. Speeds are
/// above the fastest that athletes reach.
public struct JointLimits: Sendable, Hashable {
    /// The values that a joint can have, in the measure's unit.
    public let range: ClosedRange<Double>
    /// The greatest change per second, in the measure's unit.
    public let speed: Double

    /// The change from one frame to the next that landmark noise explains.
    private static let noise = (degrees: 20.0, meters: 0.2)

    fileprivate init(_ range: ClosedRange<Double>, speed: Double) {
        self.range = range
        self.speed = speed
    }

    /// Whether a value can follow another after `seconds`.
    ///
    /// An angle is at most half a turn away from another: −179° follows 179°.
    func allows(_ value: Double, after last: Double, seconds: Double, _ unit: Measure.Unit) -> Bool
    {
        let change = abs(value - last)
        return switch unit {
        case .degrees: min(change, abs(360 - change)) <= speed * seconds + Self.noise.degrees
        case .meters: change <= speed * seconds + Self.noise.meters
        }
    }
}

extension Measure {
    /// The values that a human can have, and the greatest speed.
    ///
    /// | quantity | range | source | speed per second | source |
    /// |---|---|---|--:|---|
    /// | knee flexion | −40…175 | AAOS 0…135, kneeling 155; hyperextension 10 | 1800 | sprint and kick 1000…1500 |
    /// | hip flexion | −60…165 | AAOS −30…120, pulled to the chest 140 | 1200 | kick 750…1000 |
    /// | hip abduction | −60…115 | AAOS −30…45, splits 90 | 1000 | below flexion |
    /// | ankle dorsiflexion | −95…75 | AAOS −50…20, on the toes −70, deep squat 45 | 1500 | sprint 1000 |
    /// | elbow flexion | 0…175 | AAOS 0…150 | 3000 | pitching 2300…2500 |
    /// | shoulder flexion | −90…215 | AAOS −60…180 | 2000 | throwing, in elevation 1500 |
    /// | shoulder abduction | −90…215 | AAOS −50…180 | 2000 | as flexion |
    /// | wrist flexion | −100…110 | AAOS −70…80 | 3000 | throwing |
    /// | `fppa` | −45…45 | beyond, the thigh points at the camera | 800 | below hip flexion |
    /// | foot lift | ±1.3 m | the length of a leg | 12 m | sprint 10 |
    /// | heel and toes forward | ±1.3 m | the length of a leg | 12 m | sprint 10 |
    /// | neck flexion, lateral | −75…75 | AAOS ±45 | 1000 | head turns 500…700 |
    /// | neck rotation | −110…110 | AAOS ±80 | 1000 | head turns 500…700 |
    /// | trunk, pelvis, shoulders | any | people lie and hang | 1000 | somersault 900 |
    /// | shoulder rotation | −120…210 | AAOS −90…70; with the arm raised in front 90 more | 9000 | pitching 7500 |
    /// | hip rotation | −90…90 | AAOS ±45, sitting cross-legged 70 | 1500 | kick, below hip flexion |
    /// | forearm pronation | −130…130 | AAOS ±80, with the wrist 100 | 3000 | throwing |
    /// | pelvis | any | | 12 m | sprint 10 |
    /// | others | any | | 2000 | |
    ///
    /// Measures in the image have the same limits as those in space.
    public var limits: JointLimits {
        let any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        return switch quantity {
        case .kneeFlexion, .kneeFlexion2D: JointLimits(-40...175, speed: 1800)
        case .hipFlexion, .hipFlexion2D: JointLimits(-60...165, speed: 1200)
        case .hipAbduction, .hipAbduction2D: JointLimits(-60...115, speed: 1000)
        case .ankleDorsiflexion, .ankleDorsiflexion2D: JointLimits(-95...75, speed: 1500)
        case .elbowFlexion, .elbowFlexion2D: JointLimits(0...175, speed: 3000)
        case .shoulderFlexion, .shoulderFlexion2D, .shoulderAbduction, .shoulderAbduction2D:
            JointLimits(-90...215, speed: 2000)
        case .wristFlexion: JointLimits(-100...110, speed: 3000)
        case .fppa: JointLimits(-45...45, speed: 800)
        case .footLift, .heelForward, .toeForward: JointLimits(-1.3...1.3, speed: 12)
        case .shoulderRotation: JointLimits(-120...210, speed: 9000)
        case .hipRotation: JointLimits(-90...90, speed: 1500)
        case .forearmPronation: JointLimits(-130...130, speed: 3000)
        case .pelvisAcross, .pelvisUp, .pelvisAway: JointLimits(any, speed: 12)
        case .neckFlexion, .neckLateral: JointLimits(-75...75, speed: 1000)
        case .neckRotation: JointLimits(-110...110, speed: 1000)
        case .trunkInclination, .trunkForward, .trunkLateral, .trunkLateral2D, .pelvisObliquity,
            .shoulderObliquity:
            JointLimits(any, speed: 1000)
        case .shoulderElevation, .footPitch, .legSpread: JointLimits(any, speed: 2000)
        }
    }
}
