package import LandmarkCore
package import LandmarkImaging
package import LandmarkMotion
import LandmarkOverlays

/// The results of a run of `motion` or `exercise` so far, for the outputs at its end: reports, files of one
/// person each, repetitions as CSV, and the summary.
package final class MotionLog {
    /// The data that the outputs need.
    package struct Needs {
        /// The curves of measures, for `--report` and `--mot`.
        package var curves = false
        /// Images of repetitions, for `--report`.
        package var images = false
        /// Landmarks in space, for `--trc`.
        package var markers = false
        /// All events, for `--events` of a recording.
        package var events = false

        package init(
            curves: Bool = false, images: Bool = false, markers: Bool = false, events: Bool = false
        ) {
            self.curves = curves
            self.images = images
            self.markers = markers
            self.events = events
        }
    }

    /// The data about one person, from the first frame to the last.
    package struct Person {
        package let id: Int
        package fileprivate(set) var history: MotionHistory
        /// The landmarks in space, scaled to the person's height if one is given; nil if the frames did not
        /// show how large the person appears.
        package var markers: [TRCFile.Row] {
            guard lengthScale != 1 else { return unscaledMarkers }
            return unscaledMarkers.map { row in
                TRCFile.Row(
                    time: row.time,
                    world: row.world.map { place in
                        lengthScale.flatMap { scale in place.map { $0 * scale } }
                    })
            }
        }
        fileprivate var unscaledMarkers: [TRCFile.Row] = []
        /// The last known scale of lengths; nil before it is known.
        fileprivate var lengthScale: Double?
        package fileprivate(set) var report: SessionReport?
        package fileprivate(set) var holds: [ExerciseEvent] = []
        package fileprivate(set) var events: [ExerciseEvent] = []
        package fileprivate(set) var tally = MeasureTally()
    }

    package let plan: MotionPlan
    private let needs: Needs
    /// Everyone, by first appearance.
    package private(set) var people: [Person] = []
    package private(set) var run: MotionReport.Run
    /// The frames per second; nil before the second frame.
    package var frameRate: Double? { rate.value }
    private var rate = RateEstimate()
    /// The indices in `people` of those who are still followed, by id.
    private var places: [Int: Int] = [:]
    /// The events at the end of the run.
    private var lastEvents: [ExerciseEvent] = []

    package init(_ plan: MotionPlan, _ run: MotionReport.Run, _ needs: Needs) {
        self.plan = plan
        self.run = run
        self.needs = needs
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - everyone: The people whose measures are known.
    ///   - allEvents: The events of the exercise.
    ///   - number: The frame's index in its input; nil if frames are not counted.
    ///   - timestamp: The time since the input's first frame.
    ///   - image: The frame; nil for landmarks from a file, which has no images.
    /// - Throws: `ImagingError` when an image for the report cannot be drawn.
    package func add(
        _ everyone: [MotionPerson], _ allEvents: [ExerciseEvent], number: Int?,
        at timestamp: Timestamp?,
        image: PixelBuffer?
    ) throws(ImagingError) {
        rate.add(number, at: timestamp)
        run.imageSize = image?.size
        for person in everyone {
            let place = place(of: person.id)
            let events = allEvents.filter { $0.id == person.id }
            people[place].tally.add(person.sample, plan.measures)
            people[place].holds += events.filter(\.isHold)
            if needs.events { people[place].events += events }
            if needs.curves {
                try people[place].history.add(
                    person.result, events: events,
                    image: needs.images ? image : nil)
            }
            if needs.markers { people[place].unscaledMarkers.append(Self.markers(of: person)) }
            let scale = person.sample.lengthScale
            if scale.isFinite { people[place].lengthScale = scale }
        }
    }

    /// Notes that the log omits later frames.
    package func leaveOutRest(after frames: Int) { run.frameLimit = frames }

    /// Ends the data about a person who is no longer followed.
    package func end(_ ended: MotionPeople.Ended) {
        let place = place(of: ended.id)
        people[place].report = ended.report
        people[place].holds += ended.events.filter(\.isHold)
        if needs.events { people[place].events += ended.events }
        people[place].history.finish(events: ended.events, report: ended.report)
        places[ended.id] = nil
    }

    /// Keeps only the person who was measured for the longest time, for the outputs at the end. Call it after
    /// the end.
    package func keepLongest(of ids: [Int]) {
        let rivals = people.filter { ids.contains($0.id) }
        guard let longest = rivals.max(by: { $0.tally.frames < $1.tally.frames }) else { return }
        people.removeAll { ids.contains($0.id) && $0.id != longest.id }
    }

    /// Ends the run.
    package func end(_ ended: [MotionPeople.Ended], _ ending: RunEnding) {
        run.ending = ending
        for person in ended {
            end(person)
            lastEvents += person.events
        }
    }

    /// The ranges of everyone's movement, for a plan with one.
    package var ranges: [RangeOfMotion] {
        guard let movement = plan.movement else { return [] }
        return people.map { RangeOfMotion(of: movement, in: $0.history.recording) }
    }

    /// Everyone's events in order of time, repetitions with their whole tempo. Only for recordings, after the
    /// end.
    package var completeEvents: [ExerciseEvent] {
        people.flatMap { $0.report?.completing($0.events) ?? $0.events }
            .enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    /// Removes and returns the events that ended with the run.
    package func takeLastEvents() -> [ExerciseEvent] {
        defer { lastEvents = [] }
        return lastEvents
    }

    private func place(of id: Int) -> Int {
        if let place = places[id] { return place }
        let history = MotionHistory(id: id, measures: plan.measures, definition: plan.exercise)
        people.append(Person(id: id, history: history))
        places[id] = people.endIndex - 1
        return people.endIndex - 1
    }

    private static func markers(of person: MotionPerson) -> TRCFile.Row {
        guard var landmarks = person.landmarks else {
            return TRCFile.Row(time: person.sample.time, world: [])
        }
        // Applies the analyzer's exchange of sides, which is in addition to that of the pose landmarker.
        if person.sample.sidesSwapped != landmarks.sidesSwapped { landmarks.exchangeSides() }
        return TRCFile.Row(landmarks)
    }
}

/// The frame rate according to the numbers and timestamps of frames.
private struct RateEstimate {
    private var first: (number: Int, milliseconds: Int)?
    private var last: (number: Int, milliseconds: Int)?

    mutating func add(_ number: Int?, at timestamp: Timestamp?) {
        guard let number, let time = timestamp?.milliseconds else { return }
        first = first ?? (number, time)
        last = (number, time)
    }

    /// Timestamps are rounded, so an integer consistent with them is used.
    var value: Double? {
        guard let first, let last, last.milliseconds > first.milliseconds else { return nil }
        let frames = Double(last.number - first.number) * 1000
        let duration = Double(last.milliseconds - first.milliseconds)
        let whole = (frames / duration).rounded()
        let isWhole = abs(frames - whole * duration) <= whole
        return isWhole && whole > 0 ? whole : frames / duration
    }
}

/// How often the chosen measures were measured, and why they were missing.
package struct MeasureTally {
    package private(set) var frames = 0
    private var readings = 0
    private var measured = 0
    private var reasons: [MissingReason: Int] = [:]

    package mutating func add(_ sample: MotionSample, _ measures: [Measure]) {
        frames += 1
        for measure in measures {
            let reading = sample[measure]
            readings += 1
            if reading.state == .measured { measured += 1 }
            if let reason = reading.reason { reasons[reason, default: 0] += 1 }
        }
    }

    /// The share of readings that were measured, 0…1; nil without any.
    package var share: Double? { readings > 0 ? Double(measured) / Double(readings) : nil }

    /// The most frequent reason for missing readings, and its share of all readings.
    package var mainReason: (reason: MissingReason, share: Double)? {
        reasons.max { ($0.value, $1.key.sentence) < ($1.value, $0.key.sentence) }
            .map { ($0.key, Double($0.value) / Double(readings)) }
    }
}

extension ExerciseEvent {
    fileprivate var isHold: Bool { if case .hold = kind { true } else { false } }
}
