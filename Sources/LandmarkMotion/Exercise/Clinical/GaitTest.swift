/// Walking, from the times at which feet strike and leave the ground (Zeni et al. 2008).
///
/// Times are in seconds, lengths in meters of the pose's world landmarks, which a single camera knows
/// only approximately.
public struct GaitResult: Sendable, Hashable {
    /// How often each foot struck the ground.
    public var strikes: BySide<Int>
    /// How often each foot left the ground.
    public var offs: BySide<Int>
    /// Steps: strikes that follow a strike of the other foot within 2 seconds.
    public var steps: Int
    /// Steps per minute: 60 divided by the mean step time.
    public var cadence: Double?
    /// From the strike of the other foot to that of this one.
    public var stepTime: BySide<SessionReport.Statistic?>
    /// From a foot's strike to its next one.
    public var strideTime: BySide<SessionReport.Statistic?>
    /// How far the heel is in front of the other heel at the strike.
    public var stepLength: BySide<SessionReport.Statistic?>
    /// The share (0…1) of the stride in which the foot is on the ground.
    public var stance: BySide<Double?>
    /// Asymmetry in percent, 100·|L−R| / ((L+R)/2), of the mean step times.
    public var stepTimeSymmetry: Double?
    /// Asymmetry in percent, likewise, of the mean step lengths.
    public var stepLengthSymmetry: Double?
}

/// Finds strikes and offs of both feet: a strike is where the heel, and an off where the toes, turn
/// around relative to the pelvis, in the direction that the person faces.
struct GaitTest: Sendable {
    /// If more than these seconds pass between two strikes, the person was standing.
    private static let longestStep = 2.0
    /// A shorter interval is not a step.
    private static let shortestStep = 0.2

    /// In meters: with a shorter lead, both feet moved together, as they do relative to the pelvis in a
    /// squat.
    private static let shortestLead = 0.08

    /// Whether the person walks.
    private(set) var state = ExerciseState.unknown
    /// Strikes that follow a strike of the other foot.
    private(set) var steps = 0

    private var feet = BySide(left: Foot(), right: Foot())
    private var heels = HeelHistory()
    private var lastStrike: (side: BodySide, time: Double)?

    private struct Foot: Sendable {
        var heel = TurningPointFinder(findsMaxima: true)
        var toe = TurningPointFinder(findsMaxima: false)
        var strikes: [Double] = []
        var offs: [Double] = []
        var stepTimes: [Double] = []
        var stepLengths: [Double] = []
        /// How far the heel has been behind the other one since the last strike; nil if not measured.
        var leastLead: Double?
    }

    /// Adds a sample; strikes and offs are reported up to a step late.
    mutating func update(_ sample: MotionSample, events: inout [ExerciseEvent]) {
        if let lead = heels.add(sample) {
            feet.left.leastLead = min(feet.left.leastLead ?? lead, lead)
            feet.right.leastLead = min(feet.right.leastLead ?? -lead, -lead)
        }
        follow(.left, sample, &events)
        follow(.right, sample, &events)
        let isWalking = isWalking(at: sample.time)
        guard isWalking != (state == .walking), isWalking || state == .walking else { return }
        state = isWalking ? .walking : .unknown
        events.append(ExerciseEvent(kind: .phase(state), time: sample.time, id: sample.id))
    }

    func result() -> GaitResult {
        func statistic(
            _ values: (Foot) -> [Double]
        ) -> BySide<SessionReport.Statistic?> {
            BySide(
                left: SessionReport.Statistic(values(feet.left)),
                right: SessionReport.Statistic(values(feet.right)))
        }
        let stepTime = statistic(\.stepTimes), stepLength = statistic(\.stepLengths)
        let all = SessionReport.Statistic(feet.left.stepTimes + feet.right.stepTimes)
        return GaitResult(
            strikes: BySide(left: feet.left.strikes.count, right: feet.right.strikes.count),
            offs: BySide(left: feet.left.offs.count, right: feet.right.offs.count),
            steps: steps, cadence: all.map { 60 / $0.mean }, stepTime: stepTime,
            strideTime: BySide(
                left: SessionReport.Statistic(Self.strides(feet.left.strikes)),
                right: SessionReport.Statistic(Self.strides(feet.right.strikes))),
            stepLength: stepLength,
            stance: BySide(left: Self.stance(feet.left), right: Self.stance(feet.right)),
            stepTimeSymmetry: Self.asymmetry(stepTime),
            stepLengthSymmetry: Self.asymmetry(stepLength))
    }

