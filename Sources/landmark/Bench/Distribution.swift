/// How numbers are spread.
struct Distribution: Sendable {
    private let sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    /// The sum over the count; 0 without values.
    var mean: Double {
        sorted.isEmpty ? 0 : sorted.reduce(0, +) / Double(sorted.count)
    }

    /// The value below which `fraction`, 0…1, of the values lie, between two of them in proportion.
    func percentile(_ fraction: Double) -> Double {
        guard let last = sorted.last else { return 0 }
        let place = fraction * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        let part = place - Double(index)
        return sorted[index] * (1 - part) + sorted[index + 1] * part
    }

    var median: Double { percentile(0.5) }

    /// p50, p95, p99 and the mean, with their names.
    var summary: [(name: String, value: Double)] {
        [
            ("p50", median), ("p95", percentile(0.95)), ("p99", percentile(0.99)),
            ("mean", mean),
        ]
    }
}
