/// The result of a clinical test: numbers for a professional to interpret, never a diagnosis.
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
    /// The longest time in seconds that each foot was in the air, with the person standing on the
    /// other leg. 0 if there was none.
    public var bestLifted: BySide<Double>
    /// The number of holds of each lifted foot.
    public var count: BySide<Int>

    /// The longest time in seconds on a leg.
    public func best(standingOn leg: BodySide) -> Double { bestLifted[leg.other] }
}

/// The state of a test's clock.
struct TestClock: Sendable {
    /// When the time began; nil before that.
    private(set) var start: Double?

    /// Starts the clock unless it is already running.
    mutating func start(at time: Double) {
        if start == nil, time.isFinite { start = time }
    }
}
