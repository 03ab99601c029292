/// Learns how the open eyes of a driver measure, from many frames, by one of the two measures.
struct OpenEyes {
    /// What is left of the openest that was seen: eyes that get tired do not take it down with them.
    private static let floor = 0.9

    private var left = Histogram(0...1, bins: 1000)
    private var right = Histogram(0...1, bins: 1000)
    /// The openest so far, once it is frozen.
    private var best: (left: Double, right: Double)?

    mutating func add(left: Double, right: Double) {
        self.left.add(left)
        self.right.add(right)
    }

    /// How many frames were learned from.
    var count: Int { left.count }

    /// The medians so far.
    var medians: (left: Double, right: Double)? {
        guard let left = left.median, let right = right.median else { return nil }
        return (left, right)
    }

    /// Keeps `open` as the openest, and begins to collect anew.
    mutating func freeze(_ open: (left: Double, right: Double)) {
        best = open
        left.removeAll()
        right.removeAll()
    }

    /// What open eyes measure after another minute: they may have become opener, and less open by a
    /// tenth at the most.
    mutating func renewed(closed: Double) -> (left: Double, right: Double)? {
        defer {
            left.removeAll()
            right.removeAll()
        }
        guard let medians, var best else { return nil }
        let open = (
            left: Self.renewed(&best.left, medians.left, closed),
            right: Self.renewed(&best.right, medians.right, closed)
        )
        self.best = best
        return open
    }

    private static func renewed(
        _ best: inout Double, _ median: Double, _ closed: Double
    ) -> Double {
        let direction: Double = best < closed ? -1 : 1
        if direction * (median - best) > 0 { best = median }
        let limit = closed + floor * (best - closed)
        return direction * (median - limit) > 0 ? median : limit
    }
}
