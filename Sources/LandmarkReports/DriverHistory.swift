package import DriverMonitoring
import LandmarkCore
package import LandmarkImaging
package import LandmarkTasks

/// The data about a run that a report needs, in memory that does not grow with the run's length.
package struct DriverHistory: Sendable {
    private(set) var series = SeriesHistory<DriverStatus>()
    /// The events of each kind, as spans and counts.
    private var kinds: [DriverEventKind: KindHistory] = [:]
    private(set) var incidents = NotableIncidents()
    /// The events that are not incidents.
    private(set) var notable = NotableEvents()
    private(set) var readability = DriverReadability()
    /// The images of the incidents; nil if they are not requested.
    private(set) var images: IncidentImages?

    /// The number of frames whose data was good enough to assess the last minutes.
    private var assessedFrames = 0
    /// How long the level was unknown, in milliseconds.
    private var unknownLevelTime = 0
    /// How long an alert was active, in milliseconds.
    private(set) var alertTime = 0
    private(set) var highestLevel = FatigueLevel.alert
    private(set) var highestScore = 0.0
    private(set) var highestPerclos = 0.0
    private(set) var calibration = CalibrationState.uncalibrated
    /// When the calibration reached its current state, in milliseconds from the first frame.
    private(set) var calibrationTime: Int?
    /// The sum of the confidence of all frames.
    private var confidences = 0.0

    /// Creates a history without frames.
    ///
    /// - Parameter keepsImages: Whether to keep images of the moments of incidents.
    package init(keepsImages: Bool = false) {
        images = keepsImages ? IncidentImages() : nil
    }

    /// Adds a frame and its records of events.
    package mutating func add(_ result: DriverResult, _ records: [DriverEventRecord]) {
        let time = result.timestamp.milliseconds
        let step = frames > 0 ? time - last : 0
        let status = DriverStatus(result)
        readability.add(result.signals, step: step)
        if step <= DriverReadability.longestStep {
            if result.isAlert { alertTime += step }
            if !status.isLevelKnown { unknownLevelTime += step }
        }
        series.add(at: time, DriverValue.values(of: result), status)
        confidences += result.confidence
        if !result.isLimited { assessedFrames += 1 }
        if result.isLevelKnown {
            highestLevel = max(highestLevel, result.fatigueLevel)
            highestScore = max(highestScore, result.fatigueScore)
        }
        highestPerclos = max(highestPerclos, result.signals.perclos60)
        if result.calibration != calibration {
            calibration = result.calibration
            calibrationTime = time - first
        }
        add(records)
    }

    /// Adds the image of a frame, if images are requested and an incident was found in it.
    ///
    /// - Throws: `ImagingError` when a small image cannot be drawn or encoded.
    package mutating func addImage(
        _ image: PixelBuffer, _ face: Face?, of result: DriverResult
    ) throws(ImagingError) {
        try images?.add(image, face, result.firedEvents)
    }

    /// Adds records of events that ended with the run.
    package mutating func add(_ records: [DriverEventRecord]) {
        let over = records.filter { $0.phase != .fired }
        for record in over {
            kinds[record.event.kind, default: KindHistory()].add(record.event)
            if !record.event.kind.isIncident { notable.add(record) }
        }
        incidents.add(over)
    }

    package var frames: Int { series.frames }

    /// The timestamp of the first frame in milliseconds.
    var first: Int { series.first }

    /// The timestamp of the last frame in milliseconds.
    package var last: Int { series.last }

    /// The events of one kind; nil if there was none.
    func events(of kind: DriverEventKind) -> KindHistory? { kinds[kind] }

    /// The number of events of each kind.
    package var counts: [DriverEventKind: Int] { kinds.mapValues(\.count) }

    /// The number of incidents.
    package var incidentCount: Int { incidents.total }

    /// The number of frames in which the eyes were readable.
    package var usableFrames: Int { readability.readableFrames(.eyes) }

    /// The highest level and score in words, or that the level is unknown if it is meaningless.
    package var highestLevelText: String {
        if isUnassessed { return "unknown (the eyes were not readable, or not well enough)" }
        let score = String(highestScore, places: 0)
        return "\(highestLevel.rawValue) (\(highestLevel.displayName), score \(score))"
    }

    /// Whether the lowest level is meaningless because the eyes were never readable well enough.
    package var isUnassessed: Bool {
        highestLevel == .alert && (assessedFrames == 0 || (availability ?? 0) == 0)
    }

    /// The share of the time in which the eyes were readable, or nil if there was no frame.
    var availability: Double? { readability.share(.eyes) }

    /// The share of the time in which the level was unknown.
    var unknownLevelShare: Double {
        let duration = readability.duration
        if duration == 0 { return isUnassessed ? 1 : 0 }
        return Double(unknownLevelTime) / Double(duration)
    }

    /// The mean confidence, or nil if there was no frame.
    var meanConfidence: Double? { frames > 0 ? confidences / Double(frames) : nil }

    /// The hourly rate of events of a kind, relative to the time in which their source was
    /// readable; nil if that is less than a minute.
    func rate(of kind: DriverEventKind) -> Double? {
        guard let events = kinds[kind] else { return nil }
        let time = kind.source.map { readability.readableTime($0) } ?? readability.duration
        guard time >= Self.shortestForRates else { return nil }
        return Double(events.count) * 3_600_000 / Double(time)
    }

    /// The shortest readable time, in milliseconds, for which rates are given.
    private static let shortestForRates = 60_000
}

