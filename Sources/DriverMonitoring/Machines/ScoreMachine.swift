/// Combines the cues into the fatigue score, which rises at once and falls slowly.
struct ScoreMachine {
    /// The cues of the last minutes.
    struct Cues {
        var perclos60 = 0.0
        /// The share of long blinks; nil with too few blinks.
        var longBlinkShare: Double?
        var yawns = 0
        var nods = 0
        var microsleeps = 0
    }

    /// The maximum rate at which the score falls, in points per second.
    static let fallRate = 0.5
    /// PERCLOS of a drowsy driver (Wierwille).
    static let drowsyPerclos = 0.15
    /// Points by PERCLOS: 8 % is the advisory and 12 % the warning threshold of the US field
    /// operational test, 15 % Wierwille's drowsy threshold, 30 % agrees with EEG.
    static let perclosPoints = PiecewiseLinear(points: [
        (0, 0), (0.08, 20), (0.12, 40), (drowsyPerclos, 60), (0.30, 80), (0.50, 100),
    ])
    /// Points by the length of the current closure in seconds; none below the first.
    static let closurePoints = PiecewiseLinear(points: [(1, 40), (1.5, 60), (3, 80), (6, 100)])
    /// In milliseconds.
    static let minClosure = 1000
    private static let closureSteps = [1000, 1500, 3000, 6000]

    /// The score, 0…100.
    private(set) var score = 0.0
    /// Points by the cues of the last minutes; they do not rise while data are poor.
    private(set) var recent = 0.0
    /// Points by the current closure.
    private(set) var closure = 0.0

    /// Processes a frame; `closureLength` is that of a scored closure in milliseconds, or 0.
    mutating func update(
        _ cues: Cues, closureLength: Int, isUsable: Bool, isLimited: Bool, _ tick: Tick
    ) {
        let now = Self.points(cues)
        recent = isLimited ? min(recent, now) : now
        closure = Self.points(closureLength: closureLength)
        let target = max(closure, isUsable ? recent : min(score, recent))
        score = max(target, score - Self.fallRate * Double(tick.elapsed) / 1000)
    }

    static func points(_ cues: Cues) -> Double {
        let blinks = min(10, 20 * (cues.longBlinkShare ?? 0))
        let yawns = min(10, 5 * Double(max(0, cues.yawns - 1)))
        let nods = min(10, 5 * Double(cues.nods))
        let microsleeps = min(40, 20 * Double(cues.microsleeps))
        return min(100, perclosPoints[cues.perclos60] + blinks + yawns + nods + microsleeps)
    }

    static func points(closureLength: Int) -> Double {
        guard Elapsed.reached(closureLength, minClosure) else { return 0 }
        // Like its event, a step counts as reached 1 ms early.
        let length =
            closureSteps.first { $0 == closureLength + Elapsed.rounding } ?? closureLength
        return closurePoints[Double(length) / 1000]
    }
}

/// Maps the score to levels with hysteresis: up at once, down one level at a time and delayed.
struct LevelMachine {
    /// A level is left after the score has been this far below its entry, for this long in
    /// milliseconds.
    static let margin = 5.0
    static let delay = 10_000
    /// This many microsleeps within `holdTime` (milliseconds) keep the level at severe or above.
    static let holdMicrosleeps = 2
    static let holdTime = 300_000

    private(set) var level = FatigueLevel.alert
    private var belowSince: Int?

    /// Processes a frame's score, and records a change of level.
    mutating func update(
        _ score: ScoreMachine, microsleeps: Int, perclos180: Double, _ tick: Tick,
        _ events: inout EventTracker
    ) {
        let isHeld = microsleeps >= Self.holdMicrosleeps
        let byScore = Self.level(of: score.score)
        let target = isHeld ? max(byScore, .severe) : byScore
        var next = level
        var reason = DriverEventReason.recovery
        if target > level {
            next = target
            reason =
                byScore < target
                ? .repeatedMicrosleeps
                : score.closure >= score.recent ? .eyesClosed : .recentMinutes
            belowSince = nil
        } else if target < level, score.score < level.entryScore - Self.margin {
            let since = belowSince ?? tick.now
            belowSince = since
            if Elapsed.reached(tick.now - since, Self.delay) {
                next = FatigueLevel(rawValue: level.rawValue - 1) ?? .alert
                belowSince = nil
            }
        } else {
            belowSince = nil
        }
        guard next != level else { return }
        events.record(
            .levelChanged, start: tick.now, now: tick.now, peak: score.score, reason: reason,
            levels: .init(from: level, to: next, perclos180: perclos180))
        level = next
    }

    static func level(of score: Double) -> FatigueLevel {
        // The tolerance absorbs rounding in the piecewise linear interpolation.
        FatigueLevel.allCases.last { score >= $0.entryScore - 1e-9 } ?? .alert
    }
}

/// A piecewise linear function, constant before the first and after the last point.
struct PiecewiseLinear {
    let points: [(x: Double, y: Double)]

    subscript(x: Double) -> Double {
        guard let first = points.first, x > first.x else { return points.first?.y ?? 0 }
        for (a, b) in zip(points, points.dropFirst()) where x <= b.x {
            return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
        }
        return points.last?.y ?? 0
    }
}
