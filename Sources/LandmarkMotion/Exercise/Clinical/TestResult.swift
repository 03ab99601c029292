/// The result of a clinical test: numbers to be read by a professional, never a diagnosis.
public enum TestResult: Sendable, Hashable {
    /// Stands from a chair in 30 seconds.
    case chairStand(ChairStandResult)
    /// Five stands from a chair.
    case fiveTimesSitToStand(FiveTimesSitToStandResult)
    /// Timed Up and Go.
    case timedUpAndGo(TimedUpAndGoResult)
    /// Walking.
    case gait(GaitResult)
    /// Standing on one leg.
    case singleLegStance(SingleLegStanceResult)
}

/// The longest time on one leg.
public struct SingleLegStanceResult: Sendable, Hashable {
    /// The longest time in seconds that each foot was in the air; the other leg is the one that
    /// stands. 0 where there was none.
    public var bestLifted: BySide<Double>
    /// The number of holds of each lifted foot.
    public var count: BySide<Int>

    /// The longest time in seconds on a leg.
    public func best(standingOn leg: BodySide) -> Double { bestLifted[leg.other] }
}

/// Whether and how a test's time runs.
struct TestClock: Sendable {
    /// When the time began; nil before.
    private(set) var start: Double?

    /// Begins the time unless it has begun.
    mutating func start(at time: Double) {
        if start == nil, time.isFinite { start = time }
    }
}
