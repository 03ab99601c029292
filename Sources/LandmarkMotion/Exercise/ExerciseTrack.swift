/// One counter of a session with its thresholds, conditions, faults and symmetry.
struct ExerciseTrack: Sendable {
    let side: BodySide?
    /// Nil for holds, and while the thresholds for the person's own range are unknown.
    private(set) var counter: RepetitionCounter?
    /// Nil for repetitions.
    private(set) var hold: HoldCounter?
    private(set) var faults: FaultJudge
    /// The newest value; nil while it is missing.
    private(set) var value: SignalValue?
    /// How many repetitions returned too early, and so on.
    private(set) var tally = Tally()

    private let definition: ExerciseDefinition
    private let signal: SignalExpression?
    private var calibration: RangeCalibration?
    private var symmetry: SymmetryMeter?
    private var requirements: RequirementMeter

    /// The numbers of repetitions that do not count.
    struct Tally: Sendable {
        var incomplete = 0
        var tooFast = 0
        var tooSlow = 0
        var interrupted = 0
    }

    init(_ definition: ExerciseDefinition, side: BodySide?) throws(ExerciseError) {
        self.definition = definition
        signal = definition.signal
        self.side = side
        faults = FaultJudge(definition.faults, side: side)
        requirements = RequirementMeter(
            definition.repetitions?.requirements ?? definition.hold?.requirements ?? [],
            side: side)
        if let rule = definition.repetitions {
            symmetry = definition.isPerSide ? nil : SymmetryMeter(rule)
            switch rule.thresholds {
            case .absolute(let top, let bottom):
                counter = try RepetitionCounter(rule, top: top, bottom: bottom, side: side)
            case .adaptive(let minRange):
                calibration = RangeCalibration(
                    minRange: minRange, isDecreasing: rule.isDecreasing)
            }
        }
        hold = definition.hold.map { HoldCounter($0, side: side) }
    }

    /// The state of the counter.
    var state: ExerciseState { counter?.state ?? hold?.state ?? .unknown }
    /// Repetitions or holds that count.
    var count: Int { counter?.repetitions.count ?? hold?.count ?? 0 }

    /// Marks the faults as shown.
    mutating func acknowledgeFaults() { faults.hasChanged = false }

    /// Adds a sample.
    mutating func update(_ sample: MotionSample, events: inout [ExerciseEvent]) {
        value = value(in: sample)
        if hold != nil {
            updateHold(sample, &events)
        } else if signal != nil {
            updateRepetitions(sample, &events)
        }
    }

    /// Marks the signal as missing from `start` to `end`, between which there are no samples.
    mutating func bridge(
        from start: Double, to end: Double, id: Int, events: inout [ExerciseEvent]
    ) {
        let first = events.count
        for time in [start, end] {
            counter?.update(nil, at: time, reason: .absent, id: id, events: &events)
            hold?.update(nil, at: time, id: id, events: &events)
        }
        endAttempts(since: first, in: events)
        endHolds(since: first, in: events)
    }

    /// Compares the newest repetition with the other side's of the same number; returns it if both exist.
    mutating func compareLast(with other: ExerciseTrack) -> Repetition? {
        guard let repetition = counter?.repetitions.last, let rule = definition.repetitions,
            let others = other.counter?.repetitions, repetition.number <= others.count
        else { return nil }
        let match = others[repetition.number - 1]
        let percent =
            rule.isDecreasing
            ? SymmetryMeter.percent(repetition.rangeOfMotion, match.rangeOfMotion)
            : SymmetryMeter.percent(repetition.peak, match.peak)
        return counter?.annotateLast { $0.symmetry = percent }
    }

    /// Ends the recording.
    mutating func finish(id: Int, events: inout [ExerciseEvent]) {
        if calibration != nil { startCounting(id: id, &events) }
        counter?.finish()
        let first = events.count
        hold?.finish(id: id, events: &events)
        endHolds(since: first, in: events)
    }

    /// The signal; nil if it is missing or the person is not seen from the exercise's view.
    private func value(in sample: MotionSample) -> SignalValue? {
        guard definition.view.contains(yaw: sample.viewYaw) else { return nil }
        return signal?.value(in: sample, side: side)
    }

    /// Adds the reasons why the signal is missing, each once.
    func addReasons(_ sample: MotionSample, to reasons: inout [MissingReason]) {
        guard value == nil, let signal else { return }
        guard sample.isPresent else { return Self.add(.absent, to: &reasons) }
        guard definition.view.contains(yaw: sample.viewYaw) else {
            return Self.add(.view, to: &reasons)
        }
        signal.forEachMeasure(side: side) { measure in
            if let reason = sample[measure].reason { Self.add(reason, to: &reasons) }
        }
    }

    private static func add(_ reason: MissingReason, to reasons: inout [MissingReason]) {
        if !reasons.contains(reason) { reasons.append(reason) }
    }

    // MARK: - Repetitions

