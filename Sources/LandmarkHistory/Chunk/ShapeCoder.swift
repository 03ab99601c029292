#if os(Linux)
/// Codes the values of shapes, frame after frame, as differences from a prediction: each landmark moves like
/// its neighbors, mainly the nearest. Neighbors are those that were next to it where the shape was first
/// seen.
struct ShapeCoder<Bits: BitCoder> {
    /// The state of a shape from earlier frames.
    private struct Track {
        let stride: Int
        var values: [Int]
        /// How far each value was from its prediction.
        var misses: [Int]
        /// For each landmark three earlier ones nearby.
        let neighbors: [(Int, Int, Int)]
    }

    private(set) var bits: Bits
    private var tracks: [Int: Track] = [:]
    /// The pairs of landmarks compared so far to find neighbors.
    private var compared = 0
    /// Indexed by the position in a landmark, by how far other values were from their predictions, and by the
    /// bit.
    private var likelihoods = [Likelihood](
        repeating: Likelihood(), count: places * classes * binaries)

    /// Indexed by the position in a landmark and by the bit: the likelihood that a large difference is
    /// longer.
    private var lengths = [Likelihood](repeating: Likelihood(), count: places * lengthBits)

    /// Beyond this, bytes are damaged: one chunk would have 2,000 new faces. Comparing would take seconds.
    private static var mostCompared: Int { 1 << 29 }
    private static var lengthBits: Int { 64 }
    private static var places: Int { 3 }
    private static var classes: Int { 8 }
    /// The bits of a difference: that it is 0; then, of its size, that it is 1, 2, 3, ….
    private static var binaries: Int { 16 }

    init(_ bits: Bits) { self.bits = bits }

    /// Codes the values of a shape.
    ///
    /// - Parameters:
    ///   - values: The values; nil for a decoder.
    ///   - count: Their number.
    /// - Returns: The values.
    mutating func code(
        _ values: [Int]?, id: Int, stride: Int, count: Int
    ) throws(FrameChunk.Damage) -> [Int] {
        let track = tracks[id]
        let isKnown = track?.stride == stride && track?.values.count == count
        guard let track, isKnown else {
            // The limit applies only to a decoder, whose bytes may be damaged.
            if values == nil { try compare(count / stride + 1) }
            let first = try codeFirst(values, stride: stride, count: count)
            tracks[id] = Track(
                stride: stride, values: first, misses: [Int](repeating: 2, count: count),
                neighbors: Self.neighbors(first, stride))
            return first
        }
        return try code(values, id: id, after: track)
    }

    /// Accounts for comparing the landmarks of a new shape with each other.
    private mutating func compare(_ points: Int) throws(FrameChunk.Damage) {
        guard points < 1 << 16, compared + points * points <= Self.mostCompared else {
            throw FrameChunk.Damage(reason: "shapes of too many landmarks")
        }
        compared += points * points
    }

    /// Codes the first values of a shape, predicting each landmark at the position of the previous
    /// one.
    private mutating func codeFirst(
        _ values: [Int]?, stride: Int, count: Int
    ) throws(FrameChunk.Damage) -> [Int] {
        var coded: [Int] = []
        coded.reserveCapacity(count)
        for index in 0..<count {
            let expected = index < stride ? 0 : coded[index - stride]
            let miss = (values?[index] ?? 0) &- expected
            coded.append(
                expected &+ (try code(miss, place: index % stride, class: Self.classes - 1)))
        }
        return coded
    }

