/// Learns how the open eyes of a driver measure, from many frames, by one of the two measures.
///
/// Each eye by itself: before a camera that stands far aside only one of them ever counts.
struct OpenEyes {
    /// What is left of the openest that was seen: eyes that get tired do not take it down with them.
    private static let floor = 0.9
    /// An eye is known by so many frames.
    private static let fewest = 45

    private var left = Histogram(0...1, bins: 1000)
    private var right = Histogram(0...1, bins: 1000)
    /// The openest so far, once it is frozen.
    private var best: (left: Double, right: Double)?

    /// Takes the measures of the eyes that count.
    mutating func add(left: Double?, right: Double?) {
        if let left { self.left.add(left) }
        if let right { self.right.add(right) }
    }

    /// Whether enough is known of an eye at least.
    var isKnown: Bool { left.count >= Self.fewest || right.count >= Self.fewest }

    /// The medians so far, by eye; nil for one of too few frames.
    private var known: (left: Double?, right: Double?) {
        (
            left.count >= Self.fewest ? left.median : nil,
            right.count >= Self.fewest ? right.median : nil
        )
    }

    /// The medians so far; an eye of too few frames, such as that away from the camera, is taken
    /// to measure as the other one. Nil when both have too few.
    var medians: (left: Double, right: Double)? {
        let known = known
        guard let either = known.left ?? known.right else { return nil }
        return (known.left ?? either, known.right ?? either)
    }

    /// Keeps `open` as the openest, and begins to collect anew.
    mutating func freeze(_ open: (left: Double, right: Double)) {
        best = open
        left.removeAll()
        right.removeAll()
    }

    /// What open eyes measure after another minute: they may have become opener, and less open by a
    /// tenth at the most. One of too few frames measures as it did.
    mutating func renewed(
        _ open: (left: Double, right: Double), closed: Double
    ) -> (left: Double, right: Double) {
        defer {
            left.removeAll()
            right.removeAll()
        }
        guard var best else { return open }
        let known = known
        let renewed = (
            left: known.left.map { Self.renewed(&best.left, $0, closed) } ?? open.left,
            right: known.right.map { Self.renewed(&best.right, $0, closed) } ?? open.right
        )
        self.best = best
        return renewed
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
