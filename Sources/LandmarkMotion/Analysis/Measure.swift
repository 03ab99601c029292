/// A quantity that the motion analyzer measures in every frame.
///
/// Angles are in degrees; 0 is the anatomical neutral position, and flexion, abduction,
/// dorsiflexion and valgus are positive. Distances are in meters of the pose's world landmarks.
/// Encoded as its name.
public enum Measure: Int, Sendable, Hashable, CaseIterable {
    case kneeFlexionLeft, kneeFlexionRight
    case hipFlexionLeft, hipFlexionRight
    case hipAbductionLeft, hipAbductionRight
    case ankleDorsiflexionLeft, ankleDorsiflexionRight
    case elbowFlexionLeft, elbowFlexionRight
    case shoulderFlexionLeft, shoulderFlexionRight
    case shoulderAbductionLeft, shoulderAbductionRight
    case shoulderElevationLeft, shoulderElevationRight
    case wristFlexionLeft, wristFlexionRight
    /// Frontal plane projection angle, in image pixels: positive with the knee medial (valgus).
    case fppaLeft, fppaRight
    /// How far the heel is above the toes: 0 with the foot flat, positive on the toes.
    case footPitchLeft, footPitchRight
    /// Height of the ankle above the other ankle, in meters.
    case footLiftLeft, footLiftRight
    /// Distance of heel and toes in front of the pelvis, in meters along the facing direction.
    case heelForwardLeft, heelForwardRight
    case toeForwardLeft, toeForwardRight
    case kneeFlexion2DLeft, kneeFlexion2DRight
    case hipFlexion2DLeft, hipFlexion2DRight
    case ankleDorsiflexion2DLeft, ankleDorsiflexion2DRight
    case elbowFlexion2DLeft, elbowFlexion2DRight
    case shoulderFlexion2DLeft, shoulderFlexion2DRight
    case trunkInclination, trunkForward, trunkLateral
    case neckFlexion, neckLateral, neckRotation
    case pelvisObliquity, shoulderObliquity
    /// Angle between the lines from the hips' midpoint to the ankles.
    case legSpread

    /// What a value is measured in.
    public enum Unit: String, Sendable, Hashable, Codable {
        case degrees
        case meters
    }
}
