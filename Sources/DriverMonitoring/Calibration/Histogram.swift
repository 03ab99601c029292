/// Counts of values in bins of one width: medians of any number of values in a memory of fixed size,
/// the same in whatever order they came.
struct Histogram {
    private let range: ClosedRange<Double>
    private var bins: ContiguousArray<UInt32>
    private(set) var count = 0

    init(_ range: ClosedRange<Double>, bins: Int) {
        self.range = range
        self.bins = ContiguousArray(repeating: 0, count: bins)
    }

    private var width: Double { (range.upperBound - range.lowerBound) / Double(bins.count) }

    /// Counts a number; one beyond the range counts at its end.
    mutating func add(_ value: Double) {
        let place = (value.clamped(to: range) - range.lowerBound) / width
        bins[min(Int(place), bins.count - 1)] += 1
        count += 1
    }

    /// The value that `share` of all are not above, to half a bin; nil when there are none.
    func quantile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        let wanted = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (index, number) in bins.enumerated() {
            seen += Int(number)
            if seen >= wanted { return range.lowerBound + (Double(index) + 0.5) * width }
        }
        return range.upperBound
    }

    var median: Double? { quantile(0.5) }

    mutating func removeAll() {
        for index in bins.indices { bins[index] = 0 }
        count = 0
    }
}
