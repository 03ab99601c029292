/// The time for five stands from a chair (Guralnik et al. 1994): from leaving the seat, or the command to
/// start, to the fifth full stand.
public struct FiveTimesSitToStandResult: Sendable, Hashable {
    /// The time in seconds to the fifth stand; nil if there were fewer.
    public var duration: Double?
    /// When each full stand was reached, in seconds from the start; at most five.
    public var standTimes: [Double]
    /// Whether the arms were used to stand up; nil if they were not seen well enough.
    public var usedArms: Bool?
}

/// Measures the time for five stands.
struct FiveTimesSitToStandTest: Sendable {
    private static let stands = 5

    var clock = TestClock()
    private(set) var standTimes: [Double] = []
    private var hasCountedRise = false

    /// Whether the fifth stand was reached.
    var isComplete: Bool { standTimes.count == Self.stands }

    /// Adds the counter's events for a sample; returns whether the test has just ended.
    mutating func update(events: ArraySlice<ExerciseEvent>) -> Bool {
        guard !isComplete else { return false }
        for index in events.indices {
            let event = events[index]
            guard case .phase(let phase) = event.kind else { continue }
            if phase == .down { clock.start(at: event.time) }
            if phase == .bottom, !hasCountedRise, let start = clock.start, event.time >= start,
                !isComplete
            {
                standTimes.append(event.time - start)
                hasCountedRise = true
            }
            if phase == .top || phase == .unknown { hasCountedRise = false }
        }
        return isComplete
    }

    func result(usedArms: Bool?) -> FiveTimesSitToStandResult {
        FiveTimesSitToStandResult(
            duration: isComplete ? standTimes.last : nil, standTimes: standTimes,
            usedArms: usedArms)
    }
}
