/// The newest samples of a signal. Indices are counted from the first sample ever and stay valid.
struct SampleRing: Sendable {
    private let capacity: Int
    private var samples: [SIMD2<Double>] = []
    /// One more than the index of the newest sample.
    private(set) var end = 0

    /// Creates an empty ring that never allocates again.
    init(capacity: Int) {
        self.capacity = capacity
        samples.reserveCapacity(capacity)
    }

    /// The index of the oldest sample.
    var start: Int { max(0, end - capacity) }

    /// The sample at an index; nil if it was dropped or never existed.
    subscript(index: Int) -> (time: Double, value: Double)? {
        guard index >= start, index < end else { return nil }
        let sample = samples[index % capacity]
        return (sample.x, sample.y)
    }

    /// The newest sample.
    var newest: (time: Double, value: Double)? { self[end - 1] }

    mutating func append(time: Double, value: Double) {
        let sample = SIMD2(time, value)
        if end < capacity {
            samples.append(sample)
        } else {
            samples[end % capacity] = sample
        }
        end += 1
    }

    /// When the signal crossed `level` between the samples at `index - 1` and `index`, on the cubic through
    /// two samples on either side, or on a line if there are fewer samples.
    ///
    /// - Parameter first: The first sample that may be used.
    func crossing(of level: Double, before index: Int, from first: Int) -> Double {
        guard let after = self[index] else { return self[end - 1]?.time ?? 0 }
        guard index > first, let before = self[index - 1], before.value != after.value else {
            return after.time
        }
        let line =
            before.time
            + (after.time - before.time) * (level - before.value) / (after.value - before.value)
        guard index - 2 >= first, let outer = self[index - 2], let next = self[index + 1] else {
            return min(max(line, before.time), after.time)
        }
        // The cubic passes through both samples, so it crosses the level between them.
        let rises = after.value > before.value
        var (low, high) = (before.time, after.time)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            let value = Self.cubic(through: (outer, before, after, next), at: middle)
            if (value < level) == rises { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    private typealias Point = (time: Double, value: Double)

    /// The value of Lagrange's polynomial through four points.
    private static func cubic(through p: (Point, Point, Point, Point), at time: Double) -> Double {
        func term(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Double {
            a.value * (time - b.time) * (time - c.time) * (time - d.time)
                / ((a.time - b.time) * (a.time - c.time) * (a.time - d.time))
        }
        return term(p.0, p.1, p.2, p.3) + term(p.1, p.0, p.2, p.3) + term(p.2, p.0, p.1, p.3)
            + term(p.3, p.0, p.1, p.2)
    }
}