    private mutating func updateRepetitions(
        _ sample: MotionSample, _ events: inout [ExerciseEvent]
    ) {
        if calibration != nil {
            let isDone =
                calibration?.add(
                    RangeCalibration.Sample(
                        time: sample.time, value: value?.value,
                        isMeasured: value?.isMeasured ?? false,
                        plane: value?.plane ?? .space)) ?? false
            if isDone { startCounting(id: sample.id, &events) }
            return
        }
        let first = events.count
        let wasInRepetition = counter?.isInRepetition ?? false
        let newest = value
        let isAccepted = requirements.areMet
        let reason = newest == nil ? reason(in: sample) : nil
        counter?.update(
            newest?.value, at: sample.time, isMeasured: newest?.isMeasured ?? false,
            plane: newest?.plane ?? .space, isAccepted: isAccepted, reason: reason, id: sample.id,
            events: &events)
        let isInRepetition = counter?.isInRepetition ?? false
        symmetry?.update(sample, isInRepetition: wasInRepetition || isInRepetition)
        if state == .bottom { requirements.update(sample) }
        faults.update(sample, state: state, number: count + 1, events: &events)
        endRepetitions(since: first, in: &events)
    }

    /// Begins to count with the thresholds for the person's own range, from the first sample.
    private mutating func startCounting(id: Int, _ events: inout [ExerciseEvent]) {
        guard let rule = definition.repetitions, let calibration,
            let (top, bottom) = calibration.thresholds
        else { return }
        self.calibration = nil
        // Cannot fail: the range is at least minRange, so the thresholds are in order.
        counter = try? RepetitionCounter(rule, top: top, bottom: bottom, side: side)
        for sample in calibration.samples {
            let first = events.count
            counter?.update(
                sample.value, at: sample.time, isMeasured: sample.isMeasured,
                plane: sample.plane, id: id, events: &events)
            endRepetitions(since: first, in: &events)
        }
    }

    /// Completes the repetitions that have ended in the events since `first`.
    private mutating func endRepetitions(since first: Int, in events: inout [ExerciseEvent]) {
        guard events.count > first else { return }
        for index in first..<events.count {
            guard case .rep(let repetition) = events[index].kind else { continue }
            let percent = symmetry?.endRepetition()
            let ids = faults.end(
                repetition, symmetry: percent, at: events[index].time, id: events[index].id,
                events: &events)
            requirements.reset()
            let annotated = counter?.annotateLast {
                $0.symmetry = percent
                $0.faults = ids
            }
            if let annotated { events[index].kind = .rep(annotated) }
        }
        endAttempts(since: first, in: events)
    }

    /// Tallies the repetitions that do not count in the events since `first`.
    private mutating func endAttempts(since first: Int, in events: [ExerciseEvent]) {
        guard events.count > first else { return }
        for event in events[first...] {
            switch event.kind {
            case .incomplete: tally.incomplete += 1
            case .tooFast: tally.tooFast += 1
            case .tooSlow: tally.tooSlow += 1
            case .interrupted: tally.interrupted += 1
            default: continue
            }
            faults.endAttempt(counts: false)
            symmetry?.reset()
            requirements.reset()
        }
    }

    /// The first reason why the signal is missing.
    private func reason(in sample: MotionSample) -> MissingReason? {
        guard sample.isPresent else { return .absent }
        guard definition.view.contains(yaw: sample.viewYaw) else { return .view }
        var first: MissingReason?
        signal?.forEachMeasure(side: side) { measure in
            if first == nil { first = sample[measure].reason }
        }
        return first
    }

    // MARK: - Holds

    private mutating func updateHold(_ sample: MotionSample, _ events: inout [ExerciseEvent]) {
        let first = events.count
        requirements.reset()
        requirements.update(sample)
        let newest = value
        let meetsRequirements = requirements.areMet
        hold?.update(
            newest?.value, at: sample.time, meetsRequirements: meetsRequirements, id: sample.id,
            events: &events)
        faults.update(sample, state: state, number: count + 1, events: &events)
        endHolds(since: first, in: events)
    }

    private mutating func endHolds(since first: Int, in events: [ExerciseEvent]) {
        guard events.count > first else { return }
        for event in events[first...] {
            if case .hold = event.kind { faults.endAttempt(counts: true) }
        }
    }
}

/// Whether each further condition was met in at least half of the samples in which it was measured. A
/// condition that was never measured counts as met.
private struct RequirementMeter: Sendable {
    private let conditions: [SignalCondition]
    private let side: BodySide?
    /// For each condition, the number of samples in which it was met minus those in which it was
    /// not.
    private var balance: [Int]

    init(_ conditions: [SignalCondition], side: BodySide?) {
        self.conditions = conditions
        self.side = side
        balance = Array(repeating: 0, count: conditions.count)
    }

    var areMet: Bool {
        for index in balance.indices where balance[index] < 0 { return false }
        return true
    }

    mutating func reset() {
        for index in balance.indices { balance[index] = 0 }
    }

    mutating func update(_ sample: MotionSample) {
        for index in conditions.indices {
            guard let isMet = conditions[index].isMet(in: sample, side: side) else { continue }
            balance[index] += isMet ? 1 : -1
        }
    }
}

extension RepetitionCounter {
    fileprivate init(
        _ rule: RepetitionRule, top: Double, bottom: Double, side: BodySide?
    ) throws(ExerciseError) {
        try self.init(
            top: top, bottom: bottom, isDecreasing: rule.isDecreasing,
            durations: rule.minDuration...rule.maxDuration, lostAfter: rule.lostAfter, side: side)
    }
}
