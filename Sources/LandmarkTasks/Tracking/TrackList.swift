package import LandmarkCore

/// Gives the objects of a stream ids that stay.
///
/// The rule: an object is the track that it lies nearest to. Nearness is the distance between the
/// object's centre and the place where the track would be by now, in mean sides of their regions,
/// plus a half when one is a left hand and the other a right one. Pairs are made from the nearest
/// on, below 1 only; who finds no track becomes a new one with the next number. A track that was
/// lost is kept for `retention`, and would be where its last movement leads it in the first 0.1 s.
/// Numbers are not used twice until `reset`.
package struct TrackList {
    /// An object as it is seen in one frame.
    package struct Observation {
        /// The centre of its region, and the mean of its sides, in pixels.
        let centre: SIMD2<Float>
        let side: Float
        /// How likely it is a right hand, 0…1; nil when it is no hand.
        let rightHand: Float?

        package init(centre: SIMD2<Float>, side: Float, rightHand: Float? = nil) {
            self.centre = centre
            self.side = side
            self.rightHand = rightHand
        }
    }

    fileprivate struct Track {
        let id: Int
        var centre: SIMD2<Float>
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
    }

    private static let furthest: Float = 1
    private static let otherHand: Float = 0.5
    /// Milliseconds for which a movement goes on.
    private static let foresight = 100.0

    /// Milliseconds.
    private let retention: Double
    private var tracks: [Track] = []
    private var pairs: [Pair] = []
    private var nextID = 1

    /// Keeps lost tracks for `retention`.
    package init(retention: Duration) {
        let (seconds, attoseconds) = retention.components
        self.retention = Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
    }

    /// Replaces `ids` with those of `objects`, which are seen at `now`.
    package mutating func identify(
        _ objects: [Observation], at now: Timestamp, ids: inout [Int]
    ) {
        tracks.removeAll { Self.elapsed($0.seen, now) > retention }
        ids.removeAll(keepingCapacity: true)
        ids.append(contentsOf: repeatElement(0, count: objects.count))
        rank(objects, at: now)
        for pair in pairs where ids[pair.object] == 0 && tracks[pair.track].seen != now {
            ids[pair.object] = tracks[pair.track].id
            tracks[pair.track].see(objects[pair.object], at: now)
        }
        for (index, object) in objects.enumerated() where ids[index] == 0 {
            var track = Track(id: nextID, centre: object.centre, side: object.side, seen: now)
            track.remember(object)
            tracks.append(track)
            ids[index] = nextID
            nextID += 1
        }
    }

    /// How likely the track is a right hand, over all the frames it was seen in.
    package func rightHand(of id: Int) -> Float? {
        tracks.first { $0.id == id }?.rightHand
    }

    /// Forgets all tracks; numbers start at 1 again.
    package mutating func reset() {
        tracks.removeAll(keepingCapacity: true)
        nextID = 1
    }

    /// Fills `pairs` with all that are near enough, nearest first.
    private mutating func rank(_ objects: [Observation], at now: Timestamp) {
        pairs.removeAll(keepingCapacity: true)
        for (place, track) in tracks.enumerated() {
            for (index, object) in objects.enumerated() {
                let cost = Self.cost(of: object, for: track, at: now)
                guard cost < Self.furthest else { continue }
                let after = pairs.firstIndex { $0.cost > cost } ?? pairs.endIndex
                pairs.insert(Pair(track: place, object: index, cost: cost), at: after)
            }
        }
    }

    private static func cost(
        of object: Observation, for track: Track, at now: Timestamp
    ) -> Float {
        let moving = Float(min(elapsed(track.seen, now), foresight))
        let offset = object.centre - (track.centre + track.velocity * moving)
        let distance = (offset * offset).sum().squareRoot()
        let side = max((object.side + track.side) / 2, .leastNormalMagnitude)
        let isOtherHand = object.rightHand.map { ($0 >= 0.5) != (track.rightHand >= 0.5) }
        return distance / side + (isOtherHand == true ? otherHand : 0)
    }

    /// Milliseconds between two moments.
    fileprivate static func elapsed(_ from: Timestamp, _ to: Timestamp) -> Double {
        Double(to.milliseconds) - Double(from.milliseconds)
    }
}

extension TrackList.Track {
    /// Moves on to where the object is now.
    fileprivate mutating func see(_ object: TrackList.Observation, at now: Timestamp) {
        velocity = (object.centre - centre) / Float(max(TrackList.elapsed(seen, now), 1))
        centre = object.centre
        side = object.side
        seen = now
        remember(object)
    }

    fileprivate mutating func remember(_ object: TrackList.Observation) {
        rightHandSum += Double(object.rightHand ?? 0)
        frames += 1
    }
}
