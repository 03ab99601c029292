import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports

/// What a run of `motion` or `exercise` has shown so far, for what is written at its end: reports,
/// files of one person each, repetitions as CSV, and the summary.
final class MotionLog {
    /// What the outputs need.
    struct Needs {
        /// The curves of measures, for `--report` and `--mot`.
        var curves = false
        /// Images of repetitions, for `--report`.
        var images = false
        /// Landmarks in space, for `--trc`.
        var markers = false
        /// All events, for `--events` of a recording.
        var events = false
    }

    /// What is known of one person, from the first frame to the last.
    struct Person {
        let id: Int
        fileprivate(set) var history: MotionHistory
        fileprivate(set) var markers: [TRCFile.Row] = []
        fileprivate(set) var report: SessionReport?
        fileprivate(set) var holds: [ExerciseEvent] = []
        fileprivate(set) var events: [ExerciseEvent] = []
        fileprivate(set) var tally = MeasureTally()
    }

    let plan: MotionPlan
    /// The input as it was given.
    let file: String
    private let needs: Needs
    /// Everyone, by first appearance.
    private(set) var people: [Person] = []
    private(set) var run: MotionReport.Run
    /// The frames per second; nil before the second frame.
    var frameRate: Double? { rate.value }
    private var rate = RateEstimate()
    /// The places in `people` of those who are still followed, by id.
    private var places: [Int: Int] = [:]
    /// What happened at the end of the run.
    private var lastEvents: [ExerciseEvent] = []

    init(_ plan: MotionPlan, _ run: MotionReport.Run, file: String, _ needs: Needs) {
        self.plan = plan
        self.run = run
        self.file = file
        self.needs = needs
    }

    /// Adds a frame.
    ///
    /// - Throws: `ImagingError` when an image for the report cannot be drawn.
    func add(_ record: MotionRecord) throws(ImagingError) {
        rate.add(record.label)
        run.imageSize = record.frame == nil ? nil : record.label.size
        for person in record.people {
            let place = place(of: person.id)
            let events = record.events.filter { $0.id == person.id }
            people[place].tally.add(person.sample, plan.measures)
            people[place].holds += events.filter(\.isHold)
            if needs.events { people[place].events += events }
            if needs.curves {
                try people[place].history.add(
                    person.result, events: events,
                    image: needs.images ? record.frame?.image : nil)
            }
            if needs.markers { people[place].markers.append(Self.markers(of: person)) }
        }
    }

    /// Notes that frames come which the log leaves out.
    func leaveOutRest(after frames: Int) { run.frameLimit = frames }

    /// Ends what is known of a person who is followed no longer.
    func end(_ ended: MotionPeople.Ended) {
        let place = place(of: ended.id)
        people[place].report = ended.report
        people[place].holds += ended.events.filter(\.isHold)
        if needs.events { people[place].events += ended.events }
        people[place].history.finish(events: ended.events, report: ended.report)
        places[ended.id] = nil
    }

    /// Ends the run.
    func end(_ ended: [MotionPeople.Ended], _ ending: RunEnding) {
        run.ending = ending
        for person in ended {
            end(person)
            lastEvents += person.events
        }
    }

    /// Everyone's events in order of time, repetitions with their whole tempo. For recordings only,
    /// after the end.
    var completeEvents: [ExerciseEvent] {
        people.flatMap { $0.report?.completing($0.events) ?? $0.events }
            .enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    /// Removes and returns the events that ended with the run.
    func takeLastEvents() -> [ExerciseEvent] {
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
        // What the analyzer exchanged, beside the pose landmarker.
        if person.sample.sidesSwapped != landmarks.sidesSwapped { landmarks.exchangeSides() }
        return TRCFile.Row(landmarks)
    }
}

/// The frame rate that numbers and timestamps of frames tell.
private struct RateEstimate {
    private var first: (number: Int, milliseconds: Int)?
    private var last: (number: Int, milliseconds: Int)?

    mutating func add(_ label: FrameLabel) {
        guard let number = label.number, let time = label.timestamp?.milliseconds else { return }
        first = first ?? (number, time)
        last = (number, time)
    }

    /// Timestamps are rounded, so a whole number that they allow is taken.
    var value: Double? {
        guard let first, let last, last.milliseconds > first.milliseconds else { return nil }
        let frames = Double(last.number - first.number) * 1000
        let duration = Double(last.milliseconds - first.milliseconds)
        let whole = (frames / duration).rounded()
        let isWhole = abs(frames - whole * duration) <= whole
        return isWhole && whole > 0 ? whole : frames / duration
    }
}

/// How often the chosen measures were there, and why not.
struct MeasureTally {
    private(set) var frames = 0
    private var readings = 0
    private var measured = 0
    private var reasons: [MissingReason: Int] = [:]

    mutating func add(_ sample: MotionSample, _ measures: [Measure]) {
        frames += 1
        for measure in measures {
            let reading = sample[measure]
            readings += 1
            if reading.state == .measured { measured += 1 }
            if let reason = reading.reason { reasons[reason, default: 0] += 1 }
        }
    }

    /// The share of readings that were measured, 0…1; nil without any.
    var share: Double? { readings > 0 ? Double(measured) / Double(readings) : nil }

    /// Why most readings were not measured, and the share of all of them.
    var mainReason: (reason: MissingReason, share: Double)? {
        reasons.max { ($0.value, $1.key.sentence) < ($1.value, $0.key.sentence) }
            .map { ($0.key, Double($0.value) / Double(readings)) }
    }
}

extension ExerciseEvent {
    fileprivate var isHold: Bool { if case .hold = kind { true } else { false } }
}
