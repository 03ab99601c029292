public import LandmarkTasks

/// A quantity that the motion analyzer measures in every frame.
///
/// Angles are in degrees: 0 is the anatomical neutral position, and flexion, abduction,
/// dorsiflexion and valgus are positive. Distances are in meters of the pose's world landmarks.
///
/// In the formulas, ∠(a, b) = atan2(|a×b|, a·b), 0…180. `l`, `u` and `f` are the axes of the body
/// (to its left, up and forward): l = left hip − right hip, u = the shoulders' midpoint − the hips'
/// midpoint made perpendicular to l, f = l × u. `up` is the option of the same name, and `lₕ` and
/// `fₕ` are l and f made perpendicular to it. The sagittal plane is that of f and u, the frontal
/// plane that of l and u. A projected angle is missing when less than 30 % of its segment lies in the plane.
/// Formulas and signs follow ISB's order of axes (Wu and others, J. Biomech. 2002 and 2005).
public enum Measure: Int, Sendable, Hashable, CaseIterable {
    /// Flexion of the left knee: with t = knee − hip and s = ankle − knee, ∠(t, s); 0 with the leg
    /// straight, negative in hyperextension, where t × s points against l. See
    /// <doc:FromLandmarksToAngles#Knees-that-bend-backward>.
    case kneeFlexionLeft
    /// Flexion of the right knee: with t = knee − hip and s = ankle − knee, ∠(t, s); 0 with the leg
    /// straight, negative in hyperextension, where t × s points against l. See
    /// <doc:FromLandmarksToAngles#Knees-that-bend-backward>.
    case kneeFlexionRight
    /// Flexion of the left hip: with t = knee − hip, atan2(t·f, −t·u); positive with the knee in
    /// front of the trunk's plane, negative in extension.
    case hipFlexionLeft
    /// Flexion of the right hip: with t = knee − hip, atan2(t·f, −t·u); positive with the knee in
    /// front of the trunk's plane, negative in extension.
    case hipFlexionRight
    /// Abduction of the left hip: with t = knee − hip, atan2(t·l, −t·u); positive with the knee
    /// away from the midline.
    case hipAbductionLeft
    /// Abduction of the right hip: with t = knee − hip, atan2(−t·l, −t·u); positive with the knee
    /// away from the midline.
    case hipAbductionRight
    /// Dorsiflexion of the left ankle: 90 − ∠(knee − ankle, tip of the foot − heel); positive with
    /// the toes toward the shin, negative in plantar flexion.
    case ankleDorsiflexionLeft
    /// Dorsiflexion of the right ankle: 90 − ∠(knee − ankle, tip of the foot − heel); positive with
    /// the toes toward the shin, negative in plantar flexion.
    case ankleDorsiflexionRight
    /// Flexion of the left elbow: ∠(elbow − shoulder, wrist − elbow); 0 with the arm straight. Never
    /// negative: the landmarks do not show on which side of the arm its elbow bends.
    case elbowFlexionLeft
    /// Flexion of the right elbow: ∠(elbow − shoulder, wrist − elbow); 0 with the arm straight. Never
    /// negative: the landmarks do not show on which side of the arm its elbow bends.
    case elbowFlexionRight
    /// Flexion of the left shoulder: with a = elbow − shoulder, atan2(a·f, −a·u); positive with the
    /// elbow in front. From −90 to 270, so that an arm overhead does not jump from 180 to −180.
    case shoulderFlexionLeft
    /// Flexion of the right shoulder: with a = elbow − shoulder, atan2(a·f, −a·u); positive with
    /// the elbow in front. From −90 to 270, so that an arm overhead does not jump from 180 to −180.
    case shoulderFlexionRight
    /// Abduction of the left shoulder: with a = elbow − shoulder, atan2(a·l, −a·u); positive with
    /// the elbow away from the midline. From −90 to 270, so that an arm overhead does not jump.
    case shoulderAbductionLeft
    /// Abduction of the right shoulder: with a = elbow − shoulder, atan2(−a·l, −a·u); positive with
    /// the elbow away from the midline. From −90 to 270, so that an arm overhead does not jump.
    case shoulderAbductionRight
    /// Elevation of the left arm in any plane: ∠(elbow − shoulder, −u), 0…180. Preferable to
    /// flexion and abduction above 120.
    case shoulderElevationLeft
    /// Elevation of the right arm in any plane: ∠(elbow − shoulder, −u), 0…180. Preferable to
    /// flexion and abduction above 120.
    case shoulderElevationRight
    /// Flexion of the left wrist, where a hand landmarker has found the hand: with e = wrist −
    /// elbow, h toward the middle finger's knuckle and p out of the palm, atan2(−e·p, e·h);
    /// positive toward the palm.
    case wristFlexionLeft
    /// Flexion of the right wrist, where a hand landmarker has found the hand: with e = wrist −
    /// elbow, h toward the middle finger's knuckle and p out of the palm, atan2(−e·p, e·h);
    /// positive toward the palm.
    case wristFlexionRight
    /// Frontal plane projection angle of the left knee, in image pixels: the signed angle from hip →
    /// knee to knee → ankle; positive with the knee medial of the line from hip to ankle (valgus).
    /// Only with |view yaw| < 30.
    case fppaLeft
    /// Frontal plane projection angle of the right knee, in image pixels: the signed angle from hip
    /// → knee to knee → ankle; positive with the knee medial of the line from hip to ankle
    /// (valgus). Only with |view yaw| < 30.
    case fppaRight
    /// How far the left heel is above the toes: with d = tip of the foot − heel, atan2(−d·up, the
    /// horizontal length of d); 0 with the foot flat, positive on the toes.
    case footPitchLeft
    /// How far the right heel is above the toes: with d = tip of the foot − heel, atan2(−d·up, the
    /// horizontal length of d); 0 with the foot flat, positive on the toes.
    case footPitchRight
    /// Height of the left ankle above the right one, in meters: (left ankle − right ankle)·up.
    case footLiftLeft
    /// Height of the right ankle above the left one, in meters: (right ankle − left ankle)·up.
    case footLiftRight
    /// Distance of the left heel in front of the pelvis, in meters: (heel − the hips' midpoint)·fₕ.
    case heelForwardLeft
    /// Distance of the right heel in front of the pelvis, in meters: (heel − the hips'
    /// midpoint)·fₕ.
    case heelForwardRight
    /// Distance of the tip of the left foot in front of the pelvis, in meters: (tip − the hips'
    /// midpoint)·fₕ.
    case toeForwardLeft
    /// Distance of the tip of the right foot in front of the pelvis, in meters: (tip − the hips'
    /// midpoint)·fₕ.
    case toeForwardRight
    /// Flexion of the left knee in image pixels, as in space; negative in hyperextension, where the
    /// knee is behind the line from hip to ankle. Only when seen from the side: 60 < |view yaw|
    /// < 120.
    case kneeFlexion2DLeft
    /// Flexion of the right knee in image pixels, as in space; negative in hyperextension, where the
    /// knee is behind the line from hip to ankle. Only when seen from the side: 60 < |view yaw|
    /// < 120.
    case kneeFlexion2DRight
    /// Flexion of the left hip in image pixels: the angle of hip → knee against the line from the
    /// hip to the shoulder of the same side; positive toward where the person faces. Only when seen
    /// from the side: 60 < |view yaw| < 120.
    case hipFlexion2DLeft
    /// Flexion of the right hip in image pixels: the angle of hip → knee against the line from the
    /// hip to the shoulder of the same side; positive toward where the person faces. Only when seen
    /// from the side: 60 < |view yaw| < 120.
    case hipFlexion2DRight
    /// Dorsiflexion of the left ankle in image pixels, as in space. Only when seen from the side:
    /// 60 <
    /// |view yaw| < 120.
    case ankleDorsiflexion2DLeft
    /// Dorsiflexion of the right ankle in image pixels, as in space. Only when seen from the side:
    /// 60 <
    /// |view yaw| < 120.
    case ankleDorsiflexion2DRight
    /// Flexion of the left elbow in image pixels, never negative, as in space. Only when seen from
    /// the side: 60 < |view yaw| < 120.
    case elbowFlexion2DLeft
    /// Flexion of the right elbow in image pixels, never negative, as in space. Only when seen from
    /// the side: 60 < |view yaw| < 120.
    case elbowFlexion2DRight
    /// Flexion of the left shoulder in image pixels: the angle of shoulder → elbow against the line
    /// from the hip to the shoulder of the same side, −90…270; positive toward where the person
    /// faces. Only when seen from the side: 60 < |view yaw| < 120.
    case shoulderFlexion2DLeft
    /// Flexion of the right shoulder in image pixels: the angle of shoulder → elbow against the
    /// line from the hip to the shoulder of the same side, −90…270; positive toward where the
    /// person faces. Only when seen from the side: 60 < |view yaw| < 120.
    case shoulderFlexion2DRight
    /// Abduction of the left hip in image pixels: the angle of hip → knee against the perpendicular
    /// of the line between the hips; positive with the knee away from the midline. Only when seen
    /// from the front or from behind: |view yaw| < 45 or > 135.
    case hipAbduction2DLeft
    /// Abduction of the right hip in image pixels: the angle of hip → knee against the perpendicular
    /// of the line between the hips; positive with the knee away from the midline. Only when seen
    /// from the front or from behind: |view yaw| < 45 or > 135.
    case hipAbduction2DRight
    /// Abduction of the left shoulder in image pixels: the angle of shoulder → elbow against the line
    /// from the shoulders' midpoint to the hips', −90…270; positive with the elbow away from the
    /// midline. Only when seen from the front or from behind, |view yaw| < 45 or > 135, and while at
    /// least half of the upper arm lies in the frontal plane.
    case shoulderAbduction2DLeft
    /// Abduction of the right shoulder in image pixels: the angle of shoulder → elbow against the
    /// line from the shoulders' midpoint to the hips', −90…270; positive with the elbow away from the
    /// midline. Only when seen from the front or from behind, |view yaw| < 45 or > 135, and while at
    /// least half of the upper arm lies in the frontal plane.
    case shoulderAbduction2DRight
    /// Inclination of the trunk in any direction: with v = the shoulders' midpoint − the hips'
    /// midpoint, ∠(v, up), 0…180.
    case trunkInclination
    /// The forward part of the trunk's inclination: with v as for the inclination, atan2(v·fₕ,
    /// v·up); negative leaning back.
    case trunkForward
    /// The sideways part of the trunk's inclination: with v as for the inclination, atan2(v·lₕ,
    /// v·up); positive toward the person's left.
    case trunkLateral
    /// The sideways inclination of the trunk in image pixels: of the line from the hips' midpoint to
    /// the shoulders' against `up`; positive toward the person's left. Only when seen from the front
    /// or from behind: |view yaw| < 45 or > 135.
    case trunkLateral2D
    /// Pitch of the head against the trunk, where a face landmarker has found the face: with F out
    /// of the face, atan2(−F·u, |F − (F·u)u|); positive with the chin down.
    case neckFlexion
    /// Roll of the head against the trunk, where a face landmarker has found the face: with R
    /// toward the right ear and U toward the crown, atan2(R·u, U·u); positive with the left ear
    /// toward the left shoulder.
    case neckLateral
    /// Yaw of the head against the trunk, where a face landmarker has found the face: with F out of
    /// the face, atan2(F·l, F·f); positive toward the person's left.
    case neckRotation
    /// Obliquity of the pelvis in image pixels: atan2(−(y left − y right), |x left − x right|) of
    /// the hips; positive with the left side higher.
    case pelvisObliquity
    /// Obliquity of the shoulders in image pixels: atan2(−(y left − y right), |x left − x right|)
    /// of the shoulders; positive with the left side higher.
    case shoulderObliquity
    /// Angle between the legs: ∠(left ankle − m, right ankle − m) with m the hips' midpoint.
    case legSpread
    /// Axial rotation of the left upper arm; positive inward (internal). With the trunk's axes of
    /// ISB (Wu and others 2005) and the elbow's axis from upper arm and forearm, the sum of its plane of
    /// elevation and its axial rotation: the turn about the upper arm that remains after the shortest
    /// rotation from hanging to its direction. 0 with the arm hanging or raised sideways and the forearm
    /// forward. Only with the elbow flexed by 30 to 150 and the arm raised by at most 150. See
    /// <doc:FromLandmarksToAngles#Rotations>.
    case shoulderRotationLeft
    /// Axial rotation of the right upper arm, defined as for the left; positive inward (internal).
    case shoulderRotationRight
    /// Axial rotation of the left thigh in the joint's coordinate system of ISB (Wu and others
    /// 2002), with the knee's axis from thigh and shank; positive inward (internal), which moves the
    /// foot of a bent knee outward. Only with the knee flexed by 30 to 150, and while less than
    /// 0.95 of the thigh lies along the pelvis's axis l. See <doc:FromLandmarksToAngles#Rotations>.
    case hipRotationLeft
    /// Axial rotation of the right thigh, defined as for the left; positive inward (internal).
    case hipRotationRight
    /// Rotation of the left forearm, where a hand landmarker has found the hand: of the line from
    /// the little finger's knuckle to the index finger's about the forearm; 0 with the thumb toward
    /// the shoulder (mid-position of the AAOS), positive in pronation, with the palm down in front
    /// of the body, negative in supination. Only with the elbow flexed by 30 to 150. See
    /// <doc:FromLandmarksToAngles#Rotations>.
    case forearmPronationLeft
    /// Rotation of the right forearm, defined as for the left; positive in pronation.
    case forearmPronationRight
    /// How far the pelvis has moved toward the image's right since it was first measured, in meters.
    /// From one camera, from the image: (x of the hips' midpoint − that of the image's center) ·
    /// meters per pixel. From several cameras, along x of the calibration's frame. See
    /// <doc:FromLandmarksToAngles#Translation-of-the-pelvis>.
    case pelvisAcross
    /// How far the pelvis has moved up since it was first measured, in meters: from one camera in
    /// the image, as `pelvisAcross`; from several along `up`.
    case pelvisUp
    /// How far the pelvis has moved along z of the calibration's frame (``CameraCalibration``) since
    /// it was first measured, in meters. Only from several cameras: a single one does not show it.
    case pelvisAway