/// The events of one kind over a run, in bounded memory.
struct KindHistory: Sendable {
    private var history = SpanHistory()
    private(set) var count = 0
    /// The sum of the durations, and the longest, in milliseconds.
    private(set) var total = 0
    private(set) var longest = 0

    /// The spans in order of time.
    var spans: [SpanHistory.Span] { history.spans }

    /// Adds an event that is over.
    mutating func add(_ event: DriverEvent) {
        let (start, end) = (event.start.milliseconds, (event.end ?? event.fire).milliseconds)
        history.add(from: start, to: end, detail: event.eyeUnreadableReason?.kindText)
        count += 1
        total += end - start
        longest = max(longest, end - start)
    }
}

/// The values that a report charts.
enum DriverValue: Int {
    case score, openness, perclos60, yaw, pitch, confidence, speed

    /// A frame's values by their raw values, NaN where unknown.
    static func values(of result: DriverResult) -> SIMD8<Float> {
        var values = SIMD8<Float>(repeating: .nan)
        func set(_ value: DriverValue, _ number: Double?) {
            if let number { values[value.rawValue] = Float(number) }
        }
        // A value that is held, or that is 0 while unknown, does not count.
        set(.score, result.isLevelKnown ? result.fatigueScore : nil)
        set(.openness, result.signals.openness)
        set(.perclos60, result.signals.usableSeconds > 0 ? result.signals.perclos60 : nil)
        set(.yaw, result.signals.relativeHead?.yaw)
        set(.pitch, result.signals.relativeHead?.pitch)
        set(.confidence, result.confidence)
        set(.speed, result.signals.speed)
        return values
    }
}

/// The state that a report shows as colors.
struct DriverStatus: SeriesStatus {
    /// The highest level.
    private(set) var level: FatigueLevel
    /// Whether an alert was active.
    private(set) var isAlert: Bool
    /// The sources that were readable in some frame.
    private(set) var readable: ReadableSources

    /// Whether the level was known in some frame.
    private(set) var isLevelKnown: Bool

    init(_ result: DriverResult) {
        level = result.knownLevel ?? .alert
        isLevelKnown = result.isLevelKnown
        isAlert = result.isAlert
        readable = ReadableSources(result.signals)
    }

    mutating func merge(_ next: DriverStatus) {
        level = max(level, next.level)
        isLevelKnown = isLevelKnown || next.isLevelKnown
        isAlert = isAlert || next.isAlert
        readable.formUnion(next.readable)
    }
}

/// The events that a report lists: if not all fit, the most urgent ones, and the earliest of equally urgent
/// ones.
struct NotableEvents: Sendable {
    static let limit = 32

    private var records: [DriverEventRecord] = []
    /// The number of events, listed or not.
    private(set) var total = 0

    /// The events to list, in order of time; blinks only if all events fit.
    var listed: [DriverEventRecord] {
        records.filter { total <= Self.limit || $0.event.kind != .blink }.sorted {
            ($0.event.start, $0.event.id) < ($1.event.start, $1.event.id)
        }
    }

    /// Adds an event that is over.
    mutating func add(_ record: DriverEventRecord) {
        total += 1
        records.append(record)
        guard records.count > Self.limit else { return }
        // Drop the latest of the least urgent events.
        let dropped = records.indices.max { a, b in
            (records[a].event.kind.rank, records[a].event.id)
                < (records[b].event.kind.rank, records[b].event.id)
        }
        if let dropped { records.remove(at: dropped) }
    }
}

extension DriverEventKind {
    /// The rank by urgency; 0 is the most urgent.
    var rank: Int {
        switch self {
        case .unresponsive, .lockedOut: 0
        case .sleep: 1
        case .microsleep: 2
        case .slump, .distractionLong, .phoneLike: 3
        case .distractionShort: 4
        case .degraded, .eyesUnreadable: 5
        case .noFace, .headNod: 6
        case .levelChanged, .driverChanged: 7
        case .yawn, .yawnRetracted: 8
        case .longBlink: 9
        case .blink: 10
        }
    }
}
