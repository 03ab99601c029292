import LandmarkCore

/// What is remembered of the objects of a stream: who is who, and how they moved.
struct ObjectMemory {
    private var tracks: TrackList
    private var smoother: Smoother
    private var observations: [TrackList.Observation] = []
    private var lastSize: PixelSize?
    /// The ids of the sightings last given to `recognise`.
    private(set) var ids: [Int] = []

    init(_ settings: TaskSettings, task: SmoothingProfile) {
        tracks = TrackList(retention: settings.trackRetention)
        smoother = Smoother(settings.smoothing, task: task, count: settings.count)
    }

    /// Gives each of `sightings` its id, and steadies its points; those of a picture of its own,
    /// without a timestamp, are numbered from 1 and stay as they are.
    mutating func recognise(
        _ sightings: inout Sightings, at now: Timestamp?, in size: PixelSize
    ) {
        guard let now else {
            ids.removeAll(keepingCapacity: true)
            ids.append(contentsOf: sightings.indices.lazy.map { $0 + 1 })
            sightings.keepRaw()
            return
        }
        if let lastSize, lastSize != size {
            tracks.rescale(
                by: SIMD2(Float(size.width), Float(size.height))
                    / SIMD2(Float(lastSize.width), Float(lastSize.height)))
        }
        lastSize = size
        observations.removeAll(keepingCapacity: true)
        for index in sightings.indices {
            observations.append(TrackList.Observation(sightings[index], in: size))
        }
        tracks.identify(observations, at: now, ids: &ids)
        smoother.apply(to: &sightings, ids: ids, at: now, in: size)
    }

    /// How likely the hand with `id` is a right one, over all the frames it was seen in.
    func rightHand(of id: Int) -> Float? { tracks.rightHand(of: id) }

    /// Forgets the stream.
    mutating func reset() {
        tracks.reset()
        smoother.reset()
        lastSize = nil
    }
}

extension TrackList.Observation {
    fileprivate init(_ sighting: Sighting, in size: PixelSize) {
        let scale = SIMD2(Float(size.width), Float(size.height))
        let next = sighting.next
        self.init(
            centre: SIMD2(next.xCenter, next.yCenter) * scale,
            side: (SIMD2(next.width, next.height) * scale).sum() / 2,
            rightHand: sighting.rightHand)
    }
}
