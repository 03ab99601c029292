/// The lines to draw between a body's points.
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
    /// The whole body: MediaPipe's 35 lines, in an order of ours.
    public static let all = face + torso + leftArm + rightArm + leftLeg + rightLeg
}
