package import LandmarkCore

/// Assigns persistent ids to the instances of a stream.
///
/// Each instance is matched to the track of least cost; tracks updated in the previous frame take
/// precedence over lost ones. The cost is the distance between the instance's center and the
/// track's predicted center, in units of the mean side of their two ROIs, plus 0.5 × the difference
/// of their class scores, plus 0.25 × |log2| of the ratio of their sizes. Pairs are formed greedily
/// in order of increasing cost, only below 1; an instance without a track starts a new one with the
/// next id. A lost track is kept for `retention`; its predicted center continues at its last
/// velocity for up to 0.1 s. Ids are not reused until `reset()`.
package struct Tracker {
    /// An instance in one frame.
    package struct Observation {
        /// The center of its next ROI, in pixels.
        let center: SIMD2<Float>
        /// The mean side of its next ROI, in pixels.
        let side: Float
        /// The probability (0…1) of its task's first class, a right hand; nil for tasks without
        /// classes.
        let classScore: Float?

        package init(center: SIMD2<Float>, side: Float, classScore: Float? = nil) {
            self.center = center
            self.side = side
            self.classScore = classScore
        }
    }

    fileprivate struct Track {
        let id: Int
        var center: SIMD2<Float>
        /// Pixels per millisecond.
        var velocity: SIMD2<Float> = .zero
        var side: Float
        var updated: Timestamp
        var classScoreSum = 0.0
        var frames = 0.0

        var meanClassScore: Float { Float(classScoreSum / max(frames, 1)) }
    }

    private struct Pair {
        let track: Int
        let observation: Int
        let cost: Float
        /// Whether the track was not updated in the previous frame.
        let isLost: Bool

        func isAfter(_ other: Pair) -> Bool {
            isLost == other.isLost ? cost > other.cost : isLost
        }
    }

    private static let maxCost: Float = 1
    private static let classWeight: Float = 0.5
    private static let sizeWeight: Float = 0.25
    /// The maximum extrapolation of a track's motion in milliseconds.
    private static let maxPrediction = 100.0
    /// The step in milliseconds from which a new velocity replaces the old; shorter steps have less
    /// weight.
    fileprivate static let fullStep = 33.0

    /// Milliseconds.
    private let retention: Double
    private var tracks: [Track] = []
    private var pairs: [Pair] = []
    private var nextID = 1
    /// The timestamp of the previous frame.
    private var last: Timestamp?

    /// Creates a tracker that keeps lost tracks for `retention` seconds.
    package init(retention: Double) {
        self.retention = retention * 1000
    }

    /// Replaces `ids` with the ids of the instances in the frame at `now`.
    package mutating func associate(
        _ observations: [Observation], at now: Timestamp, ids: inout [Int]
    ) {
        // With library evolution, the closure must not read `self` while `tracks` changes.
        let (lastFrame, retention) = (last, retention)
        tracks.removeAll { $0.updated != lastFrame && Self.elapsed($0.updated, now) > retention }
        ids.removeAll(keepingCapacity: true)
        ids.append(contentsOf: repeatElement(0, count: observations.count))
        rankPairs(observations, at: now)
        for pair in pairs where ids[pair.observation] == 0 && tracks[pair.track].updated != now {
            ids[pair.observation] = tracks[pair.track].id
            tracks[pair.track].update(observations[pair.observation], at: now)
        }
        for (index, observation) in observations.enumerated() where ids[index] == 0 {
            var track = Track(
                id: nextID, center: observation.center, side: observation.side, updated: now)
            track.addClassScore(of: observation)
            tracks.append(track)
            ids[index] = nextID
            nextID += 1
        }
        last = now
    }

    /// Returns the mean class score over all frames of a track; nil if there is no such track.
    package func meanClassScore(of id: Int) -> Float? {
        tracks.first { $0.id == id }?.meanClassScore
    }

    /// Discards a track, so that whoever is found next in its place gets another id.
    package mutating func forget(_ id: Int) { tracks.removeAll { $0.id == id } }

    /// Discards all tracks; ids start at 1 again.
    package mutating func reset() {
        tracks.removeAll(keepingCapacity: true)
        nextID = 1
        last = nil
    }

    /// Scales all tracks to images whose width and height changed by `factors`.
    package mutating func rescale(by factors: SIMD2<Float>) {
        for index in tracks.indices {
            tracks[index].center *= factors
            tracks[index].velocity *= factors
            tracks[index].side *= factors.sum() / 2
        }
    }

    /// Fills `pairs` with all pairs below the maximum cost, in matching order.
    private mutating func rankPairs(_ observations: [Observation], at now: Timestamp) {
        pairs.removeAll(keepingCapacity: true)
        for (place, track) in tracks.enumerated() {
            for (index, observation) in observations.enumerated() {
                let cost = Self.cost(of: observation, for: track, at: now)
                guard cost < Self.maxCost else { continue }
                let pair = Pair(
                    track: place, observation: index, cost: cost, isLost: track.updated != last)
                pairs.insert(pair, at: pairs.firstIndex { $0.isAfter(pair) } ?? pairs.endIndex)
            }
        }
    }

    private static func cost(
        of observation: Observation, for track: Track, at now: Timestamp
    ) -> Float {
        let moving = Float(min(elapsed(track.updated, now), maxPrediction))
        let offset = observation.center - (track.center + track.velocity * moving)
        let distance = (offset * offset).sum().squareRoot()
        let sides = (observation.side, track.side)
        guard sides.0 > 0, sides.1 > 0 else { return .infinity }
        let doublings = abs(FloatMath.log2(sides.0 / sides.1))
        let classDifference = observation.classScore.map { abs($0 - track.meanClassScore) } ?? 0
        return distance / ((sides.0 + sides.1) / 2) + classWeight * classDifference
            + sizeWeight * doublings
    }

    /// Milliseconds between two timestamps.
    fileprivate static func elapsed(_ from: Timestamp, _ to: Timestamp) -> Double {
        Double(to.milliseconds) - Double(from.milliseconds)
    }
}