    /// Follows one foot.
    private mutating func follow(
        _ side: BodySide, _ sample: MotionSample, _ events: inout [ExerciseEvent]
    ) {
        let heel = Self.value(of: .heelForward, side, in: sample)
        let toe = Self.value(of: .toeForward, side, in: sample)
        // In place, because a copy of a foot would allocate.
        let strikeTime: Double?
        let offTime: Double?
        if side == .left {
            strikeTime = feet.left.heel.add(heel, at: sample.time)
            offTime = feet.left.toe.add(toe, at: sample.time)
        } else {
            strikeTime = feet.right.heel.add(heel, at: sample.time)
            offTime = feet.right.toe.add(toe, at: sample.time)
        }
        if let strikeTime { strike(side, at: strikeTime, id: sample.id, &events) }
        if let offTime, isWalking(at: offTime) {
            feet[side].offs.append(offTime)
            events.append(ExerciseEvent(kind: .off, time: offTime, side: side, id: sample.id))
        }
    }

    private mutating func strike(
        _ side: BodySide, at time: Double, id: Int, _ events: inout [ExerciseEvent]
    ) {
        let lead = heels.lead(of: side, at: time)
        // The foot must have passed the other one, which standing feet do not while the pelvis sways.
        guard lead ?? .infinity >= Self.shortestLead, feet[side].leastLead ?? 0 <= 0 else {
            return
        }
        feet[side].leastLead = nil
        feet[side].strikes.append(time)
        if let last = lastStrike, last.side != side,
            (Self.shortestStep...Self.longestStep).contains(time - last.time)
        {
            steps += 1
            feet[side].stepTimes.append(time - last.time)
            if let lead { feet[side].stepLengths.append(lead) }
        }
        lastStrike = (side, time)
        events.append(ExerciseEvent(kind: .strike, time: time, side: side, id: id))
    }

    private func isWalking(at time: Double) -> Bool {
        lastStrike.map { time - $0.time < Self.longestStep } ?? false
    }

    /// The value before the analyzer's smoothing, whose delay would shift every event.
    private static func value(
        of pair: MeasurePair, _ side: BodySide, in sample: MotionSample
    ) -> Double? {
        let reading = sample[pair[side]]
        return reading.state == .measured && reading.unfiltered.isFinite ? reading.unfiltered : nil
    }

    /// Times between strikes of a foot, except those in which the person was standing.
    private static func strides(_ strikes: [Double]) -> [Double] {
        zip(strikes, strikes.dropFirst()).map { $1 - $0 }.filter { $0 < 2 * longestStep }
    }

    /// The mean share of the stride between a strike and the next off.
    private static func stance(_ foot: Foot) -> Double? {
        var shares: [Double] = []
        for (strike, next) in zip(foot.strikes, foot.strikes.dropFirst())
        where next - strike < 2 * longestStep {
            guard let off = foot.offs.first(where: { $0 > strike && $0 < next }) else { continue }
            shares.append((off - strike) / (next - strike))
        }
        return SessionReport.Statistic(shares)?.mean
    }

    private static func asymmetry(_ sides: BySide<SessionReport.Statistic?>) -> Double? {
        guard let left = sides.left, let right = sides.right else { return nil }
        return SymmetryMeter.percent(left.mean, right.mean)
    }
}

/// Where the left heel was relative to the right one in the last seconds.
private struct HeelHistory: Sendable {
    private static let capacity = 256
    private var samples: [SIMD2<Double>] = []
    private var next = 0

    init() { samples.reserveCapacity(Self.capacity) }

    /// Adds a sample; returns the left heel's lead if it is measured.
    mutating func add(_ sample: MotionSample) -> Double? {
        let left = sample[.heelForwardLeft], right = sample[.heelForwardRight]
        guard left.state == .measured, right.state == .measured else { return nil }
        let entry = SIMD2(sample.time, left.unfiltered - right.unfiltered)
        if samples.count < Self.capacity {
            samples.append(entry)
        } else {
            samples[next] = entry
        }
        next = (next + 1) % Self.capacity
        return entry.y
    }

