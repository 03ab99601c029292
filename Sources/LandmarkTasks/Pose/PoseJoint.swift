/// A point of a body; the raw value is its index in `Pose.landmarks`.
///
/// Left and right are the person's own.
public enum PoseJoint: Int, Sendable, Hashable, CaseIterable {
    /// The nose.
    case nose
    /// The inner corner of the left eye.
    case leftEyeInner
    /// The left eye.
    case leftEye
    /// The outer corner of the left eye.
    case leftEyeOuter
    /// The inner corner of the right eye.
    case rightEyeInner
    /// The right eye.
    case rightEye
    /// The outer corner of the right eye.
    case rightEyeOuter
    /// The left ear.
    case leftEar
    /// The right ear.
    case rightEar
    /// The left corner of the mouth.
    case mouthLeft
    /// The right corner of the mouth.
    case mouthRight
    /// The left shoulder.
    case leftShoulder
    /// The right shoulder.
    case rightShoulder
    /// The left elbow.
    case leftElbow
    /// The right elbow.
    case rightElbow
    /// The left wrist.
    case leftWrist
    /// The right wrist.
    case rightWrist
    /// The knuckle of the left little finger.
    case leftPinky
    /// The knuckle of the right little finger.
    case rightPinky
    /// The knuckle of the left index finger.
    case leftIndex
    /// The knuckle of the right index finger.
    case rightIndex
    /// The knuckle of the left thumb.
    case leftThumb
    /// The knuckle of the right thumb.
    case rightThumb
    /// The left hip.
    case leftHip
    /// The right hip.
    case rightHip
    /// The left knee.
    case leftKnee
    /// The right knee.
    case rightKnee
    /// The left ankle.
    case leftAnkle
    /// The right ankle.
    case rightAnkle
    /// The left heel.
    case leftHeel
    /// The right heel.
    case rightHeel
    /// The tip of the left foot.
    case leftFootIndex
    /// The tip of the right foot.
    case rightFootIndex

    /// The case's name, such as `leftWrist`.
    public var name: String { "\(self)" }
}
