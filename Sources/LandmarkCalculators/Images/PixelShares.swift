/// What the places of a scaled line are made of: neighboring pixels, each with its share.
struct PixelShares {
    /// The first pixel of each place.
    private(set) var firsts: [Int] = []
    /// Where in `weights` each place's begin, and at last where they end.
    private(set) var starts = [0]
    /// The shares, place by place, those of each one in the order of its pixels.
    private(set) var weights: [Float] = []

    /// Shares of `count` pixels for `target` places.
    init(of count: Int, for target: Int, takesNearest: Bool) {
        let scale = Float(count) / Float(target)
        for place in 0..<target {
            if takesNearest {
                add(min(count - 1, place * count / target), [1])
            } else if target >= count {
                addBetween(Float(place) * scale + 0.5 * scale - 0.5, count)
            } else {
                addCovered(Float(place) * scale, Float(place + 1) * scale, count)
            }
        }
    }

    /// The two pixels around `place`, the outermost beyond the edge.
    private mutating func addBetween(_ place: Float, _ count: Int) {
        let inside = min(max(place, 0), Float(count - 1))
        let first = min(Int(inside), max(0, count - 2))
        let weight = inside - Float(first)
        add(first, count == 1 || weight == 0 ? [1] : [1 - weight, weight])
    }

    /// All pixels from `low` to `high`, by how much of each lies between.
    private mutating func addCovered(_ low: Float, _ high: Float, _ count: Int) {
        let first = min(Int(low), count - 1)
        let last = min(max(first, Int(high.rounded(.up)) - 1), count - 1)
        let covered = (first...last).map { pixel in
            max(0, min(high, Float(pixel + 1)) - max(low, Float(pixel)))
        }
        let sum = covered.reduce(0, +)
        add(first, covered.map { $0 / sum })
    }

    private mutating func add(_ first: Int, _ shares: [Float]) {
        firsts.append(first)
        weights += shares
        starts.append(weights.count)
    }
}