    /// How far the heel of `side` was in front of the other one, in the sample nearest to `time`; nil without
    /// a sample within 0.1 s.
    func lead(of side: BodySide, at time: Double) -> Double? {
        var best: SIMD2<Double>?
        var distance = 0.1
        for index in samples.indices where (samples[index].x - time).magnitude < distance {
            best = samples[index]
            distance = (samples[index].x - time).magnitude
        }
        return best.map { side == .left ? $0.y : -$0.y }
    }
}

/// Finds where a noisy distance turns around, with a delay.
///
/// The signal is averaged over ±0.07 s. A turning point counts once the signal has moved away from it by 35 %
/// of the last swing and at least 8 cm; its time is the vertex of a parabola through three samples.
struct TurningPointFinder: Sendable {
    private static let halfWindow = 0.07
    private static let leastSwing = 0.08
    private static let share = 0.35
    /// A longer gap between samples starts a new signal.
    private static let longestGap = 0.3

    /// −1 to find minima.
    private let sign: Double
    private var raw = SampleRing(capacity: 64)
    /// The first sample of the signal, and the first that has no average yet.
    private var first = 0
    private var next = 0
    /// The newest averages, three of them.
    private var last: (SIMD2<Double>?, SIMD2<Double>?) = (nil, nil)
    private var rises: Bool?
    private var extreme = SIMD2(0, 0.0)
    private var opposite = 0.0
    private var swing = 0.0
    private var vertex = 0.0
    private var awaitsVertex = false

    init(findsMaxima: Bool) {
        sign = findsMaxima ? 1 : -1
    }

    /// Adds a value; returns the time of a turning point that counts now.
    mutating func add(_ value: Double?, at time: Double) -> Double? {
        if let newest = raw.newest, time - newest.time > Self.longestGap { reset() }
        guard let value else { return nil }
        raw.append(time: time, value: sign * value)
        first = max(first, raw.start)
        next = max(next, first)
        var found: Double?
        while let sample = raw[next], sample.time + Self.halfWindow <= time + 1e-9 {
            if let time = follow(average(around: sample.time)) { found = time }
            next += 1
        }
        return found
    }

    private func average(around time: Double) -> SIMD2<Double> {
        var sum = 0.0
        var count = 0.0
        for index in first..<raw.end {
            guard let sample = raw[index],
                (sample.time - time).magnitude <= Self.halfWindow + 1e-9
            else { continue }
            sum += sample.value
            count += 1
        }
        return SIMD2(time, sum / count)
    }

    private mutating func reset() {
        first = raw.end
        next = raw.end
        last = (nil, nil)
        rises = nil
        awaitsVertex = false
    }

    /// Adds an average; returns the time of a maximum that counts now.
    private mutating func follow(_ point: SIMD2<Double>) -> Double? {
        defer { last = (last.1, point) }
        if awaitsVertex, let before = last.0, let middle = last.1 {
            vertex = Self.vertex(before, middle, point)
            awaitsVertex = false
        }
        let limit = max(Self.leastSwing, Self.share * swing)
        switch rises {
        case nil:
            extreme = point
            opposite = point.y
            rises = true
            awaitsVertex = true
            vertex = point.x
        case true?:
            if point.y > extreme.y {
                extreme = point
                vertex = point.x
                awaitsVertex = true
            } else if point.y <= extreme.y - limit {
                rises = false
                // The first rise counts only if it was large enough.
                let isTurn = extreme.y - opposite >= limit
                swing = max(0, extreme.y - opposite)
                opposite = extreme.y
                extreme = point
                return isTurn ? vertex : nil
            }
        case false?:
            if point.y < extreme.y {
                extreme = point
            } else if point.y >= extreme.y + limit {
                rises = true
                opposite = extreme.y
                extreme = point
                vertex = point.x
                awaitsVertex = true
            }
        }
        return nil
    }

    /// The vertex of the parabola through three points, between the outer ones.
    private static func vertex(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>
    ) -> Double {
        let (left, right) = ((b.y - a.y) / (b.x - a.x), (c.y - b.y) / (c.x - b.x))
        guard left > right else { return b.x }
        // The slope is `left` halfway between a and b, and `right` halfway between b and c.
        let (from, to) = ((a.x + b.x) / 2, (b.x + c.x) / 2)
        return min(max(from + (to - from) * left / (left - right), a.x), c.x)
    }
}
