package import DriverMonitoring
import LandmarkCore

/// What a report needs to know of a run, in memory that does not grow with the run's length.
package struct DriverHistory: Sendable {
    /// The longest time between frames, in milliseconds, that counts as observed.
    private static let longestStep = 500

    private(set) var series = SeriesHistory<DriverStatus>()
    private var spans: [DriverEventKind: SpanHistory] = [:]
    private(set) var notable = NotableEvents()
    /// The number of events of each kind.
    package private(set) var counts: [DriverEventKind: Int] = [:]

    /// The number of frames in which the eyes were readable.
    package private(set) var usableFrames = 0
    /// The number of frames whose data was good enough to assess the last minutes.
    private var assessedFrames = 0
    private var usableTime = 0
    /// How long an alert was active, in milliseconds.
    private(set) var alertTime = 0
    /// The number of times an alert became active.
    package private(set) var alerts = 0
    package private(set) var highestLevel = FatigueLevel.alert
    package private(set) var highestScore = 0.0
    private(set) var highestPerclos = 0.0
    private(set) var calibration = CalibrationState.uncalibrated
    /// When the calibration reached its state, in milliseconds from the first frame.
    private(set) var calibrationTime: Int?
    private var activeAlerts = ActiveAlerts()

    package init() {}

    /// Adds a frame and its records of events.
    package mutating func add(_ result: DriverResult, _ records: [DriverEventRecord]) {
        let time = result.timestamp.milliseconds
        if frames > 0, time - last <= Self.longestStep {
            if result.signals.isUsable { usableTime += time - last }
            if result.isAlert { alertTime += time - last }
        }
        series.add(at: time, DriverValue.values(of: result), DriverStatus(result))
        if result.signals.isUsable { usableFrames += 1 }
        if !result.isLimited { assessedFrames += 1 }
        highestLevel = max(highestLevel, result.fatigueLevel)
        highestScore = max(highestScore, result.fatigueScore)
        highestPerclos = max(highestPerclos, result.signals.perclos60)
        if result.calibration != calibration {
            calibration = result.calibration
            calibrationTime = time - first
        }
        alerts += result.activeAlerts.count { !activeAlerts.contains($0) }
        activeAlerts = result.activeAlerts
        add(records)
    }

    /// Adds records of events that ended with the run.
    package mutating func add(_ records: [DriverEventRecord]) {
        for record in records where record.phase != .fired {
            let event = record.event
            counts[event.kind, default: 0] += 1
            spans[event.kind, default: SpanHistory()].add(
                from: event.start.milliseconds, to: (event.end ?? event.fire).milliseconds)
            notable.add(record)
        }
    }

    package var frames: Int { series.frames }

    /// The timestamp of the first frame in milliseconds.
    var first: Int { series.first }

    /// The timestamp of the last frame in milliseconds.
    package var last: Int { series.last }

    /// The spans of one kind of event in order of time.
    func spans(of kind: DriverEventKind) -> [SpanHistory.Span] { spans[kind]?.spans ?? [] }

    /// Whether the lowest level means nothing because the eyes were never readable, or never well
    /// enough.
    package var isUnassessed: Bool {
        highestLevel == .alert && (assessedFrames == 0 || (availability ?? 0) == 0)
    }

    /// The share of the time in which the eyes were readable, or nil if there was no frame.
    var availability: Double? {
        if frames == 0 { return nil }
        if last == first { return Double(usableFrames) / Double(frames) }
        return min(1, Double(usableTime) / Double(last - first))
    }
}

/// The values that a report charts.
enum DriverValue: Int {
    case score, openness, perclos60, yaw, pitch

    /// A frame's values by their raw values, NaN where unknown.
    static func values(of result: DriverResult) -> SIMD8<Float> {
        var values = SIMD8<Float>(repeating: .nan)
        func set(_ value: DriverValue, _ number: Double?) {
            if let number { values[value.rawValue] = Float(number) }
        }
        set(.score, result.fatigueScore)
        set(.openness, result.signals.openness)
        set(.perclos60, result.signals.perclos60)
        set(.yaw, result.signals.relativeHead?.yaw)
        set(.pitch, result.signals.relativeHead?.pitch)
        return values
    }
}

/// The state that a report shows as colors.
struct DriverStatus: SeriesStatus {
    /// The highest level.
    private(set) var level: FatigueLevel
    /// Whether an alert was active.
    private(set) var isAlert: Bool
    /// Whether the eyes were readable in some frame.
    private(set) var isUsable: Bool

    /// Whether the level means something: it is raised, or the eyes were readable.
    var isAssessed: Bool { level > .alert || isUsable }

    init(_ result: DriverResult) {
        level = result.fatigueLevel
        isAlert = result.isAlert
        isUsable = result.signals.isUsable
    }

    mutating func merge(_ next: DriverStatus) {
        level = max(level, next.level)
        isAlert = isAlert || next.isAlert
        isUsable = isUsable || next.isUsable
    }
}

/// The events that a report lists: if not all fit, the most urgent, and of those the earliest.
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
        // Drop the latest of the least urgent.
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
        case .unresponsive: 0
        case .sleep: 1
        case .microsleep: 2
        case .distractionLong, .phoneLike: 3
        case .distractionShort: 4
        case .degraded, .eyesUnreadable: 5
        case .noFace, .headNod, .slump: 6
        case .levelChanged: 7
        case .yawn, .yawnRetracted: 8
        case .longBlink: 9
        case .blink: 10
        }
    }
}
