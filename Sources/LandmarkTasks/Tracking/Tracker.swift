package import LandmarkCore

/// Gives the objects of a stream ids that stay.
///
/// The rule: an object is the track that it lies nearest to, where those that were seen in the
/// frame before come before those that were lost. Nearness is the distance between the object's
/// center and the place where the track would be by now, in mean sides of their regions; plus a
/// half of how much their likelihoods of being a right hand differ; plus a quarter of how many
/// times one is twice as large as the other. Pairs are made from the nearest on, below 1 only; who
/// finds no track becomes a new one with the next number. A track that was lost is kept for
/// `retention`, and would be where its last movement leads it in the first 0.1 s. Numbers are not
/// used twice until `reset`.
package struct Tracker {
    /// An object as it is seen in one frame.
    package struct Observation {
        /// The center of its region, and the mean of its sides, in pixels.
        let center: SIMD2<Float>
        let side: Float
        /// How likely it is a right hand, 0…1; nil when it is no hand.
        let rightHand: Float?

        package init(center: SIMD2<Float>, side: Float, rightHand: Float? = nil) {
            self.center = center
            self.side = side
            self.rightHand = rightHand
        }
    }

    fileprivate struct Track {
        let id: Int
        var center: SIMD2<Float>
        /// Pixels a millisecond.
        var velocity: SIMD2<Float> = .zero
        var side: Float
        var seen: Timestamp
        var rightHandSum = 0.0
        var frames = 0.0

        var rightHand: Float { Float(rightHandSum / max(frames, 1)) }
    }

    private struct Pair {
        let track: Int
        let object: Int
        let cost: Float
        /// Whether the track was not seen in the frame before.
        let isLost: Bool

        func isAfter(_ other: Pair) -> Bool {
            isLost == other.isLost ? cost > other.cost : isLost
        }
    }

    private static let furthest: Float = 1
    private static let otherHand: Float = 0.5
    private static let otherSize: Float = 0.25
    /// Milliseconds for which a movement goes on.
    private static let foresight = 100.0
    /// Milliseconds that say all of a speed; a shorter step says less.
    fileprivate static let fullStep = 33.0

    /// Milliseconds.
    private let retention: Double
    private var tracks: [Track] = []
    private var pairs: [Pair] = []
    private var nextID = 1
    /// The frame before.
    private var last: Timestamp?

    /// Keeps lost tracks for `retention`.
    package init(retention: Duration) {
        let (seconds, attoseconds) = retention.components
        self.retention = Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
    }

    /// Replaces `ids` with those of `objects`, which are seen at `now`.
    package mutating func associate(
        _ objects: [Observation], at now: Timestamp, ids: inout [Int]
    ) {
        tracks.removeAll { $0.seen != last && Self.elapsed($0.seen, now) > retention }
        ids.removeAll(keepingCapacity: true)
        ids.append(contentsOf: repeatElement(0, count: objects.count))
        rank(objects, at: now)
        for pair in pairs where ids[pair.object] == 0 && tracks[pair.track].seen != now {
            ids[pair.object] = tracks[pair.track].id
            tracks[pair.track].see(objects[pair.object], at: now)
        }
        for (index, object) in objects.enumerated() where ids[index] == 0 {
            var track = Track(id: nextID, center: object.center, side: object.side, seen: now)
            track.remember(object)
            tracks.append(track)
            ids[index] = nextID
            nextID += 1
        }
        last = now
    }

    /// How likely the track is a right hand, over all the frames it was seen in.
    package func rightHand(of id: Int) -> Float? {
        tracks.first { $0.id == id }?.rightHand
    }

    /// Forgets all tracks; numbers start at 1 again.
    package mutating func reset() {
        tracks.removeAll(keepingCapacity: true)
        nextID = 1
        last = nil
    }

    /// Goes on in images whose sides are longer by `factors`.
    package mutating func rescale(by factors: SIMD2<Float>) {
        for index in tracks.indices {
            tracks[index].center *= factors
            tracks[index].velocity *= factors
            tracks[index].side *= factors.sum() / 2
        }
    }

    /// Fills `pairs` with all that are near enough, nearest first.
    private mutating func rank(_ objects: [Observation], at now: Timestamp) {
        pairs.removeAll(keepingCapacity: true)
        for (place, track) in tracks.enumerated() {
            for (index, object) in objects.enumerated() {
                let cost = Self.cost(of: object, for: track, at: now)
                guard cost < Self.furthest else { continue }
                let pair = Pair(
                    track: place, object: index, cost: cost, isLost: track.seen != last)
                pairs.insert(pair, at: pairs.firstIndex { $0.isAfter(pair) } ?? pairs.endIndex)
            }
        }
    }

    private static func cost(
        of object: Observation, for track: Track, at now: Timestamp
    ) -> Float {
        let moving = Float(min(elapsed(track.seen, now), foresight))
        let offset = object.center - (track.center + track.velocity * moving)
        let distance = (offset * offset).sum().squareRoot()
        let sides = (object.side, track.side)
        guard sides.0 > 0, sides.1 > 0 else { return .infinity }
        let doublings = abs(FloatMath.log2(sides.0 / sides.1))
        let otherSide = object.rightHand.map { abs($0 - track.rightHand) } ?? 0
        return distance / ((sides.0 + sides.1) / 2) + otherHand * otherSide
            + otherSize * doublings
    }

    /// Milliseconds between two moments.
    fileprivate static func elapsed(_ from: Timestamp, _ to: Timestamp) -> Double {
        Double(to.milliseconds) - Double(from.milliseconds)
    }
}

extension Tracker.Track {
    /// Moves on to where the object is now.
    fileprivate mutating func see(_ object: Tracker.Observation, at now: Timestamp) {
        // Clocks stutter: a step much shorter than a frame says little of the speed.
        let elapsed = max(Tracker.elapsed(seen, now), 1)
        let weight = Float(min(elapsed / Tracker.fullStep, 1))
        velocity += ((object.center - center) / Float(elapsed) - velocity) * weight
        center = object.center
        side = object.side
        seen = now
        remember(object)
    }

    fileprivate mutating func remember(_ object: Tracker.Observation) {
        rightHandSum += Double(object.rightHand ?? 0)
        frames += 1
    }
}
