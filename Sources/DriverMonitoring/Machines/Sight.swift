/// What a frame shows, with everything that is no number taken out.
struct Sight {
    /// Beyond this yaw eyes are not read.
    static let steepestYaw = 45.0

    let isFacePresent: Bool
    let openness: Double?
    let mouth: Double?
    let head: HeadPose?
    let isPhonePose: Bool?
    /// In km/h; nil for none that a vehicle has.
    let speed: Double?
    /// How well the eyes are seen, 0…1.
    let visibility: Double

    init(_ reading: DriverReading) {
        isFacePresent = reading.isFacePresent
        head = reading.head.flatMap { [isFacePresent] in $0.isFinite && isFacePresent ? $0 : nil }
        openness = isFacePresent ? reading.openness.finite?.clamped(to: 0...1) : nil
        mouth = isFacePresent ? reading.mouth.finite?.clamped(to: 0...1) : nil
        isPhonePose = isFacePresent ? reading.isPhonePose : nil
        speed = reading.speed.flatMap { DriverLimits.speeds.contains($0) ? $0 : nil }
        let seen = reading.visibility.isFinite ? reading.visibility.clamped(to: 0...1) : 0
        visibility = seen * Self.straightness(head?.yaw)
    }

    /// Whether the eyes can be judged.
    var isUsable: Bool {
        guard let head, openness != nil else { return false }
        return abs(head.yaw) <= Self.steepestYaw
    }

    /// 1 up to 20° of yaw, 0 from 45° on.
    private static func straightness(_ yaw: Double?) -> Double {
        guard let yaw else { return 0 }
        return ((steepestYaw - abs(yaw)) / 25).clamped(to: 0...1)
    }
}

extension Optional where Wrapped == Double {
    /// The number, if it is one.
    var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

extension HeadPose {
    var isFinite: Bool { pitch.isFinite && yaw.isFinite && roll.isFinite }
}
