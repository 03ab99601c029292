import DriverMonitoring
import LandmarkCore
import Testing

/// A drive on a clock turned by hand: what a driver does second by second, and what was told of it.
struct Timeline {
    private(set) var fired: [DriverEvent] = []
    private(set) var ended: [DriverEvent] = []
    private(set) var highestScore = 0.0
    private(set) var results: [DriverResult] = []

    /// Runs `seconds` at `rate` frames a second; `change` says what is unusual at a time.
    init(
        _ seconds: Double, rate: Double = 30,
        machine: inout DriverStateMachine,
        _ change: (Double, inout DriverReading) -> Void
    ) throws {
        for index in 0...Int((seconds * rate).rounded()) {
            let time = Double(index) / rate
            var reading = DriverReading(timestamp: .seconds(time))
            change(time, &reading)
            add(try machine.update(reading))
        }
    }

    init(
        _ seconds: Double, rate: Double = 30, _ change: (Double, inout DriverReading) -> Void
    ) throws {
        var machine = DriverStateMachine()
        try self.init(seconds, rate: rate, machine: &machine, change)
    }

    private mutating func add(_ result: DriverResult) {
        fired += result.firedEvents
        ended += result.endedEvents
        highestScore = max(highestScore, result.fatigueScore)
        results.append(result)
    }

    var last: DriverResult? { results.last }

    /// The frame at a time, or the first after it.
    func result(at time: Double) throws -> DriverResult {
        try #require(results.first { $0.timestamp >= .seconds(time) })
    }

    /// The kinds of events that fired, blinks and changes of level apart.
    var kinds: Set<DriverEventKind> {
        Set(fired.map(\.kind)).subtracting([.blink, .levelChanged])
    }

    func times(_ kind: DriverEventKind) -> [Double] {
        fired.filter { $0.kind == kind }.map(\.fire.seconds)
    }

    func events(_ kind: DriverEventKind) -> [DriverEvent] { ended.filter { $0.kind == kind } }

    /// The steps of level: when, and to which.
    var levels: [(time: Double, level: Int)] {
        fired.compactMap { event in
            event.levels.map { (event.fire.seconds, $0.to.rawValue) }
        }
    }

    /// Events of `kind` fired at these times and no others, within a tenth of a second.
    func expect(
        _ kind: DriverEventKind, at times: [Double],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let got = self.times(kind)
        let agree =
            got.count == times.count && zip(got, times).allSatisfy { abs($0 - $1) <= 0.1 }
        #expect(agree, "\(kind.rawValue) at \(got), not \(times)", sourceLocation: sourceLocation)
    }

    /// The levels were entered at these times and no others, within a tenth of a second.
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
    /// A time as a video has it: rounded to milliseconds.
    static func seconds(_ seconds: Double) -> Timestamp {
        .milliseconds(Int((seconds * 1000).rounded()))
    }

    var seconds: Double { Double(milliseconds) / 1000 }
}

/// Whether `time` is in a span that begins at `start` and ends before `end`.
func within(_ time: Double, _ start: Double, _ end: Double) -> Bool {
    start - 1e-9 <= time && time < end - 1e-9
}

/// The openness of eyes that blink every `period` seconds for `length`, from the second on.
func blinking(_ time: Double, every period: Double = 4, for length: Double = 0.15) -> Double {
    time >= 2 && (time - 2).truncatingRemainder(dividingBy: period) < length - 1e-9 ? 0 : 1
}

/// Why `body` refuses what it is given, in words; nil when it does not.
func refusal(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}
