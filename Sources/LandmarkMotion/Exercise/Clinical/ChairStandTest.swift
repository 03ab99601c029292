/// The number of stands from a chair in 30 seconds (Rikli & Jones 1999; CDC STEADI).
public struct ChairStandResult: Sendable, Hashable {
    /// The score: full stands, and one that was more than halfway up at 30 seconds. 0 if the arms were
    /// used.
    public var stands: Int
    /// The count, regardless of whether the arms were used.
    public var counted: Int
    /// Whether the arms were used to stand up; nil if not seen well enough.
    public var usedArms: Bool?
    /// The time in seconds from the start to the end of the test.
    public var duration: Double
    /// Whether the test lasted 30 seconds.
    public var isComplete: Bool
    /// When each full stand was reached, in seconds of the recording.
    public var standTimes: [Double]

    /// Whether the score is below average for people of that age and sex; nil outside 60…94 years,
    /// and for an incomplete test.
    ///
    /// Source: CDC, STEADI, “30-Second Chair Stand”: a below average score indicates a risk of falls.
    public func isBelowAverage(age: Int, sex: Sex) -> Bool? {
        guard isComplete, let limit = Self.lowestAverage(age: age, sex: sex) else { return nil }
        return stands < limit
    }

    /// The lowest score that is not below average; nil outside 60…94 years.
    public static func lowestAverage(age: Int, sex: Sex) -> Int? {
        guard age >= 60, age <= 94 else { return nil }
        let row = lowestAverages[(age - 60) / 5]
        return sex == .male ? row.male : row.female
    }

    /// For ages 60–64, 65–69 and so on to 90–94.
    private static let lowestAverages: [(male: Int, female: Int)] = [
        (14, 12), (12, 11), (12, 10), (11, 10), (10, 9), (8, 8), (7, 4),
    ]
}

/// A sex for which norms of clinical tests are given.
public enum Sex: String, Sendable, Hashable, Codable, CaseIterable {
    /// Female.
    case female
    /// Male.
    case male
}

/// Counts stands for 30 seconds.
struct ChairStandTest: Sendable {
    private static let duration = 30.0

    var clock = TestClock()
    private(set) var standTimes: [Double] = []
    /// Whether 30 seconds are over.
    private(set) var isComplete = false
    private var isHalfwayUp = false
    private var hasCountedRise = false
    private var seated = PostureValue()
    private var standing = PostureValue()
    private var previous: (time: Double, value: Double)?
    private let bottom: Double?

    init(_ rule: RepetitionRule) {
        if case .absolute(_, let bottom) = rule.thresholds {
            self.bottom = bottom
        } else {
            bottom = nil
        }
    }

    var count: Int { standTimes.count + (isHalfwayUp ? 1 : 0) }

    /// Adds the counter's events for a sample; returns whether the test has just ended.
    mutating func update(
        value: Double?, state: ExerciseState, at time: Double, events: ArraySlice<ExerciseEvent>
    ) -> Bool {
        guard !isComplete else { return false }
        for index in events.indices {
            let event = events[index]
            guard case .phase(let phase) = event.kind else { continue }
            if phase == .down { clock.start(at: event.time) }
            if phase == .bottom, !hasCountedRise, isInTime(event.time) {
                standTimes.append(event.time)
                hasCountedRise = true
            }
            if phase == .top || phase == .unknown { hasCountedRise = false }
        }
        defer { previous = value.map { (time, $0) } }
        if let start = clock.start, time >= start + Self.duration {
            isComplete = true
            isHalfwayUp = isHalfway(value, state, at: time, end: start + Self.duration)
            return true
        }
        if let value, state == .top { seated.add(value) }
        if let value, state == .bottom { standing.add(value) }
        return false
    }

    /// The result; for an incomplete test, of the time up to the newest sample.
    func result(usedArms: Bool?, at time: Double) -> ChairStandResult {
        ChairStandResult(
            stands: usedArms == true ? 0 : count, counted: count, usedArms: usedArms,
            duration: isComplete ? Self.duration : clock.start.map { max(0, time - $0) } ?? 0,
            isComplete: isComplete, standTimes: standTimes)
    }

    private func isInTime(_ time: Double) -> Bool {
        clock.start.map { time >= $0 && time <= $0 + Self.duration } ?? false
    }

    /// Whether the person is rising and more than halfway up at the end, between their own values of
    /// sitting and standing.
    private func isHalfway(
        _ value: Double?, _ state: ExerciseState, at time: Double, end: Double
    ) -> Bool {
        // In the state `bottom`, the stand was reached between the end of the test and this sample.
        guard !hasCountedRise, state == .down || state == .bottom, let value,
            let seated = seated.mean, let standing = standing.mean ?? bottom
        else { return false }
        var atEnd = value
        if let previous, time > previous.time, end >= previous.time {
            atEnd =
                previous.value
                + (value - previous.value) * (end - previous.time) / (time - previous.time)
        }
        return (atEnd - seated) / (standing - seated) > 0.5
    }
}

/// The mean of a signal in a posture.
private struct PostureValue: Sendable {
    private var sum = 0.0
    private var count = 0

    var mean: Double? { count > 0 ? sum / Double(count) : nil }

    mutating func add(_ value: Double) {
        sum += value
        count += 1
    }
}
