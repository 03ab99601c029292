/// Puts the cues together to the fatigue score: up at once, down slowly.
struct ScoreMachine {
    /// What the last minutes hold.
    struct Cues {
        var perclos60 = 0.0
        /// The share of long blinks; nil for too few.
        var longBlinkShare: Double?
        var yawns = 0
        var nods = 0
        var microsleeps = 0
    }

    /// The most that the score falls, in points a second.
    static let fall = 0.5
    /// Wierwille's drowsy.
    static let drowsyPerclos = 0.15
    /// The share of closed eyes: advisory 8 % and warning 12 % of the US field test, 15 % as
    /// Wierwille's drowsy, 30 % as agreed with EEG.
    static let perclosPoints = PiecewiseLine(points: [
        (0, 0), (0.08, 20), (0.12, 40), (drowsyPerclos, 60), (0.30, 80), (0.50, 100),
    ])
    /// The closure that goes on, in seconds; nothing below the first.
    static let closurePoints = PiecewiseLine(points: [(1, 40), (1.5, 60), (3, 80), (6, 100)])
    static let shortestClosure = 1000
    private static let closureSteps = [1000, 1500, 3000, 6000]

    private(set) var score = 0.0
    /// What the last minutes give; while data are poor it may fall and not rise.
    private(set) var recent = 0.0
    /// What the closure that goes on gives.
    private(set) var closure = 0.0

    /// Takes a frame. `closureLength` is that of a closure that counts, in milliseconds.
    mutating func update(
        _ cues: Cues, closureLength: Int, isUsable: Bool, isLimited: Bool, _ tick: Tick
    ) {
        let now = Self.points(cues)
        recent = isLimited ? min(recent, now) : now
        closure = Self.points(closureLength: closureLength)
        let wanted = max(closure, isUsable ? recent : min(score, recent))
        score = max(wanted, score - Self.fall * Double(tick.elapsed) / 1000)
    }

    static func points(_ cues: Cues) -> Double {
        let blinks = min(10, 20 * (cues.longBlinkShare ?? 0))
        let yawns = min(10, 5 * Double(max(0, cues.yawns - 1)))
        let nods = min(10, 5 * Double(cues.nods))
        let microsleeps = min(40, 20 * Double(cues.microsleeps))
        return min(100, perclosPoints[cues.perclos60] + blinks + yawns + nods + microsleeps)
    }

    static func points(closureLength: Int) -> Double {
        guard Elapsed.reached(closureLength, shortestClosure) else { return 0 }
        // A millisecond of rounding does not keep a step from being reached with its event.
        let length =
            closureSteps.first { $0 == closureLength + Elapsed.rounding } ?? closureLength
        return closurePoints[Double(length) / 1000]
    }
}