    private mutating func code(
        _ values: [Int]?, id: Int, after track: Track
    ) throws(FrameChunk.Damage) -> [Int] {
        var track = track
        // Releases the stored arrays, so that they are changed in place.
        tracks[id] = nil
        let stride = track.stride
        var coded: [Int] = []
        coded.reserveCapacity(track.values.count)
        for index in track.values.indices {
            let (landmark, place) = (index / stride, index % stride)
            let near = track.neighbors[landmark]
            let (a, b, c) = (
                near.0 * stride + place, near.1 * stride + place, near.2 * stride + place
            )
            var expected = track.values[index]
            var spread = track.misses[index]
            if landmark > 0 {
                // Neighboring visibilities do not change together.
                if place < 2 {
                    let sum =
                        2 * Self.move(coded[a], track.values[a])
                        + Self.move(coded[b], track.values[b])
                        + Self.move(coded[c], track.values[c])
                    expected &+= (sum + (sum < 0 ? -2 : 2)) / 4
                }
                spread += track.misses[a] + track.misses[b] + track.misses[c]
            } else {
                spread *= 4
            }
            let miss = try code(
                (values?[index] ?? 0) &- expected, place: place, class: Self.class(of: spread))
            coded.append(expected &+ miss)
            track.misses[index] = Int(min(miss.magnitude, 64))
        }
        track.values = coded
        tracks[id] = track
        return coded
    }

    /// Codes a difference.
    private mutating func code(
        _ miss: Int, place: Int, class: Int
    ) throws(FrameChunk.Damage) -> Int {
        let base = (min(place, Self.places - 1) * Self.classes + `class`) * Self.binaries
        let size = miss.magnitude
        guard try bits.code(size > 0, &likelihoods[base]) else { return 0 }
        let isNegative = try bits.code(miss < 0 ? 1 : 0, bits: 1) == 1
        var found: UInt = 1
        while found < Self.binaries {
            guard try bits.code(size > found, &likelihoods[base + Int(found)]) else { break }
            found += 1
        }
        if found == Self.binaries {
            found = try codeLarge(size, place: min(place, Self.places - 1))
        }
        let value = Int(bitPattern: found)
        return isNegative ? 0 &- value : value
    }

    /// Codes a size beyond those with bits of their own: its length, then its bits.
    private mutating func codeLarge(
        _ size: UInt, place: Int
    ) throws(FrameChunk.Damage) -> UInt {
        let rest = UInt64(size &- UInt(Self.binaries))
        let wanted = 64 - rest.leadingZeroBitCount
        var length = 0
        while length < 64,
            try bits.code(wanted > length, &lengths[place * Self.lengthBits + length])
        {
            length += 1
        }
        return UInt(try bits.code(rest, bits: length)) &+ UInt(Self.binaries)
    }

    private static func `class`(of spread: Int) -> Int {
        switch spread {
        case 0: 0
        case 1...2: 1
        case 3...4: 2
        case 5...7: 3
        case 8...12: 4
        case 13...24: 5
        default: 6
        }
    }

    /// How far a value has moved, clamped to the farthest movement possible in an image.
    private static func move(_ value: Int, _ before: Int) -> Int { clamped(value &- before) }

    private static func clamped(_ value: Int) -> Int { max(-(1 << 20), min(1 << 20, value)) }

    /// For each landmark, the three nearest of those before it; some appear twice where there are
    /// fewer.
    private static func neighbors(_ values: [Int], _ stride: Int) -> [(Int, Int, Int)] {
        let points = Swift.stride(from: 0, to: values.count, by: stride).map { start in
            (
                clamped(values[start]),
                stride > 1 && start + 1 < values.count
                    ? clamped(values[start + 1]) : 0
            )
        }
        return points.indices.map { index in
            var best = [(distance: Int, index: Int)](
                repeating: (.max, max(0, index - 1)), count: 3)
            for other in 0..<index {
                let (x, y) = (
                    points[other].0 - points[index].0, points[other].1 - points[index].1
                )
                let distance = x * x + y * y
                guard distance < best[2].distance else { continue }
                let place = best.firstIndex { distance < $0.distance } ?? 2
                best.insert((distance, other), at: place)
                best.removeLast()
            }
            return (best[0].index, best[1].index, best[2].index)
        }
    }
}
#endif
