/// Measures how long a position is held: a state machine without a clock.
///
/// A hold begins with a value in the range and ends when the value leaves the range by more than the
/// hysteresis, when a condition fails, or at the last value before a gap of `lostAfter` seconds.
/// Times at which limits are crossed are interpolated. States go `unknown → top ⇄ holding`.
public struct HoldCounter: Sendable {
    /// The state after the newest sample.
    public private(set) var state = ExerciseState.unknown
    /// The number of holds that were long enough and have ended.
    public private(set) var count = 0
    /// The seconds of the hold in progress; 0 without one.
    public private(set) var current = 0.0
    /// The seconds of all holds that were long enough, without the one in progress.
    public private(set) var finishedTotal = 0.0
    /// The longest of these holds.
    public private(set) var finishedBest = 0.0

    private let rule: HoldRule
    private let side: BodySide?
    private var start = 0.0
    private var previous: (time: Double, value: Double)?
    private var gapStart: Double?

    /// Creates a counter.
    ///
    /// - Parameters:
    ///   - rule: The range, hysteresis and durations; signal and conditions are evaluated by the
    ///     caller.
    ///   - side: The side that events name.
    public init(_ rule: HoldRule, side: BodySide? = nil) {
        self.rule = rule
        self.side = side
    }

    /// The longest hold in seconds, including one in progress.
    public var best: Double { max(finishedBest, longEnough(current)) }
    /// The seconds of all holds, including the one in progress.
    public var total: Double { finishedTotal + longEnough(current) }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - value: The signal; nil, or not a finite number, while it is missing.
    ///   - time: The time in seconds. A sample that is not later than the one before is ignored.
    ///   - meetsRequirements: Whether the further conditions are met.
    ///   - id: The id of the person, for the events.
    ///   - events: Where events are added.
    public mutating func update(
        _ value: Double?, at time: Double, meetsRequirements: Bool = true, id: Int = 0,
        events: inout [ExerciseEvent]
    ) {
        guard time.isFinite, previous.map({ time > $0.time }) ?? true else { return }
        guard let value, value.isFinite else {
            miss(at: time, id: id, events: &events)
            return
        }
        gapStart = nil
        if state == .unknown { change(to: .top, at: time, id: id, &events) }
        if state == .holding {
            if !rule.range.contains(value, margin: rule.hysteresis) {
                end(at: edge(toward: value, time, margin: rule.hysteresis), id: id, &events)
            } else if !meetsRequirements {
                end(at: time, id: id, &events)
            } else {
                current = time - start
            }
        } else if meetsRequirements, rule.range.contains(value) {
            start = entry(value, time)
            current = time - start
            change(to: .holding, at: start, id: id, &events)
        }
        previous = (time, value)
    }

    /// Ends a hold in progress at its last value.
    public mutating func finish(id: Int = 0, events: inout [ExerciseEvent]) {
        guard state == .holding, let previous else { return }
        end(at: previous.time, id: id, &events)
    }

    private func longEnough(_ seconds: Double) -> Double {
        seconds >= rule.minDuration ? seconds : 0
    }

    private mutating func miss(at time: Double, id: Int, events: inout [ExerciseEvent]) {
        guard let gapStart else {
            self.gapStart = time
            return
        }
        guard time - gapStart >= rule.lostAfter, state != .unknown else { return }
        finish(id: id, events: &events)
        change(to: .unknown, at: time, id: id, &events)
        previous = nil
    }

    private mutating func end(at time: Double, id: Int, _ events: inout [ExerciseEvent]) {
        let duration = time - start
        current = 0
        if duration >= rule.minDuration {
            count += 1
            finishedTotal += duration
            finishedBest = max(finishedBest, duration)
            events.append(
                ExerciseEvent(
                    kind: .hold(start: start, duration: duration), time: time, side: side, id: id))
        }
        change(to: .top, at: time, id: id, &events)
    }

    private mutating func change(
        to next: ExerciseState, at time: Double, id: Int, _ events: inout [ExerciseEvent]
    ) {
        state = next
        events.append(ExerciseEvent(kind: .phase(next), time: time, side: side, id: id))
    }

    /// When the hold that begins with this sample began.
    private func entry(_ value: Double, _ time: Double) -> Double {
        guard let previous, !rule.range.contains(previous.value) else { return time }
        // Entering the range crosses the limit on the side that the signal came from.
        let limit = previous.value < value ? rule.range.lower : rule.range.upper
        return crossing(of: limit, value, time)
    }

    /// When the signal left the widened range toward `value`.
    private func edge(toward value: Double, _ time: Double, margin: Double) -> Double {
        guard let previous else { return time }
        let limit =
            previous.value < value
            ? rule.range.upper.map { $0 + margin } : rule.range.lower.map { $0 - margin }
        return crossing(of: limit, value, time)
    }

    private func crossing(of level: Double?, _ value: Double, _ time: Double) -> Double {
        guard let level, let previous, previous.value != value else { return time }
        let crossed =
            previous.time
            + (time - previous.time) * (level - previous.value) / (value - previous.value)
        return min(max(crossed, previous.time), time)
    }
}