extension Tracker.Track {
    /// Moves the track to the instance matched at `now`.
    fileprivate mutating func update(_ observation: Tracker.Observation, at now: Timestamp) {
        // Timestamps jitter: a step much shorter than a frame gives a poor estimate of the
        // velocity.
        let elapsed = max(Tracker.elapsed(updated, now), 1)
        let weight = Float(min(elapsed / Tracker.fullStep, 1))
        velocity += ((observation.center - center) / Float(elapsed) - velocity) * weight
        center = observation.center
        side = observation.side
        updated = now
        addClassScore(of: observation)
    }

    fileprivate mutating func addClassScore(of observation: Tracker.Observation) {
        classScoreSum += Double(observation.classScore ?? 0)
        frames += 1
    }
}

/// The tracks of a stream: persistent ids and smoothed landmarks.
struct TrackState {
    private var tracker: Tracker
    private var smoother: Smoother
    private var sideGuards: TrackSideGuards?
    private var observations: [Tracker.Observation] = []
    private var lastSize: PixelSize?
    /// The ids of the candidates last passed to `update`.
    private(set) var ids: [Int] = []

    init(_ options: some TrackingOptions, profile: SmoothingProfile, guardsSides: Bool) {
        tracker = Tracker(retention: options.trackRetention)
        smoother = Smoother(options.smoothing, profile: profile, maxCount: options.maxCount)
        sideGuards = guardsSides ? TrackSideGuards() : nil
    }

    /// Assigns an id to each candidate and smooths its landmarks.
    ///
    /// Without a timestamp the image is independent: candidates are numbered from 1 and not
    /// smoothed.
    mutating func update(
        _ candidates: inout Candidates, at now: Timestamp?, in size: PixelSize
    ) {
        guard let now else {
            ids.removeAll(keepingCapacity: true)
            ids.append(contentsOf: candidates.indices.lazy.map { $0 + 1 })
            candidates.skipSmoothing()
            return
        }
        if let lastSize, lastSize != size {
            tracker.rescale(
                by: SIMD2(Float(size.width), Float(size.height))
                    / SIMD2(Float(lastSize.width), Float(lastSize.height)))
        }
        lastSize = size
        observations.removeAll(keepingCapacity: true)
        for index in candidates.indices {
            observations.append(Tracker.Observation(candidates[index], in: size))
        }
        tracker.associate(observations, at: now, ids: &ids)
        sideGuards?.apply(to: &candidates, ids: ids, at: now, in: size)
        smoother.apply(to: &candidates, ids: ids, at: now, in: size)
    }

    /// Returns the mean class score over all frames of a track; nil for independent images.
    func meanClassScore(of id: Int) -> Float? { tracker.meanClassScore(of: id) }

    /// Discards a track.
    mutating func forget(_ id: Int) { tracker.forget(id) }

    /// Discards all tracks.
    mutating func reset() {
        tracker.reset()
        smoother.reset()
        sideGuards?.reset()
        lastSize = nil
    }
}

extension Tracker.Observation {
    fileprivate init(_ candidate: Candidate, in size: PixelSize) {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let roi = candidate.nextROI
        self.init(
            center: SIMD2(roi.xCenter, roi.yCenter) * scale,
            side: (SIMD2(roi.width, roi.height) * scale).sum() / 2,
            classScore: candidate.classScore)
    }
}
