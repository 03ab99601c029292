/// Finds a person's own range in the first repetitions of a signal, for adaptive thresholds.
///
/// A repetition is a rise and a fall, each by at least the least range. After two of them, thresholds are 20
/// % and 60 % of the way from the mean of the low turning points to the mean of the high ones. Two are
/// needed, because one is often a trial. The samples until then are kept, so that these repetitions are
/// counted, too.
struct RangeCalibration: Sendable {
    /// The number of repetitions used.
    static let repetitions = 2
    /// The shares of the range at which top and bottom lie.
    static let shares = (top: 0.2, bottom: 0.6)
    /// How many samples are kept; older ones are dropped.
    private static let capacity = 4096

    /// A sample in the form that a counter takes.
    struct Sample: Sendable {
        var time: Double
        var value: Double?
        var isMeasured: Bool
        var plane: Measure.Plane
    }

    private(set) var samples: [Sample] = []
    private let minRange: Double
    private let sign: Double
    private var lows: [Double] = []
    private var highs: [Double] = []
    /// The extremes since the last turning point.
    private var low = Double.infinity
    private var high = -Double.infinity
    private var rises = false

    init(minRange: Double, isDecreasing: Bool) {
        self.minRange = minRange
        sign = isDecreasing ? -1 : 1
        samples.reserveCapacity(Self.capacity)
    }

    /// Adds a sample; returns whether enough repetitions were seen.
    mutating func add(_ sample: Sample) -> Bool {
        if samples.count == Self.capacity { samples.removeFirst(Self.capacity / 2) }
        samples.append(sample)
        guard let value = sample.value, value.isFinite else { return false }
        follow(sign * value)
        return highs.count >= Self.repetitions
    }

    /// The thresholds from the repetitions seen so far; nil without any.
    var thresholds: (top: Double, bottom: Double)? {
        guard let low = Self.mean(lows), let high = Self.mean(highs) else { return nil }
        return (
            top: sign * (low + Self.shares.top * (high - low)),
            bottom: sign * (low + Self.shares.bottom * (high - low))
        )
    }

    /// A turning point counts once the signal is `minRange` away from it.
    private mutating func follow(_ value: Double) {
        if rises {
            high = max(high, value)
            guard value <= high - minRange else { return }
            highs.append(high)
            lows.append(low)
            rises = false
            low = value
        } else {
            low = min(low, value)
            guard value >= low + minRange else { return }
            rises = true
            high = value
        }
    }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}
