/// Learns the neutral position while the person stands still.
///
/// The person is standing while knees, hips and trunk, as far as they are measured, are near their neutral
/// position and none of their angles changes by 10° per second or more. A held squat is still, too, but does
/// not count. After a second of standing, every measure that was itself still and near 0 gets the median of
/// that second; others can follow for up to 5 s while the person continues to stand. So fidgeting hands do
/// not keep the legs from getting a neutral position, and a raised arm does not get one.
///
/// Speeds are those over the last half second: from frame to frame, the speed of a landmark at rest
/// is mostly noise.
struct NeutralCalibration {
    /// The required seconds of standing still.
    private static let span = 1.0
    /// Seconds after the first median in which others can follow.
    private static let followUp = 5.0
    /// Seconds over which speed is measured.
    private static let speedSpan = 0.5
    /// Units per second: degrees, or for distances hundredths of a meter.
    private static let maxSpeed = 10.0
    /// The greatest neutral angle in degrees, in either direction.
    private static let maxDeviation = 45.0
    /// Rows are thinned to this interval, so that `capacity` rows cover the span.
    private static let minInterval = 0.98 * span / 64
    private static let capacity = 68
    /// Times come from milliseconds or frame rates.
    private static let rounding = 1e-6

    private let measures = Measure.allCases
    private let isStance = Measure.allCases.map(\.isOfStance)
    /// Rows of values in order of time in a ring that starts at `first`; NaN where not measured.
    private var rows = Array(repeating: Double.nan, count: capacity * Measure.allCases.count)
    private var times = Array(repeating: 0.0, count: capacity)
    private var first = 0
    private var count = 0
    /// Since when each measure has been still and near 0.
    private var stillSince = Array(repeating: Double.infinity, count: Measure.allCases.count)
    /// The medians; NaN where there is none yet.
    private var neutral = Array(repeating: Double.nan, count: Measure.allCases.count)
    /// When the first medians were taken.
    private var learned: Double?
    /// Whether nothing more will be learned.
    private(set) var isFinished = false

    /// Adds a frame; returns the neutral position when more of it has become known.
    mutating func update(_ readings: [Reading], at time: Double) -> NeutralPosition? {
        if count > 0, time - times[row(count - 1)] < Self.minInterval { return nil }
        let standingSince = settle(readings, at: time)
        add(readings, at: time)
        if let learned {
            isFinished = standingSince == time || time - learned > Self.followUp
        }
        guard !isFinished, time - standingSince >= Self.span - Self.rounding else { return nil }
        return learn(at: time) ? NeutralPosition(values: neutral) : nil
    }

    /// Starts again after an absence, if nothing has been learned.
    mutating func interrupt() {
        count = 0
        isFinished = learned != nil
        for index in stillSince.indices { stillSince[index] = .infinity }
    }

    /// Updates since when each measure has been still; returns since when the person stands.
    private mutating func settle(_ readings: [Reading], at time: Double) -> Double {
        let reference = reference(for: time)
        var standingSince = -Double.infinity
        for index in measures.indices where readings[index].state == .measured {
            let value = readings[index].value
            var isStill = stillSince[index].isFinite
            let unit = measures[index].unit == .meters ? 0.01 : 1
            if measures[index].unit == .degrees, abs(value) > Self.maxDeviation { isStill = false }
            if let reference {
                let change = abs(value - rows[reference * measures.count + index]) / unit
                let limit = Self.maxSpeed * (time - times[reference])
                if change >= limit { isStill = false }
            }
            if !isStill { stillSince[index] = time }
            if isStance[index] { standingSince = max(standingSince, stillSince[index]) }
        }
        return standingSince.isFinite ? standingSince : since(readings)
    }

    /// Since when any measure has been still, if no measure of the stance is measured.
    private func since(_ readings: [Reading]) -> Double {
        var earliest = Double.infinity
        for index in measures.indices where readings[index].state == .measured {
            earliest = min(earliest, stillSince[index])
        }
        return earliest
    }

    /// Takes the median of each measure that has been still for a second and has none yet; returns
    /// whether there was one.
    private mutating func learn(at time: Double) -> Bool {
        let limit = time - Self.span + Self.rounding
        var hasLearned = false
        for index in measures.indices where neutral[index].isNaN && stillSince[index] <= limit {
            let median = median(of: index, since: limit - 2 * Self.rounding)
            guard !median.isNaN else { continue }
            neutral[index] = median
            hasLearned = true
        }
        if hasLearned, learned == nil { learned = time }
        return hasLearned
    }

    // MARK: Rows

    private func row(_ index: Int) -> Int { (first + index) % Self.capacity }

    private mutating func add(_ readings: [Reading], at time: Double) {
        if count == Self.capacity {
            first = row(1)
            count -= 1
        }
        let row = row(count)
        times[row] = time
        for index in measures.indices {
            let isMeasured = readings[index].state == .measured
            rows[row * measures.count + index] = isMeasured ? readings[index].value : .nan
        }
        count += 1
    }

    /// The newest row that is half a second older than `time`; nil if there is none.
    private func reference(for time: Double) -> Int? {
        var index = count - 1
        while index >= 0, time - times[row(index)] < Self.speedSpan - Self.rounding { index -= 1 }
        return index >= 0 ? row(index) : nil
    }

    /// The median of a measure since a time; NaN if it was measured in less than half the rows.
    private func median(of measure: Int, since time: Double) -> Double {
        let recent = (0..<count).map(row).filter { times[$0] >= time }
        var values = recent.map { rows[$0 * measures.count + measure] }
        values.removeAll(where: \.isNaN)
        guard !values.isEmpty, values.count * 2 >= recent.count else { return .nan }
        values.sort()
        return (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
    }
}

extension Measure {
    /// Whether it indicates that a person stands upright and still.
    fileprivate var isOfStance: Bool {
        switch quantity {
        case .kneeFlexion, .hipFlexion, .hipAbduction, .trunkInclination, .trunkForward,
            .trunkLateral:
            true
        default: false
        }
    }
}
