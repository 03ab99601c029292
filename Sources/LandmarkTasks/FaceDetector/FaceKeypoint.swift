/// A point that a face detector gives; the raw value is its index in `FaceDetection.keypoints`.
///
/// Left and right are the person's own.
public enum FaceKeypoint: Int, Sendable, Hashable, CaseIterable {
    /// The right eye.
    case rightEye
    /// The left eye.
    case leftEye
    /// The tip of the nose.
    case noseTip
    /// The middle of the mouth.
    case mouthCenter
    /// The tragion of the right ear, in front of its opening.
    case rightEarTragion
    /// The tragion of the left ear, in front of its opening.
    case leftEarTragion

    /// The case's name, such as `noseTip`.
    public var name: String { "\(self)" }
}
