/// What a face does, starting from its photograph.
struct SceneExpression: Sendable, Hashable {
    /// How far the lids are closed, 0…1.
    var closure = 0.0
    /// How far the mouth is open, 0…1, beyond the photograph.
    var mouth: Float = 0
    /// How far the corners of the mouth are drawn outward and up, 0…1.
    var smile: Float = 0
    /// The rotation of the eyes in the head.
    var gaze = SceneGaze()
    /// The rotation of the head.
    var head = SceneGaze()

    /// The expression in steps that hardly show, so that images can be used again.
    var rounded: SceneExpression {
        func rounded(_ value: Float, _ step: Float) -> Float { (value / step).rounded() * step }
        return SceneExpression(
            closure: Double(rounded(Float(closure), 0.05)), mouth: rounded(mouth, 0.05),
            smile: rounded(smile, 0.1),
            gaze: SceneGaze(pitch: rounded(gaze.pitch, 2), yaw: rounded(gaze.yaw, 2)),
            head: SceneGaze(pitch: rounded(head.pitch, 1), yaw: rounded(head.yaw, 1)))
    }
}
