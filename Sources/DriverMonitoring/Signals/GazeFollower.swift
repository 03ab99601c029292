/// Follows the gaze from frame to frame: smooths the rotation of the eyes, bridges blinks, and finds
/// the zone.
struct GazeFollower {
    /// The time constant of the smoothing, in milliseconds: shorter than a glance.
    private static let timeConstant = 150.0
    /// How long the last rotation of the eyes counts while they cannot be measured, in milliseconds:
    /// a blink.
    private static let bridged = 500
    /// The head angles in degrees, to either side and vertically, up to which the gaze has been verified.
    static let maxHead = (yaw: 30.0, pitch: 25.0)

    private let zones: GazeZones
    private var zone: Int?
    /// The smoothed rotation of the eyes in the head.
    private var eyes: GazeEstimate?
    private var lastSeen = 0
    /// The smoothed gaze; nil while it is not measured.
    private(set) var gaze: GazeEstimate?

    init(zones: GazeZones) { self.zones = zones }

    /// The name of the zone; nil while the gaze is not measured, and outside all zones.
    var zoneName: String? { zone.map { zones.zones[$0].name } }

    /// Whether the driver looks off the road; nil while the gaze is not measured.
    var isOff: Bool? {
        guard gaze != nil else { return nil }
        return zone.map { !zones.zones[$0].isRoad } ?? true
    }

    mutating func update(_ reading: SanitizedReading, _ tick: Tick) {
        guard let head = reading.look, tick.gapStart == nil, abs(head.yaw) <= Self.maxHead.yaw,
            abs(head.pitch) <= Self.maxHead.pitch
        else { return forget() }
        if let measured = reading.gaze {
            lastSeen = tick.now
            let rotation = GazeEstimate(
                pitch: measured.pitch - head.pitch, yaw: measured.yaw - head.yaw)
            eyes = smooth(rotation, tick)
        } else if Elapsed.exceeds(tick.now - lastSeen, limit: Self.bridged) {
            return forget()
        }
        guard let eyes else { return }
        let look = GazeEstimate(pitch: head.pitch + eyes.pitch, yaw: head.yaw + eyes.yaw)
        zone = zones.index(of: look, after: zone, isOff: isOff ?? false)
        gaze = look
    }

    private func smooth(_ rotation: GazeEstimate, _ tick: Tick) -> GazeEstimate {
        guard let eyes else { return rotation }
        let step = Double(tick.step)
        let share = step / (step + Self.timeConstant)
        return GazeEstimate(
            pitch: eyes.pitch + (rotation.pitch - eyes.pitch) * share,
            yaw: eyes.yaw + (rotation.yaw - eyes.yaw) * share)
    }

    private mutating func forget() {
        eyes = nil
        zone = nil
        gaze = nil
    }
}
