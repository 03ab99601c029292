/// One person doing one exercise: feeds a counter, or one for each side, and keeps what the report
/// needs. A pure function of the samples.
public struct ExerciseSession: Sendable {
    /// The exercise.
    public let definition: ExerciseDefinition
    /// The progress that a live view shows after the newest sample.
    public private(set) var status: Status

    private var tracks: [ExerciseTrack]
    private var tests: ClinicalTestRun
    private var reasons: [MissingReason] = []
    private var missing: [SessionReport.Missing] = []
    private var firstTime: Double?
    private var lastTime: Double?
    private var id = 0
    private var samples = 0
    private var measuredSamples = 0
    private var isFinished = false

    /// The progress that a live view shows.
    public struct Status: Sendable, Hashable {
        /// The progress of a counter.
        public struct Counter: Sendable, Hashable {
            /// Nil if both sides are counted together.
            public var side: BodySide?
            /// The counter's state; in tests, the state of the test.
            public var state: ExerciseState
            /// Repetitions, or holds that have ended.
            public var count: Int
            /// The signal; nil while it is missing.
            public var value: Double?
            /// Where the signal is measured, in the image or in space; nil while it is missing.
            public var plane: Measure.Plane?
        }
        /// One, or one for each side.
        public var counters: [Counter]
        /// Repetitions over all counters; in tests, the test's count.
        public var count: Int
        /// The current hold in seconds, the longer one if both sides hold.
        public var hold: Double
        /// The best hold in seconds.
        public var bestHold: Double
        /// The ids of faults that are seen now or belong to the last repetition.
        public var faults: [String]
        /// Why the signal is missing; empty while it is present.
        public var missing: [MissingReason]
    }

    /// A longer time without samples, in seconds, is a gap in which the signal was missing: the camera
    /// stopped, or the app slept. Shorter times may be due to the frame rate.
    private var gapLimit: Double { max(1, lostAfter) }

    /// Creates a session that has seen nothing.
    ///
    /// - Throws: `ExerciseError` if the definition is not valid.
    public init(_ definition: ExerciseDefinition) throws(ExerciseError) {
        try definition.validate()
        self.definition = definition
        let sides: [BodySide?] = definition.isPerSide ? [.left, .right] : [nil]
        tracks = []
        for side in sides { tracks.append(try ExerciseTrack(definition, side: side)) }
        tests = ClinicalTestRun(definition)
        status = Status(
            counters: sides.map { Status.Counter(side: $0, state: .unknown, count: 0) },
            count: 0, hold: 0, bestHold: 0, faults: [], missing: [])
    }

    /// Starts a clinical test's clock at `time`, when the person was told to start.
    ///
    /// Without this call, the clock starts when the person leaves the chair, which excludes the reaction
    /// time. Ignored once the test has begun, and in other exercises.
    public mutating func startTest(at time: Double) { tests.start(at: time) }

    /// Adds a sample; returns what happened, in order of time.
    ///
    /// A sample whose time is not later than that of the one before is ignored, as is every sample
    /// after ``finish()``. Nothing is allocated while nothing happens.
    public mutating func update(_ sample: MotionSample) -> [ExerciseEvent] {
        guard !isFinished, sample.time.isFinite, lastTime.map({ sample.time > $0 }) ?? true else {
            return []
        }
        var events: [ExerciseEvent] = []
        let interval = lastTime.map { sample.time - $0 } ?? 0
        if let lastTime, interval > gapLimit {
            for index in tracks.indices {
                tracks[index].bridge(
                    from: lastTime.nextUp, to: sample.time.nextDown, id: id, events: &events)
            }
        }
        id = sample.id
        for index in tracks.indices { tracks[index].update(sample, events: &events) }
        if tracks.count == 2, !events.isEmpty { compareSides(&events) }
        tests.update(sample, tracks: tracks, events: &events)
        if events.count > 1 { Self.sort(&events) }
        note(sample, interval: interval)
        updateStatus(sample)
        return events
    }

    /// Ends the session: ends a hold and completes a test's result. Later calls do nothing.
    public mutating func finish() -> [ExerciseEvent] {
        guard !isFinished else { return [] }
        isFinished = true
        var events: [ExerciseEvent] = []
        for index in tracks.indices { tracks[index].finish(id: id, events: &events) }
        tests.finish(tracks: tracks, id: id, at: lastTime ?? 0, events: &events)
        Self.sort(&events)
        updateStatus(nil)
        return events
    }
}

// MARK: - Bookkeeping

extension ExerciseSession {
    private var lostAfter: Double {
        definition.repetitions?.lostAfter ?? definition.hold?.lostAfter ?? 0
    }

