/// Learns how a driver usually holds his head before the camera, wherever that is mounted.
///
/// From every head there is, whatever its angles and eyes: what is left out by its distance from a
/// median could never move one that is wrong.
struct UsualHead {
    /// Medians are taken anew with every head at first, and with every so many later.
    private static let early = 90
    private static let interval = 15

    private var pitch = Histogram(-180...180, bins: 1440)
    private var yaw = Histogram(-90...90, bins: 720)
    private var roll = Histogram(-180...180, bins: 1440)
    private var firstRoll: Double?

    private var count = 0
    /// The medians of what was seen, but for the last heads; nil before the first.
    private(set) var pose: HeadPose?

    private var medians: HeadPose? {
        guard let firstRoll, let pitch = pitch.median, let yaw = yaw.median,
            let roll = roll.median
        else { return nil }
        return HeadPose(pitch: pitch, yaw: yaw, roll: (firstRoll + roll).wrapped)
    }

    mutating func add(_ head: HeadPose) {
        let origin = firstRoll ?? head.roll
        firstRoll = origin
        pitch.add(head.pitch)
        yaw.add(head.yaw)
        // From the first one, so that a head that lies on its side is not torn at ±180°.
        roll.add((head.roll - origin).wrapped)
        count += 1
        if count < Self.early || count.isMultiple(of: Self.interval) { pose = medians }
    }

    /// Takes the medians of everything that was seen.
    mutating func settle() { pose = medians }
}
