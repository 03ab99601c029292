/// Measures the tempo of repetitions between 10 % and 90 % of each one's own range of motion.
///
/// The range is from the least value since the previous repetition to the peak. Down, bottom, up
/// and top follow each other without gaps, so their sum is the time from one repetition to the
/// next. Levels are crossed on a cubic through four samples: a straight line between two at 30
/// frames per second is 0.3 ms off in a repetition of 2 s.
struct TempoMeter: Sendable {
    /// A repetition that has ended.
    struct Measured {
        var down, bottom, range: Double
        /// How long the previous repetition's way up took, if that has become known only now.
        var upBefore: Double?
        /// The time since the end of that way up; nil if it is unknown.
        var topBefore: Double?
        /// The smoothness of the way from the last value at 10 % to the peak.
        var smoothness: MovementSmoothness?
    }

    /// More than the longest repetitions take at 60 frames per second.
    private var samples = SampleRing(capacity: 4096)
    /// The least measured value at the top since the last repetition.
    private var base = Double.infinity
    private var newestIsMeasured = false
    /// The first sample of this series, before which the signal was missing.
    private var seriesStart = 0
    /// The first sample of the repetition in progress.
    private var repetitionStart = 0
    /// The last repetition's way back, until 10 % is reached.
    private var wayBack: WayBack?
    /// When the last repetition's way back ended; nil if unknown.
    private var upEnd: Double?
    private var newUp: Double?

    private struct WayBack: Sendable {
        let level: Double
        let begin: Double
        /// The first sample at 10 %, once there is one.
        var arrival: Int?
        var lowest = Double.infinity
        var lowestTime = 0.0
    }

    /// Adds a sample, before the counter's state is known.
    mutating func add(_ value: Double, at time: Double, isMeasured: Bool) {
        samples.append(time: time, value: value)
        newestIsMeasured = isMeasured
        // One sample after the arrival, because the cubic needs another sample.
        settleArrival()
        followWayBack(samples.end - 1)
    }

    /// Adds the counter's result for the newest sample.
    mutating func note(isAtTop: Bool) {
        guard isAtTop, newestIsMeasured, let newest = samples[samples.end - 1] else { return }
        base = min(base, newest.value)
    }

    /// Begins a series after the signal was missing.
    mutating func beginSeries() {
        seriesStart = samples.end - 1
        base = .infinity
    }

    /// Begins a repetition with the newest sample.
    mutating func beginRepetition() { repetitionStart = samples.end - 1 }

    /// Ends the repetition with the newest sample.
    mutating func endRepetition(peak: Double) -> Measured {
        let end = samples.end - 1
        let base = base.isFinite ? base : samples[repetitionStart - 1]?.value ?? peak
        let range = peak - base
        let (low, high) = (base + 0.1 * range, base + 0.9 * range)
        // The first rise through 90 %, the last rise through 10 % before it, and the last fall
        // through 90 %.
        let first = max(seriesStart, samples.start)
        var rise = max(repetitionStart, first)
        while rise < end, samples[rise].map({ $0.value < high }) ?? false { rise += 1 }
        var departure = rise
        while departure > first, samples[departure - 1].map({ $0.value > low }) ?? false {
            departure -= 1
        }
        var fall = end
        while fall > rise + 1, samples[fall - 1].map({ $0.value < high }) ?? false { fall -= 1 }
        let downStart = crossing(of: low, before: departure)
        let bottomStart = crossing(of: high, before: rise)
        let bottomEnd = crossing(of: high, before: fall)
        var measured = Measured(
            down: bottomStart - downStart, bottom: bottomEnd - bottomStart, range: range)
        measured.smoothness = smoothness(from: max(first, departure - 1), upTo: peak)
        settleArrival()
        if let wayBack {
            // The signal was never back at 10 %: the way up ended at the lowest point.
            measured.upBefore = wayBack.lowestTime - wayBack.begin
            upEnd = wayBack.lowestTime
        }
        measured.topBefore = upEnd.map { downStart - $0 }
        upEnd = nil
        self.base = .infinity
        wayBack = WayBack(level: low, begin: bottomEnd)
        for index in fall...end { followWayBack(index) }
        return measured
    }

    /// Discards everything so far: the signal was missing for too long.
    mutating func interrupt() {
        settleArrival()
        wayBack = nil
        upEnd = nil
        base = .infinity
    }

    /// Ends the signal.
    mutating func finish() { settleArrival() }

    /// Returns, only once, how long the last repetition's way up took; nil until that is known.
    mutating func takeUp() -> Double? {
        defer { newUp = nil }
        return newUp
    }

    /// Checks whether a sample is back at 10 %.
    private mutating func followWayBack(_ index: Int) {
        guard var way = wayBack, way.arrival == nil, let sample = samples[index] else { return }
        if sample.value < way.lowest {
            way.lowest = sample.value
            way.lowestTime = sample.time
        }
        if sample.value <= way.level { way.arrival = index }
        wayBack = way
    }

    /// Ends the way up where it has arrived.
    private mutating func settleArrival() {
        guard let way = wayBack, let arrival = way.arrival else { return }
        let end = crossing(of: way.level, before: arrival)
        newUp = end - way.begin
        upEnd = end
        wayBack = nil
    }

    /// The smoothness of the movement from a sample to the first one with the peak's value.
    private func smoothness(from first: Int, upTo peak: Double) -> MovementSmoothness? {
        var times: [Double] = []
        var values: [Double] = []
        for index in first..<samples.end {
            guard let sample = samples[index] else { continue }
            times.append(sample.time)
            values.append(sample.value)
            if sample.value >= peak { break }
        }
        return MovementSmoothness(values, at: times)
    }

    /// When the signal crossed `level` between the sample before `index` and that sample.
    private func crossing(of level: Double, before index: Int) -> Double {
        samples.crossing(of: level, before: index, from: seriesStart)
    }
}
