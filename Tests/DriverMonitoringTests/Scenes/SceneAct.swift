import LandmarkCore

/// Something that a driver who is awake does beside driving.
struct SceneAct: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case laugh, song, yawn
        case mirror = "look at a mirror"
        case dashboard = "look at the dashboard"
    }

    let kind: Kind
    let time: ClosedRange<Double>
    /// How far it goes, 0…1: how far a laugh closes the lids, how long a yawn keeps them shut, how
    /// much of a look the head does.
    let strength: Float
    /// Which mirror, and where in the song.
    let variant: Int

    /// How long expressions take to come and go, in seconds.
    private static let onset: Double = 0.25
    private static let yawnOnset: Double = 1.2
    /// How long the eyes are shut in yawns, in seconds.
    static let shut = 2.0...4.0
    /// How far laughs close the lids.
    static let laughing: ClosedRange<Float> = 0.6...0.85
    /// Syllables a second of a song and of a laugh.
    private static let syllables = 2.6
    private static let chuckles = 4.5
    /// The mirrors, by the angles of a car with the wheel on the left.
    private static let mirrors = [
        SceneGaze(pitch: -8, yaw: -35), SceneGaze(pitch: 6, yaw: 32), SceneGaze(pitch: -8, yaw: 45),
    ]
    private static let dashboard = SceneGaze(pitch: -24, yaw: 0)
    /// How far the head turns at most in a look; the eyes do the rest.
    private static let headShare: Float = 0.6

    /// The face at `seconds` since the start of the drive; nil outside the act.
    func expression(at seconds: Double) -> SceneExpression? {
        guard time.contains(seconds) else { return nil }
        let elapsed = seconds - time.lowerBound, left = time.upperBound - seconds
        return switch kind {
        case .laugh: laugh(elapsed, left)
        case .song: song(elapsed, left)
        case .yawn: yawn(elapsed, left)
        case .mirror: look(at: Self.mirrors[variant % Self.mirrors.count], elapsed, left)
        case .dashboard: look(at: Self.dashboard, elapsed, left)
        }
    }

    /// From 0 to 1 within `onset` seconds, and back.
    private static func share(_ elapsed: Double, _ left: Double, _ onset: Double) -> Float {
        let share = Float(max(0, min(1, elapsed / onset, left / onset)))
        return share * share * (3 - 2 * share)
    }

    /// Lids that are nearly closed by the cheeks, a wide mouth, and a head that shakes.
    private func laugh(_ elapsed: Double, _ left: Double) -> SceneExpression {
        let share = Self.share(elapsed, left, Self.onset)
        let chuckle = Float(FloatMath.sin(2 * .pi * Self.chuckles * elapsed))
        let range = Self.laughing
        let lids = range.lowerBound + strength * (range.upperBound - range.lowerBound)
        return SceneExpression(
            closure: Double(share * (lids + 0.05 * chuckle)), mouth: share * (0.4 + 0.12 * chuckle),
            smile: share, head: SceneGaze(pitch: share * (6 * strength + 1.5 * chuckle), yaw: 0))
    }

    /// Syllables, and every third measure a note that is held.
    private func song(_ elapsed: Double, _ left: Double) -> SceneExpression {
        let measure = 2.2
        let index = Int(elapsed / measure), place = elapsed - Double(index) * measure
        let isHeld = (index + variant) % 3 == 2
        let wave = 0.5 - 0.5 * FloatMath.cos(2 * .pi * Self.syllables * elapsed)
        let held = Double(Self.share(place, measure - place, 0.2))
        let mouth = isHeld ? (0.5 + 0.25 * Double(strength)) * held : 0.1 + 0.5 * wave
        return SceneExpression(
            mouth: Self.share(elapsed, left, Self.onset) * Float(mouth),
            head: SceneGaze(pitch: 2 * Float(wave), yaw: 3 * Float(FloatMath.sin(1.1 * elapsed))))
    }

    /// A mouth that opens wide slowly, and eyes that are shut meanwhile.
    private func yawn(_ elapsed: Double, _ left: Double) -> SceneExpression {
        let mouth = Self.share(elapsed, left, Self.yawnOnset)
        let range = Self.shut
        let length = range.lowerBound + Double(strength) * (range.upperBound - range.lowerBound)
        let start = Self.yawnOnset * 0.9
        let closure = Self.share(elapsed - start, start + length - elapsed, Self.onset)
        return SceneExpression(
            closure: Double(closure), mouth: mouth, head: SceneGaze(pitch: 5 * mouth, yaw: 0))
    }

    /// A short look by the eyes and, with `strength`, the head.
    private func look(at place: SceneGaze, _ elapsed: Double, _ left: Double) -> SceneExpression {
        let share = Self.share(elapsed, left, Self.onset)
        let head = Self.headShare * strength
        // Eyes turn by at most 30°.
        func eyes(_ angle: Float) -> Float { max(-30, min(30, angle * (1 - head))) }
        return SceneExpression(
            gaze: SceneGaze(pitch: share * eyes(place.pitch), yaw: share * eyes(place.yaw)),
            head: SceneGaze(
                pitch: share * head * place.pitch, yaw: share * min(28, head * place.yaw)))
    }
}

extension SceneScript {
    /// The seconds at the start in which the driver only drives and blinks.
    private static let ordinary = 20.0

    /// A driver who is awake for `duration` seconds, and after a while laughs, sings, yawns, and looks at
    /// mirrors and the dashboard, again and again.
    static func acting(_ duration: Double) -> SceneScript {
        var random = SceneRandom(23)
        var acts: [SceneAct] = []
        let order: [SceneAct.Kind] = [
            .mirror, .laugh, .dashboard, .song, .mirror, .yawn, .dashboard, .laugh, .mirror,
            .dashboard,
        ]
        var time = ordinary
        while true {
            let kind = order[acts.count % order.count]
            let strength = random.next()
            let length: Double =
                switch kind {
                case .laugh: 1.5 + 2 * Double(random.next())
                case .song: 7 + 5 * Double(random.next())
                case .yawn:
                    SceneAct.shut.lowerBound + 2.4
                        + Double(strength) * (SceneAct.shut.upperBound - SceneAct.shut.lowerBound)
                case .mirror, .dashboard: 1 + Double(random.next())
                }
            guard time + length < duration - 2 else { break }
            acts.append(
                SceneAct(
                    kind: kind, time: time...time + length, strength: strength,
                    variant: acts.count / 2))
            time += length + 1.5 + 3 * Double(random.next())
        }
        let awake = awake(duration)
        var script = SceneScript(duration: duration, closures: [], blinks: awake.blinks)
        script.acts = acts
        return script
    }

    /// What the driver does at `time` beside driving, or did less than 3 s ago; nil for nothing.
    func act(at time: Double) -> SceneAct? {
        acts.last { $0.time.lowerBound <= time && time <= $0.time.upperBound + 3 }
    }
}
