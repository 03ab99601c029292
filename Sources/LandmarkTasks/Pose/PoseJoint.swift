/// A landmark of a pose; the raw value is its index in `Pose.landmarks`.
///
/// Left and right are the person's own.
public enum PoseJoint: Int, Sendable, Hashable, Codable, CaseIterable {
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

    /// The same landmark on the other side of the body; itself for the nose.
    public var opposite: PoseJoint { PoseJoint(rawValue: Self.opposite(of: rawValue)) ?? self }

    /// The index of the same landmark on the other side of the body.
    package static func opposite(of index: Int) -> Int {
        switch index {
        case 1...3: index + 3
        case 4...6: index - 3
        case 7...: index % 2 == 1 ? index + 1 : index - 1
        default: index
        }
    }
}

/// The lines to draw between the landmarks of a pose.
public enum PoseConnections {
    /// From the nose to both ears, and across the mouth.
    public static let face = Connection.paths([[0, 1, 2, 3, 7], [0, 4, 5, 6, 8], [9, 10]])
    /// Shoulders and hips.
    public static let torso = Connection.pairs([11, 12, 11, 23, 12, 24, 23, 24])
    /// The left arm and hand.
    public static let leftArm = Connection.pairs([
        11, 13, 13, 15, 15, 17, 15, 19, 15, 21, 17, 19,
    ])
    /// The right arm and hand.
    public static let rightArm = Connection.pairs([
        12, 14, 14, 16, 16, 18, 16, 20, 16, 22, 18, 20,
    ])
    /// The left leg and foot.
    public static let leftLeg = Connection.pairs([23, 25, 25, 27, 27, 29, 29, 31, 27, 31])
    /// The right leg and foot.
    public static let rightLeg = Connection.pairs([24, 26, 26, 28, 28, 30, 30, 32, 28, 32])
    /// All of these: MediaPipe's 35 lines, in a different order.
    public static let all = face + torso + leftArm + rightArm + leftLeg + rightLeg
}
