import LandmarkCore

/// What is remembered of the objects of a stream: who is who, and how they moved.
struct TrackState {
    private var tracker: Tracker
    private var smoother: Smoother
    private var observations: [Tracker.Observation] = []
    private var lastSize: PixelSize?
    /// The ids of the candidates last given to `update`.
    private(set) var ids: [Int] = []

    init(_ settings: TaskSettings, task: SmoothingProfile) {
        tracker = Tracker(retention: settings.trackRetention)
        smoother = Smoother(settings.smoothing, task: task, count: settings.count)
    }

    /// Gives each of `candidates` its id, and steadies its points; those of an image of its own,
    /// without a timestamp, are numbered from 1 and stay as they are.
    mutating func update(
        _ candidates: inout Candidates, at now: Timestamp?, in size: PixelSize
    ) {
        guard let now else {
            ids.removeAll(keepingCapacity: true)
            ids.append(contentsOf: candidates.indices.lazy.map { $0 + 1 })
            candidates.keepRaw()
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
        smoother.apply(to: &candidates, ids: ids, at: now, in: size)
    }

    /// How likely the hand with `id` is a right one, over all the frames it was seen in.
    func rightHand(of id: Int) -> Float? { tracker.rightHand(of: id) }

    /// Forgets the stream.
    mutating func reset() {
        tracker.reset()
        smoother.reset()
        lastSize = nil
    }
}

extension Tracker.Observation {
    fileprivate init(_ candidate: Candidate, in size: PixelSize) {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let next = candidate.next
        self.init(
            center: SIMD2(next.xCenter, next.yCenter) * scale,
            side: (SIMD2(next.width, next.height) * scale).sum() / 2,
            rightHand: candidate.rightHand)
    }
}
