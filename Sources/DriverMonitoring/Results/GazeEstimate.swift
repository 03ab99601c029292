/// Where a driver looks, in degrees: the head's pose and an estimate of the eyes' share.
///
/// The estimate's gains (40° sideways, 50° up and down for a full coefficient) come from one public
/// project and are validated nowhere. It is shown, and decides nothing.
public struct GazeEstimate: Sendable, Hashable {
    /// Up and down; negative is down.
    public var pitch: Double
    /// Sideways; negative is to the driver's left.
    public var yaw: Double

    /// Makes an estimate.
    public init(pitch: Double, yaw: Double) {
        self.pitch = pitch
        self.yaw = yaw
    }
}
