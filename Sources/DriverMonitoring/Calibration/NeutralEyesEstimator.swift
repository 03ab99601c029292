/// Learns the rotation of the eyes when the driver faces the road, as the median of the frames that are
/// suitable for learning. The median compensates for how the model reads this driver's eyes.
struct NeutralEyesEstimator {
    private var pitch = Histogram(-90...90, bins: 720)
    private var yaw = Histogram(-90...90, bins: 720)
    /// The median rotation as last recomputed; nil before.
    private(set) var rotation: EyeRotation?

    mutating func add(_ rotation: EyeRotation) {
        pitch.add(rotation.pitch)
        yaw.add(rotation.yaw)
    }

    /// Recomputes the median.
    mutating func update() {
        guard let pitch = pitch.median, let yaw = yaw.median else { return }
        rotation = EyeRotation(pitch: pitch, yaw: yaw)
    }
}
