import DriverMonitoring
import LandmarkCore
import Testing

/// A simulated drive: readings at a fixed frame rate, and the results of a state machine.
struct Timeline {
    private(set) var fired: [DriverEvent] = []
    private(set) var ended: [DriverEvent] = []
    private(set) var highestScore = 0.0
    private(set) var results: [DriverResult] = []

    /// Simulates `seconds` at `rate` frames per second. `change` modifies the reading of an awake
    /// driver at a time in seconds; the second measure of the eyes agrees with the first unless
    /// `change` sets it or `hasOpinions` is false.
    init(
        _ seconds: Double, rate: Double = 30, hasOpinions: Bool = true,
        machine: inout DriverStateMachine,
        _ change: (Double, inout DriverReading) -> Void
    ) throws {
        for index in 0...Int((seconds * rate).rounded()) {
            let time = Double(index) / rate
            var reading = DriverReading(timestamp: .seconds(time), openness: awake(time))
            change(time, &reading)
            if hasOpinions, reading.opennessByAspectRatio == nil {
                reading.opennessByAspectRatio = reading.openness
            }
            add(try machine.update(reading))
        }
    }

    /// Simulates a drive as the specification defines it, with microsleeps from 1.5 s on unless
    /// `options` differ.
    init(
        _ seconds: Double, rate: Double = 30, hasOpinions: Bool = true,
        options: DriverOptions = .specification, _ change: (Double, inout DriverReading) -> Void
    ) throws {
        var machine = DriverStateMachine(options: options)
        try self.init(
            seconds, rate: rate, hasOpinions: hasOpinions, machine: &machine, change)
    }

    private mutating func add(_ result: DriverResult) {
        fired += result.firedEvents
        ended += result.endedEvents
        highestScore = max(highestScore, result.fatigueScore)
        results.append(result)
    }

    var last: DriverResult? { results.last }

    /// The confidence at the end of an awake driver's drive in which every reading is changed.
    static func confidence(
        rate: Double = 30, _ change: (inout DriverReading) -> Void
    ) throws -> Double {
        try #require(try Timeline(40, rate: rate) { change(&$1) }.last).confidence
    }

    /// The result of the first frame at or after a time in seconds.
    func result(at time: Double) throws -> DriverResult {
        try #require(results.first { $0.timestamp >= .seconds(time) })
    }

    /// The kinds of events that fired, except blinks and level changes.
    var kinds: Set<DriverEventKind> {
        Set(fired.map(\.kind)).subtracting([.blink, .levelChanged])
    }

    func times(_ kind: DriverEventKind) -> [Double] {
        fired.filter { $0.kind == kind }.map(\.fire.seconds)
    }

    func events(_ kind: DriverEventKind) -> [DriverEvent] { ended.filter { $0.kind == kind } }

    /// The level changes: time in seconds and new level.
    var levels: [(time: Double, level: Int)] {
        fired.compactMap { event in
            event.levels.map { (event.fire.seconds, $0.to.rawValue) }
        }
    }

    /// Expects events of `kind` at exactly these times, to a tenth of a second.
    func expect(
        _ kind: DriverEventKind, at times: [Double],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let got = self.times(kind)
        let agree =
            got.count == times.count && zip(got, times).allSatisfy { abs($0 - $1) <= 0.1 }
        #expect(agree, "\(kind.rawValue) at \(got), not \(times)", sourceLocation: sourceLocation)
    }

    /// Expects exactly these level changes, to a tenth of a second.
    func expectLevels(
        _ expected: [(time: Double, level: Int)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let got = levels
        let agree =
            got.count == expected.count
            && zip(got, expected).allSatisfy {
                abs($0.time - $1.time) <= 0.1 && $0.level == $1.level
            }
        #expect(agree, "levels \(got), not \(expected)", sourceLocation: sourceLocation)
    }
}

extension Timestamp {
    /// A timestamp rounded to milliseconds, as in a video.
    static func seconds(_ seconds: Double) -> Timestamp {
        .milliseconds(Int((seconds * 1000).rounded()))
    }

    var seconds: Double { Double(milliseconds) / 1000 }
}

/// Whether `time` is in `start..<end`, allowing for rounding.
func within(_ time: Double, _ start: Double, _ end: Double) -> Bool {
    start - 1e-9 <= time && time < end - 1e-9
}

extension DriverOptions {
    /// The specification's microsleep.
    static let specification = DriverOptions(microsleepDuration: 1.5)
}

/// The openness of open eyes whose lids move a little every 20 s, too little for a blink: eyes that
/// do not move for a minute are doubted.
func awake(_ time: Double) -> Double {
    (time + 1e-9).truncatingRemainder(dividingBy: 20) < 0.1 ? 0.6 : 1
}

/// The openness of eyes that blink every `period` seconds for `length` seconds, from 2 s on.
func blinking(_ time: Double, every period: Double = 4, for length: Double = 0.15) -> Double {
    time >= 2 && (time - 2).truncatingRemainder(dividingBy: period) < length - 1e-9 ? 0 : 1
}

/// How far a head has fallen, 0…1, that falls for `duration` seconds from `start` on, and is back
/// 0.3 s after `end`.
func fallen(_ time: Double, from start: Double, within duration: Double, until end: Double)
    -> Double
{
    if time < end { return min(1, max(0, (time - start) / duration)) }
    return max(0, 1 - (time - end) / 0.3)
}

/// The description of the error that `body` throws; nil when it does not throw.
func errorDescription(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}
