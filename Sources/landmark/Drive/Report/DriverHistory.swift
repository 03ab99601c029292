import DriverMonitoring
import LandmarkCore

/// What a report tells of a run, in memory that does not grow with its length.
struct DriverHistory: Sendable {
    /// Frames farther apart say nothing of the time between them, in milliseconds.
    private static let longestStep = 500

    private(set) var tracks = TrackHistory()
    private(set) var spans = SpanHistory()
    private(set) var notable = NotableEvents()
    private(set) var counts: [DriverEventKind: Int] = [:]

    private(set) var frames = 0
    private(set) var usableFrames = 0
    /// Frames whose data were good enough to judge the last minutes by.
    private(set) var judgedFrames = 0
    /// The times of the first and the last frame, in milliseconds.
    private(set) var first = 0
    private(set) var last = 0
    private(set) var usableTime = 0
    private(set) var alertTime = 0
    /// How often some alert went on.
    private(set) var alerts = 0
    private(set) var highestLevel = FatigueLevel.alert
    private(set) var highestScore = 0.0
    private(set) var highestPerclos = 0.0
    private(set) var calibration = CalibrationState.usualValues
    /// When the calibration came to where it is, in milliseconds.
    private(set) var calibrationTime: Int?
    private var active = ActiveAlerts()

    /// Takes in a frame and what it told of events.
    mutating func add(_ result: DriverResult, _ told: [ToldEvent]) {
        let time = result.timestamp.milliseconds
        if frames == 0 { first = time } else { pass(time - last, result) }
        frames += 1
        last = time
        if result.signals.isUsable { usableFrames += 1 }
        if !result.isLimited { judgedFrames += 1 }
        highestLevel = max(highestLevel, result.fatigueLevel)
        highestScore = max(highestScore, result.fatigueScore)
        highestPerclos = max(highestPerclos, result.signals.perclos60)
        if result.calibration != calibration {
            calibration = result.calibration
            calibrationTime = time - first
        }
        alerts += result.activeAlerts.count { !active.contains($0) }
        active = result.activeAlerts
        tracks.add(result)
        add(told)
    }

    /// Takes in events that ended with the run.
    mutating func add(_ told: [ToldEvent]) {
        for line in told where line.phase != .fired {
            counts[line.event.kind, default: 0] += 1
            spans.add(line.event)
            notable.add(line)
        }
    }

    private mutating func pass(_ step: Int, _ result: DriverResult) {
        guard step <= Self.longestStep else { return }
        if result.signals.isUsable { usableTime += step }
        if result.isAlert { alertTime += step }
    }

    /// The usual time between frames, in milliseconds; 0 when there is one frame.
    var step: Double { frames > 1 ? Double(last - first) / Double(frames - 1) : 0 }

    /// From the first frame to the end of the last, in milliseconds.
    var duration: Double { Double(last - first) + step }

    /// Whether the lowest level says nothing: nothing was seen, or never well enough.
    var isUnjudged: Bool {
        highestLevel == .alert && (judgedFrames == 0 || (availability ?? 0) == 0)
    }

    /// The share of the time in which the eyes could be read; nil without a frame.
    var availability: Double? {
        if frames == 0 { return nil }
        if last == first { return Double(usableFrames) / Double(frames) }
        return min(1, Double(usableTime) / Double(last - first))
    }
}
