/// Counts repetitions in a signal: a state machine without a clock.
///
/// States go `unknown → top → down → bottom → up → top`. Only a value at the top leaves `unknown`.
/// Crossing times are interpolated linearly between samples, and one sample may cross both
/// thresholds. A repetition counts when the signal returns to the top after it has reached the
/// bottom, within the shortest and longest duration. A return without reaching the bottom is
/// `incomplete` if it covered a third of the way; otherwise it is ignored. Without a value for
/// `lostAfter` seconds the state is unknown and a repetition in progress is lost; shorter gaps are
/// bridged.
///
/// `up` begins a third of the way back from bottom to top. Reaching the bottom threshold again
/// returns to `bottom`, in the same repetition.
public struct RepetitionCounter: Sendable {
    /// The state after the newest sample.
    public private(set) var state = ExerciseState.unknown
    /// The repetitions that counted. `tempo.up` of the newest one is nil until the signal is back at
    /// 10 % of its range, and `tempo.top` until the next repetition has ended.
    public private(set) var repetitions: [Repetition] = []
    /// When the repetition in progress left the top; nil between repetitions.
    public var start: Double? { isInRepetition ? current.start : nil }

    private let durations: ClosedRange<Double>
    private let lostAfter: Double
    /// −1 where the signal falls toward the bottom; levels and values in this type are multiplied
    /// by it.
    private let sign: Double
    private let top, bottom: Double
    private let side: BodySide?

    private var previous: (time: Double, value: Double)?
    private var gapStart: Double?
    private var current = Progress()
    private var tempo = TempoMeter()

    /// The repetition in progress.
    private struct Progress: Sendable {
        var start = 0.0
        var peak = 0.0
        var peakTime = 0.0
        var plane = Measure.Plane.space
        /// When the bottom threshold was first and last crossed.
        var bottomReached: Double?
        var bottomLeft: Double?
    }

    /// Creates a counter.
    ///
    /// - Parameters:
    ///   - top: Where repetitions begin and end.
    ///   - bottom: The value that they must reach: above `top`, or below it if `isDecreasing`.
    ///   - isDecreasing: Whether the signal falls toward the bottom.
    ///   - durations: How many seconds a repetition may take.
    ///   - lostAfter: The seconds without a value after which a repetition is lost.
    ///   - side: The side that events name.
    /// - Throws: `ExerciseError.notFinite` or `.thresholdOrder`.
    public init(
        top: Double, bottom: Double, isDecreasing: Bool = false,
        durations: ClosedRange<Double> = 0.5...15, lostAfter: Double = 0.5, side: BodySide? = nil
    ) throws(ExerciseError) {
        guard top.isFinite, bottom.isFinite else { throw .notFinite(path: "") }
        guard isDecreasing ? bottom < top : top < bottom else {
            throw .thresholdOrder(path: "", top: top, bottom: bottom, isDecreasing: isDecreasing)
        }
        sign = isDecreasing ? -1 : 1
        self.top = sign * top
        self.bottom = sign * bottom
        self.durations = durations
        self.lostAfter = lostAfter
        self.side = side
    }

    /// Whether a repetition has begun and not ended.
    public var isInRepetition: Bool { state == .down || state == .bottom || state == .up }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - value: The signal; nil, or not a finite number, while it is missing.
    ///   - time: The time in seconds. A sample that is not later than the one before is ignored.
    ///   - isMeasured: Whether the value may be a peak or the start of a range of motion.
    ///   - plane: Where the value was measured.
    ///   - isAccepted: Whether a repetition that ends now may count; otherwise it is incomplete.
    ///   - reason: Why the value is missing.
    ///   - id: The id of the person, for the events.
    ///   - events: Where events are added, in order of time.
    public mutating func update(
        _ value: Double?, at time: Double, isMeasured: Bool = true,
        plane: Measure.Plane = .space, isAccepted: Bool = true, reason: MissingReason? = nil,
        id: Int = 0, events: inout [ExerciseEvent]
    ) {
        guard time.isFinite, previous.map({ time > $0.time }) ?? true else { return }
        guard let value, value.isFinite else {
            miss(at: time, reason: reason, id: id, events: &events)
            return
        }
        gapStart = nil
        let sample = Sample(
            time: time, value: sign * value, isMeasured: isMeasured, plane: plane, id: id)
        tempo.add(sample.value, at: time, isMeasured: isMeasured)
        if state == .unknown, sample.value <= top {
            tempo.beginSeries()
            change(to: .top, at: time, id: id, &events)
        }
        if state == .top { leaveTop(sample, &events) }
        if isInRepetition { advance(sample, isAccepted: isAccepted, &events) }
        tempo.note(isAtTop: state == .top)
        previous = (time, sample.value)
        publishTempo()
    }

    /// Ends the signal and completes the tempo of the last repetition.
    public mutating func finish() {
        tempo.finish()
        publishTempo()
    }

