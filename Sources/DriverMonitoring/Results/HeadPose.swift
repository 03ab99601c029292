/// Where a head points, in degrees.
///
/// Seen by the driver: negative pitch is down, negative yaw is to his left, and negative roll leans
/// to his left shoulder.
public struct HeadPose: Sendable, Hashable {
    /// Nodding; negative is down.
    public var pitch: Double
    /// Turning; negative is to the driver's left.
    public var yaw: Double
    /// Leaning; negative is to the driver's left.
    public var roll: Double

    /// Makes a pose, straight ahead unless told otherwise.
    public init(pitch: Double = 0, yaw: Double = 0, roll: Double = 0) {
        self.pitch = pitch
        self.yaw = yaw
        self.roll = roll
    }
}