    /// Orders events by time and keeps the order of those at the same time.
    private static func sort(_ events: inout [ExerciseEvent]) {
        for index in events.indices.dropFirst() {
            var place = index
            while place > 0, events[place - 1].time > events[place].time {
                events.swapAt(place - 1, place)
                place -= 1
            }
        }
    }

    /// Adds the symmetry of repetitions that have ended, in exercises with a counter for each side.
    private mutating func compareSides(_ events: inout [ExerciseEvent]) {
        for index in events.indices {
            guard case .rep = events[index].kind,
                let own = tracks.firstIndex(where: { $0.side == events[index].side })
            else { continue }
            let other = tracks[1 - own]
            if let compared = tracks[own].compareLast(with: other) {
                events[index].kind = .rep(compared)
            }
        }
    }

    private mutating func note(_ sample: MotionSample, interval: Double) {
        if firstTime == nil { firstTime = sample.time }
        lastTime = sample.time
        samples += 1
        reasons.removeAll(keepingCapacity: true)
        // By index, because array iterators allocate in unoptimized code.
        var isMeasured = false
        for index in tracks.indices {
            if tracks[index].value?.isMeasured ?? false { isMeasured = true }
            tracks[index].addReasons(sample, to: &reasons)
        }
        if isMeasured { measuredSamples += 1 }
        guard interval <= gapLimit else { return }
        for index in reasons.indices { noteMissing(reasons[index], interval) }
    }

    private mutating func noteMissing(_ reason: MissingReason, _ seconds: Double) {
        for index in missing.indices where missing[index].reason == reason {
            missing[index].seconds += seconds
            return
        }
        missing.append(SessionReport.Missing(reason: reason, seconds: seconds))
    }

    private mutating func updateStatus(_ sample: MotionSample?) {
        var hold = 0.0
        var best = 0.0
        var count = 0
        var faultsChanged = false
        for index in tracks.indices {
            status.counters[index].state = tests.state ?? tracks[index].state
            status.counters[index].count = tests.count ?? tracks[index].count
            status.counters[index].value = tracks[index].value?.value
            status.counters[index].plane = tracks[index].value?.plane
            count += tracks[index].count
            hold = max(hold, tracks[index].hold?.current ?? 0)
            best = max(best, tracks[index].hold?.best ?? 0)
            if tracks[index].faults.hasChanged { faultsChanged = true }
        }
        status.count = tests.count ?? count
        status.hold = hold
        status.bestHold = best
        if status.missing != reasons { status.missing = reasons }
        if faultsChanged { updateFaults() }
    }

    private mutating func updateFaults() {
        status.faults.removeAll(keepingCapacity: true)
        for index in definition.faults.indices {
            var isShown = false
            for track in tracks.indices where tracks[track].faults.isShown(index) {
                isShown = true
            }
            if isShown { status.faults.append(definition.faults[index].id) }
        }
        for index in tracks.indices { tracks[index].acknowledgeFaults() }
    }
}

// MARK: - Report

extension ExerciseSession {
    /// The summary of the session so far.
    public func report() -> SessionReport {
        SessionReport(
            exercise: definition.name, id: id,
            duration: (lastTime ?? 0) - (firstTime ?? 0),
            measuredShare: samples > 0 ? Double(measuredSamples) / Double(samples) : 0,
            counters: tracks.map { SessionReport.Counter($0, target: definition.target) },
            symmetry: meanSymmetry, faults: faultCounts, notJudged: notJudged,
            missing: missing.sorted { $0.seconds > $1.seconds },
            test: tests.result(tracks: tracks, at: lastTime ?? 0))
    }

    private var meanSymmetry: Double? {
        SessionReport.Statistic(
            tracks.flatMap { $0.counter?.repetitions ?? [] }.compactMap(\.symmetry))?.mean
    }

    private var faultCounts: [SessionReport.FaultCount] {
        definition.faults.indices.map { index in
            SessionReport.FaultCount(
                id: definition.faults[index].id, say: definition.faults[index].say,
                count: tracks.reduce(0) { $0 + $1.faults.records[index].count })
        }
    }

    private var notJudged: [SessionReport.NotJudged] {
        definition.faults.indices.compactMap { index in
            let unseen = tracks.reduce(0) { $0 + $1.faults.records[index].unseen }
            let unmeasured = tracks.reduce(0) { $0 + $1.faults.records[index].unmeasured }
            guard unseen + unmeasured > 0 else { return nil }
            return SessionReport.NotJudged(
                id: definition.faults[index].id, wrongView: unseen, notMeasured: unmeasured,
                neededView: definition.faults[index].view)
        }
    }
}
