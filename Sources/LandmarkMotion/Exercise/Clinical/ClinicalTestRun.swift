/// The clinical test of a session; none for other exercises.
struct ClinicalTestRun: Sendable {
    private var chairStand: ChairStandTest?
    private var fiveTimes: FiveTimesSitToStandTest?
    private var upAndGo: TimedUpAndGoTest?
    private var gait: GaitTest?
    private let isSingleLegStance: Bool
    private let voidingFaults: [Int]
    private var changes: [(state: ExerciseState, time: Double)] = []

    init(_ definition: ExerciseDefinition) {
        voidingFaults = definition.faults.indices.filter { definition.faults[$0].voidsTest }
        guard case .test(let test) = definition.kind else {
            isSingleLegStance = false
            return
        }
        if case .singleLegStance = test {
            isSingleLegStance = true
        } else {
            isSingleLegStance = false
        }
        switch test {
        case .chairStand(let rule): chairStand = ChairStandTest(rule)
        case .fiveTimesSitToStand: fiveTimes = FiveTimesSitToStandTest()
        case .timedUpAndGo(let rule): upAndGo = TimedUpAndGoTest(rule)
        case .gait: gait = GaitTest()
        case .singleLegStance: break
        }
    }

    /// The test's count; nil if it is the counter's.
    var count: Int? {
        if let upAndGo { return upAndGo.isComplete ? 1 : 0 }
        return chairStand?.count ?? fiveTimes?.standTimes.count ?? gait?.steps
    }

    /// The state to show; nil if it is the counter's.
    var state: ExerciseState? {
        if chairStand?.isComplete == true || fiveTimes?.isComplete == true
            || upAndGo?.isComplete == true
        {
            return .finished
        }
        return upAndGo?.state ?? gait?.state
    }

    /// Begins the test's time.
    mutating func start(at time: Double) {
        chairStand?.clock.start(at: time)
        fiveTimes?.clock.start(at: time)
        upAndGo?.clock.start(at: time)
    }

    /// Adds a sample and the tracks' results for it.
    mutating func update(
        _ sample: MotionSample, tracks: [ExerciseTrack], events: inout [ExerciseEvent]
    ) {
        guard !tracks.isEmpty else { return }
        let value = tracks[0].value?.value
        let state = tracks[0].state
        var hasEnded =
            chairStand?.update(
                value: value, state: state, at: sample.time, events: events[...]) ?? false
        if fiveTimes?.update(events: events[...]) == true { hasEnded = true }
        if upAndGo != nil, upAndGo?.isComplete == false {
            upAndGo?.update(
                value: value, yaw: sample.viewYaw, at: sample.time, events: events[...],
                changes: &changes)
            // The counter's own phases are meaningless during a walk.
            if !events.isEmpty { events.removeAll { !$0.isFaultOrInterruption } }
            for index in changes.indices {
                events.append(
                    ExerciseEvent(
                        kind: .phase(changes[index].state), time: changes[index].time,
                        id: sample.id))
            }
            changes.removeAll(keepingCapacity: true)
            hasEnded = upAndGo?.isComplete ?? false
        }
        gait?.update(sample, events: &events)
        if hasEnded, let result = result(tracks: tracks, at: sample.time) {
            events.append(
                ExerciseEvent(kind: .result(result), time: sample.time, id: sample.id))
        }
    }

    /// Ends the recording.
    mutating func finish(
        tracks: [ExerciseTrack], id: Int, at time: Double, events: inout [ExerciseEvent]
    ) {
        // Tests that end by themselves have already reported their result.
        guard state != .finished, let result = result(tracks: tracks, at: time) else { return }
        events.append(ExerciseEvent(kind: .result(result), time: time, id: id))
    }

    /// The result so far; nil if the exercise is not a test.
    func result(tracks: [ExerciseTrack], at time: Double) -> TestResult? {
        if let chairStand {
            return .chairStand(chairStand.result(usedArms: isVoid(tracks), at: time))
        }
        if let fiveTimes {
            return .fiveTimesSitToStand(fiveTimes.result(usedArms: isVoid(tracks)))
        }
        if let upAndGo { return .timedUpAndGo(upAndGo.result()) }
        if let gait { return .gait(gait.result()) }
        guard isSingleLegStance else { return nil }
        func track(_ side: BodySide) -> HoldCounter? { tracks.first { $0.side == side }?.hold }
        return .singleLegStance(
            SingleLegStanceResult(
                bestLifted: BySide(
                    left: track(.left)?.best ?? 0, right: track(.right)?.best ?? 0),
                count: BySide(left: track(.left)?.count ?? 0, right: track(.right)?.count ?? 0)))
    }

    /// Whether a fault that makes the result 0 was seen; nil if no such fault could be judged.
    private func isVoid(_ tracks: [ExerciseTrack]) -> Bool? {
        var wasJudged = false
        for track in tracks {
            for index in voidingFaults {
                if track.faults.records[index].count > 0 { return true }
                wasJudged = wasJudged || track.faults.records[index].wasEverJudged
            }
        }
        return wasJudged ? false : nil
    }
}

extension ExerciseEvent {
    fileprivate var isFaultOrInterruption: Bool {
        switch kind {
        case .fault, .interrupted: true
        default: false
        }
    }
}
