import LandmarkCore
package import LandmarkImaging
package import LandmarkMotion
package import LandmarkOverlays

/// The data about one person in a run that a report needs.
package struct MotionHistory: Sendable {
    /// The longest time between frames, in seconds, that counts as observed.
    private static let longestStep = 0.5

    /// The id of the person's track.
    package let id: Int
    /// The measures over the run.
    package private(set) var recording: MotionRecording
    /// The events in order of time, except changes of the counters' states.
    package private(set) var events: [ExerciseEvent] = []
    package private(set) var report: SessionReport?
    /// The exercise's signal, of one counter or of one for each side.
    private(set) var signal = SeriesHistory<SignalStatus>()
    /// The sides of the counters.
    private(set) var sides: [BodySide?] = []
    /// How many seconds each measure was missing, by reason.
    private(set) var missing: [Measure: [MissingReason: Double]] = [:]
    private var images: RepetitionImages?
    private var lastTime: Double?

    /// - Parameters:
    ///   - id: The id of the person's track.
    ///   - measures: The measures to report.
    ///   - definition: The exercise, if one is followed.
    package init(id: Int, measures: [Measure], definition: ExerciseDefinition? = nil) {
        self.id = id
        recording = MotionRecording(measures)
        images = definition.map { RepetitionImages($0, measures: measures) }
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - person: The person in the frame.
    ///   - events: The events that the session returned for the frame.
    ///   - image: The frame's image; nil without one, as for landmarks from a file.
    /// - Throws: `ImagingError` when a small image for the report cannot be drawn or encoded.
    package mutating func add(
        _ person: MotionOverlay.Person, events: [ExerciseEvent] = [], image: PixelBuffer? = nil
    ) throws(ImagingError) {
        let sample = person.sample
        recording.add(sample)
        let step = lastTime.map { min(max(0, sample.time - $0), Self.longestStep) } ?? 0
        lastTime = sample.time
        for measure in recording.measures {
            guard let reason = sample[measure].reason else { continue }
            missing[measure, default: [:]][reason, default: 0] += step
        }
        addSignal(person)
        add(events)
        if let image { try images?.add(image, person, events) }
    }

    /// Adds the events that the session returned at the end of the run, and its summary.
    package mutating func finish(events: [ExerciseEvent] = [], report: SessionReport? = nil) {
        add(events)
        self.report = report
    }

    private mutating func add(_ events: [ExerciseEvent]) {
        self.events += events.filter { event in
            if case .phase = event.kind { false } else { true }
        }
    }

    private mutating func addSignal(_ person: MotionOverlay.Person) {
        let counters = person.status?.counters.prefix(2) ?? []
        if sides.isEmpty { sides = counters.map(\.side) }
        var values = SIMD8<Float>(repeating: .nan)
        for (index, counter) in counters.enumerated() {
            if let value = counter.value { values[index] = Float(value) }
        }
        let isMeasured = counters.contains { $0.value != nil }
        signal.add(
            at: Milliseconds.of(seconds: person.sample.time), values,
            SignalStatus(isMeasured: isMeasured))
    }

    /// The images of repetitions and faults.
    package var moments: [RepetitionImages.Moment] { images?.moments ?? [] }

    /// The number of frames.
    package var frames: Int { signal.frames }
}

/// Whether an exercise's signal was present.
struct SignalStatus: SeriesStatus {
    private(set) var isMeasured: Bool

    init(isMeasured: Bool) { self.isMeasured = isMeasured }

    mutating func merge(_ next: SignalStatus) { isMeasured = isMeasured || next.isMeasured }
}

/// Seconds as whole milliseconds, the time of charts.
enum Milliseconds {
    static func of(seconds: Double) -> Int {
        let milliseconds = (seconds * 1000).rounded()
        guard milliseconds.isFinite else { return 0 }
        return Int(min(max(milliseconds, -1e15), 1e15))
    }
}
