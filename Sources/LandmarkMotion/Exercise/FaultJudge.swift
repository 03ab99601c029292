/// Checks for an exercise's faults, for one counter.
///
/// A fault is reported at most once in each repetition or hold. A value that is not measured, or a
/// person who is not seen from the fault's view, is neither a fault nor a pass: the repetition then
/// counts as not judged.
struct FaultJudge: Sendable {
    /// What is known about each fault, in the definition's order.
    private(set) var records: [Record]
    /// Whether the faults that the live view shows have changed since they were last requested.
    var hasChanged = false
    private let faults: [ExerciseDefinition.Fault]
    private let side: BodySide?
    /// The samples of the repetition in progress: all of them, and those from each view.
    private var samples = 0
    private var frontSamples = 0
    private var sideSamples = 0

    /// What is known about a fault.
    struct Record: Sendable {
        /// How often it was seen.
        var count = 0
        /// Whether it could be judged at least once.
        var wasEverJudged = false
        /// Repetitions or holds in which it was not judged, because of the view or a measure.
        var unseen = 0
        var unmeasured = 0
        /// Since when the value has been beyond the limit; nil while it is not.
        var since: Double?
        /// Whether it was seen, could be judged, or was not seen from its view in this repetition.
        var isSeen = false
        var isJudged = false
        var lacksView = false
        /// Whether the value has now been beyond the limit for long enough.
        var isNow = false
        /// Whether it belongs to the last repetition.
        var isInLast = false
    }

    init(_ faults: [ExerciseDefinition.Fault], side: BodySide?) {
        self.faults = faults
        self.side = side
        records = Array(repeating: Record(), count: faults.count)
    }

    /// Judges the faults that are checked in every frame.
    ///
    /// - Parameters:
    ///   - sample: The frame.
    ///   - state: The counter's state after it.
    ///   - number: The number of the repetition or hold in progress.
    ///   - events: Where faults are added.
    mutating func update(
        _ sample: MotionSample, state: ExerciseState, number: Int, events: inout [ExerciseEvent]
    ) {
        if ExerciseDefinition.Fault.Phase.rep.contains(state) {
            samples += 1
            if ExerciseDefinition.View.front.contains(yaw: sample.viewYaw) { frontSamples += 1 }
            if ExerciseDefinition.View.side.contains(yaw: sample.viewYaw) { sideSamples += 1 }
        }
        for index in faults.indices {
            judge(index, sample, state: state, number: number, events: &events)
        }
    }

    /// Judges a repetition that counts, and begins the next one.
    ///
    /// - Returns: The ids of all its faults.
    mutating func end(
        _ repetition: Repetition, symmetry: Double?, at time: Double, id: Int,
        events: inout [ExerciseEvent]
    ) -> [String] {
        for index in faults.indices {
            guard let value = value(of: faults[index].measure, repetition, symmetry) else {
                continue
            }
            records[index].lacksView = !wasSeen(from: faults[index].view)
            guard !records[index].lacksView, value.isFinite else { continue }
            records[index].isJudged = true
            records[index].wasEverJudged = true
            if faults[index].isBroken(by: value) {
                see(index, value, at: time, id: id, number: repetition.number, events: &events)
            }
        }
        return endAttempt(counts: true)
    }

    /// Begins the next repetition or hold.
    ///
    /// - Parameter counts: Whether the one before counts.
    /// - Returns: The ids of its faults.
    @discardableResult
    mutating func endAttempt(counts: Bool) -> [String] {
        var ids: [String] = []
        for index in faults.indices {
            var record = records[index]
            if counts {
                if record.isSeen { ids.append(faults[index].id) }
                if !record.isJudged {
                    record.unseen += record.lacksView ? 1 : 0
                    record.unmeasured += record.lacksView ? 0 : 1
                }
                record.isInLast = record.isSeen
                hasChanged = true
            }
            record.isSeen = false
            record.isJudged = false
            record.lacksView = false
            record.since = nil
            record.isNow = false
            records[index] = record
        }
        samples = 0
        frontSamples = 0
        sideSamples = 0
        return ids
    }

    /// Whether a fault is seen now or belongs to the last repetition.
    func isShown(_ index: Int) -> Bool { records[index].isNow || records[index].isInLast }

    private mutating func judge(
        _ index: Int, _ sample: MotionSample, state: ExerciseState, number: Int,
        events: inout [ExerciseEvent]
    ) {
        guard case .expression(let expression) = faults[index].measure else { return }
        guard faults[index].phase.contains(state) else {
            set(index, isNow: false)
            records[index].since = nil
            return
        }
        guard faults[index].view.contains(yaw: sample.viewYaw) else {
            records[index].lacksView = true
            set(index, isNow: false)
            records[index].since = nil
            return
        }
        guard let value = expression.value(in: sample, side: side) else {
            set(index, isNow: false)
            records[index].since = nil
            return
        }
        // A held value repeats the last one: time passes, but the value is no evidence.
        guard value.isMeasured else { return }
        records[index].isJudged = true
        records[index].wasEverJudged = true
        guard faults[index].isBroken(by: value.value) else {
            set(index, isNow: false)
            records[index].since = nil
            return
        }
        let since = records[index].since ?? sample.time
        records[index].since = since
        // Times are divided by a frame rate: 0.2 s may be 0.19999….
        guard sample.time - since >= faults[index].duration - 1e-9 else { return }
        set(index, isNow: true)
        guard !records[index].isSeen else { return }
        see(
            index, value.value, at: sample.time, id: sample.id, number: number, events: &events)
    }

    private mutating func set(_ index: Int, isNow: Bool) {
        guard records[index].isNow != isNow else { return }
        records[index].isNow = isNow
        hasChanged = true
    }

    private mutating func see(
        _ index: Int, _ value: Double, at time: Double, id: Int, number: Int,
        events: inout [ExerciseEvent]
    ) {
        records[index].isSeen = true
        records[index].count += 1
        events.append(
            ExerciseEvent(
                kind: .fault(
                    id: faults[index].id, say: faults[index].say, value: value, number: number),
                time: time, side: side, id: id))
    }

    /// A quantity of a whole repetition; NaN where it is not known, nil if it is not of that kind.
    private func value(
        of quantity: ExerciseDefinition.Fault.Quantity, _ repetition: Repetition,
        _ symmetry: Double?
    ) -> Double? {
        switch quantity {
        case .peak: repetition.peak
        case .symmetry: symmetry ?? .nan
        case .rangeOfMotion: repetition.rangeOfMotion
        case .duration: repetition.duration
        case .expression: nil
        }
    }

    /// Whether most of the repetition was seen from a view.
    private func wasSeen(from view: ExerciseDefinition.View) -> Bool {
        switch view {
        case .any: true
        case .front: 2 * frontSamples > samples
        case .side: 2 * sideSamples > samples
        }
    }
}
