/// Learns how a driver usually holds his head before the camera, wherever that is mounted.
struct UsualHead {
    private var pitch = Histogram(-180...180, bins: 1440)
    private var yaw = Histogram(-90...90, bins: 720)
    private var roll = Histogram(-180...180, bins: 1440)
    private var firstRoll: Double?

    /// The medians of what was seen; nil before the first frame.
    var pose: HeadPose? {
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
    }
}
