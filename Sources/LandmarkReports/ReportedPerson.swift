import LandmarkCore
import LandmarkMotion
import LandmarkOverlays

/// One person's history for a report, prepared once for all layouts.
struct ReportedPerson: Sendable {
    /// The state of frames in a chart of angles, which shows none.
    struct Unmarked: SeriesStatus {
        mutating func merge(_ next: Unmarked) {}
    }

    /// A measure, or the two sides of one, over the run.
    struct Pair: Sendable {
        let title: String
        /// The measures of the left and right, or a single measure without a side.
        let measures: [Measure]
        /// The curves in the order of `measures`.
        let series: SeriesHistory<Unmarked>
        /// The least and greatest filtered values in the order of `measures`.
        let ranges: [ClosedRange<Double>?]

        /// The difference between the sides' ranges of motion: 100·|L−R| / ((L+R)/2).
        var symmetry: Double? {
            guard ranges.count == 2, let left = ranges[0], let right = ranges[1] else {
                return nil
            }
            let (a, b) = (left.upperBound - left.lowerBound, right.upperBound - right.lowerBound)
            let percent = 100 * abs(a - b) / ((a + b) / 2)
            return percent.isFinite ? percent : nil
        }
    }

    let history: MotionHistory
    let pairs: [Pair]
    /// The time from which others are counted, in milliseconds.
    let origin: Double

    init(_ history: MotionHistory, origin: Double) {
        self.history = history
        self.origin = origin
        let recording = history.recording
        let times = recording.times
        var titles: [String] = []
        for measure in recording.measures where !titles.contains(measure.title) {
            titles.append(measure.title)
        }
        pairs = titles.map { title in
            let measures = recording.measures.filter { $0.title == title }
                .sorted { $0.rawValue < $1.rawValue }.prefix(2)
            return Pair(
                title: title, measures: Array(measures),
                series: Self.series(measures.map { recording.curve(of: $0) }, at: times),
                ranges: measures.map { recording.range(of: $0) })
        }
    }

    private static func series(
        _ curves: [[Double]], at times: [Double]
    ) -> SeriesHistory<Unmarked> {
        var series = SeriesHistory<Unmarked>()
        for (index, time) in times.enumerated() {
            var values = SIMD8<Float>(repeating: .nan)
            for (place, curve) in curves.enumerated() where index < curve.count {
                values[place] = Float(curve[index])
            }
            series.add(at: Milliseconds.of(seconds: time), values, Unmarked())
        }
        return series
    }

    var report: SessionReport? { history.report }

    /// The repetitions in order of time, each with its counter's side.
    var repetitions: [(side: BodySide?, repetition: Repetition)] {
        let counters = report?.counters ?? []
        let all = counters.flatMap { counter in
            counter.repetitions.map { (side: counter.side, repetition: $0) }
        }
        return all.sorted { $0.repetition.start < $1.repetition.start }
    }

    /// A time as text.
    func clock(_ seconds: Double, places: Int = 1) -> String {
        let milliseconds = seconds * 1000 - origin
        return milliseconds.isFinite && abs(milliseconds) < 1e15
            ? TimeText.clock(milliseconds, places: places) : "–"
    }

    /// Whether the exercise is walking, which has steps and neither signal nor repetitions.
    var isGait: Bool { if case .gait = report?.test { true } else { false } }

    /// The share of frames in which the exercise's signal was measured or, without a signal, all measures
    /// together.
    var measuredShare: Double? {
        // Gait has no signal.
        if let report, !history.sides.isEmpty, !isGait { return report.measuredShare }
        let recording = history.recording
        let shares =
            recording.count > 0
            ? recording.measures.map(recording.measuredShare) : []
        return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
    }
}

extension Ink {
    static let leftSide = Ink("left", light: 0xB35C00, dark: 0xFFB04D)
    static let rightSide = Ink("right", light: 0x1268B3, dark: 0x5CB8FF)
    static let bothSides = Ink("both", light: 0x5B3FA8, dark: 0xB79CFF)
    static let repetition = Ink("repetition", light: 0x2E8F5B, dark: 0x4CC98A)
    static let flawed = Ink("flawed", light: 0xC07A00, dark: 0xF0B84A)
    /// For times in which a signal was not measured.
    static let unmeasured = Ink("unmeasured", light: 0xAEB8C2, dark: 0x4A5663)

    static let motionPalette =
        base + [.leftSide, .rightSide, .bothSides, .repetition, .flawed, .unmeasured] + signals

    static func side(_ side: BodySide?) -> Ink {
        switch side {
        case .left: .leftSide
        case .right: .rightSide
        case nil: .bothSides
        }
    }
}