    /// The unit of a value.
    public enum Unit: String, Sendable, Hashable, Codable {
        /// Degrees of an angle.
        case degrees
        /// Meters of the pose's world landmarks.
        case meters
    }

    /// The unit of the value.
    public var unit: Unit {
        switch quantity {
        case .footLift, .heelForward, .toeForward, .pelvisAcross, .pelvisUp, .pelvisAway: .meters
        default: .degrees
        }
    }

    /// The person's side that is measured; nil for trunk, neck, pelvis, shoulders and legs.
    public var side: BodySide? {
        quantity.hasSides ? (rawValue % 2 == 0 ? .left : .right) : nil
    }

    /// The same measure of the other side; the measure itself if it has no sides.
    public var opposite: Measure {
        side == nil ? self : Measure(rawValue: rawValue ^ 1) ?? self
    }

    /// Where a value is measured.
    public enum Plane: String, Sendable, Hashable, Codable {
        /// In space, from world landmarks, whose depth is an estimate.
        case space
        /// In the image, from pixels: exact where the movement's plane is that of the image.
        case image
    }

    /// Where the value is measured: in the image, or in space.
    public var plane: Plane {
        switch quantity {
        case .fppa, .kneeFlexion2D, .hipFlexion2D, .ankleDorsiflexion2D, .elbowFlexion2D,
            .shoulderFlexion2D, .hipAbduction2D, .shoulderAbduction2D, .trunkLateral2D,
            .pelvisObliquity, .shoulderObliquity:
            .image
        default: .space
        }
    }

    /// The landmarks that the value is computed from; the vertex of an angle is the second.
    public var joints: [PoseJoint] {
        let side = side ?? .left
        return quantity.points.map { $0.joint(of: side) }
    }

    /// What is measured, regardless of the side.
    var quantity: Quantity { Quantity.ofMeasures[rawValue] }

    /// The measures that are recorded and written by default: all but rotations of segments about their own
    /// axes, and the pelvis's translation.
    public static let standard = allCases.filter { $0.rawValue <= Measure.legSpread.rawValue }

    /// Whether the value is relative to the first one.
    var isRelative: Bool {
        switch quantity {
        case .pelvisAcross, .pelvisUp, .pelvisAway: true
        default: false
        }
    }
}
