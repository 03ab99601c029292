/// Finds the parts of a series of samples that a filter may treat as continuous.
///
/// A run ends at a value that is not finite, and before a sample that comes later than 2.5 times the
/// median interval: one dropped frame is bridged, but a longer gap is not.
enum SampleRuns {
    /// The longest step within a run, in median intervals.
    private static let longestStep = 2.5
    /// How far times may deviate from an even grid, in intervals. Timestamps in whole milliseconds
    /// are off by up to 0.12 at 240 frames a second.
    private static let jitter = 0.15

    /// The ranges of indices of the runs, in order.
    ///
    /// - Parameters:
    ///   - values: The samples; NaN for missing ones.
    ///   - times: Their times in seconds, increasing; as many as `values`.
    static func ranges(of values: [Double], at times: [Double]) -> [Range<Int>] {
        let count = min(values.count, times.count)
        let limit = longestStep * (medianInterval(of: times) ?? .infinity)
        var runs: [Range<Int>] = []
        var start: Int?
        for index in 0..<count {
            guard values[index].isFinite, times[index].isFinite else {
                if let first = start { runs.append(first..<index) }
                start = nil
                continue
            }
            if let first = start, times[index] - times[index - 1] > limit {
                runs.append(first..<index)
                start = index
            }
            start = start ?? index
        }
        if let first = start { runs.append(first..<count) }
        return runs
    }

    /// The median of the intervals between times; nil with fewer than two times.
    static func medianInterval(of times: [Double]) -> Double? {
        var intervals = zip(times.dropFirst(), times).map { $0 - $1 }
        intervals.removeAll { !$0.isFinite || $0 <= 0 }
        guard !intervals.isEmpty else { return nil }
        intervals.sort()
        return intervals[intervals.count / 2]
    }

    /// The interval of a run's samples if they are evenly spaced, up to rounding of timestamps.
    static func uniformInterval(of times: ArraySlice<Double>) -> Double? {
        guard let first = times.first, let last = times.last, times.count > 1, last > first else {
            return nil
        }
        let interval = (last - first) / Double(times.count - 1)
        for (offset, time) in times.enumerated()
        where abs(time - first - Double(offset) * interval) > jitter * interval {
            return nil
        }
        return interval
    }
}