    private struct Sample {
        let time, value: Double
        let isMeasured: Bool
        let plane: Measure.Plane
        let id: Int
    }

    // MARK: - States

    private mutating func miss(
        at time: Double, reason: MissingReason?, id: Int, events: inout [ExerciseEvent]
    ) {
        guard let gapStart else {
            self.gapStart = time
            return
        }
        guard time - gapStart >= lostAfter, state != .unknown else { return }
        if isInRepetition {
            events.append(
                ExerciseEvent(kind: .interrupted(reason: reason), time: time, side: side, id: id))
        }
        change(to: .unknown, at: time, id: id, &events)
        previous = nil
        tempo.interrupt()
        publishTempo()
    }

    private mutating func leaveTop(_ sample: Sample, _ events: inout [ExerciseEvent]) {
        guard sample.value > top else { return }
        let start = crossing(of: top, sample)
        current = Progress(
            start: start, peak: sample.value, peakTime: sample.time, plane: sample.plane)
        tempo.beginRepetition()
        change(to: .down, at: start, id: sample.id, &events)
    }

    private mutating func advance(
        _ sample: Sample, isAccepted: Bool, _ events: inout [ExerciseEvent]
    ) {
        if sample.value > current.peak, sample.isMeasured {
            current.peak = sample.value
            current.peakTime = sample.time
            current.plane = sample.plane
        }
        if state != .bottom, sample.value >= bottom {
            let time = crossing(of: bottom, sample)
            if current.bottomReached == nil { current.bottomReached = time }
            change(to: .bottom, at: time, id: sample.id, &events)
        }
        if sample.value < bottom, let previous, previous.value >= bottom {
            current.bottomLeft = crossing(of: bottom, sample)
        }
        let upLevel = bottom - (bottom - top) / 3
        if state == .bottom, sample.value < upLevel {
            change(to: .up, at: crossing(of: upLevel, sample), id: sample.id, &events)
        }
        if sample.value <= top { end(sample, isAccepted: isAccepted, &events) }
    }

    /// Ends the repetition in progress at the return to the top.
    private mutating func end(
        _ sample: Sample, isAccepted: Bool, _ events: inout [ExerciseEvent]
    ) {
        let end = crossing(of: top, sample)
        let duration = end - current.start
        var kind: ExerciseEvent.Kind?
        if let reached = current.bottomReached, let left = current.bottomLeft, isAccepted {
            if duration < durations.lowerBound {
                kind = .tooFast(start: current.start)
            } else if duration > durations.upperBound {
                kind = .tooSlow(start: current.start)
            } else {
                repetitions.append(repetition(until: end, timeAtBottom: left - reached))
                kind = repetitions.last.map { .rep($0) }
            }
        } else if current.peak >= top + (bottom - top) / 3 {
            kind = .incomplete(
                start: current.start, peak: sign * current.peak,
                needed: current.peak < bottom ? sign * bottom : nil)
        }
        if let kind {
            events.append(ExerciseEvent(kind: kind, time: end, side: side, id: sample.id))
        }
        change(to: .top, at: end, id: sample.id, &events)
    }

    private mutating func change(
        to next: ExerciseState, at time: Double, id: Int, _ events: inout [ExerciseEvent]
    ) {
        state = next
        events.append(ExerciseEvent(kind: .phase(next), time: time, side: side, id: id))
    }

    /// When the signal passed `level` on its way to this sample.
    private func crossing(of level: Double, _ sample: Sample) -> Double {
        guard let previous, previous.value != sample.value else { return sample.time }
        return previous.time
            + (sample.time - previous.time) * (level - previous.value)
            / (sample.value - previous.value)
    }

    // MARK: - Repetitions

    private mutating func repetition(until end: Double, timeAtBottom: Double) -> Repetition {
        let measured = tempo.endRepetition(peak: current.peak)
        publishTempo()
        if let last = repetitions.indices.last {
            if let up = measured.upBefore { repetitions[last].tempo.up = up }
            repetitions[last].tempo.top = measured.topBefore
        }
        return Repetition(
            number: repetitions.count + 1, start: current.start, end: end,
            peak: sign * current.peak, peakTime: current.peakTime, plane: current.plane,
            tempo: Repetition.Tempo(down: measured.down, bottom: measured.bottom),
            timeAtBottom: timeAtBottom, rangeOfMotion: measured.range,
            smoothness: measured.smoothness)
    }

    /// Adds what has become known about the newest repetition's tempo.
    private mutating func publishTempo() {
        guard let up = tempo.takeUp(), !repetitions.isEmpty else { return }
        repetitions[repetitions.count - 1].tempo.up = up
    }

    /// Applies a change to the newest repetition; returns it.
    mutating func annotateLast(_ change: (inout Repetition) -> Void) -> Repetition? {
        guard let last = repetitions.indices.last else { return nil }
        change(&repetitions[last])
        return repetitions[last]
    }
}
