import LandmarkCore

/// Steadies the objects of a stream, as `Smoothing` says.
struct Smoother {
    private let task: SmoothingProfile
    private let smoothing: Smoothing
    /// MediaPipe's one filter, for whoever is the only object.
    private var only: ObjectFilter?
    /// A filter for each track that was seen in the frame before.
    private var tracks: [(id: Int, filter: ObjectFilter)] = []

    /// `count` is how many objects are looked for; MediaPipe smooths one only.
    init(_ smoothing: Smoothing, task: SmoothingProfile, count: Int) {
        self.task = task
        self.smoothing = smoothing
        only = smoothing == .mediaPipe && count == 1 ? ObjectFilter(mediaPipe: task) : nil
    }

    /// Fills the smoothed points of `candidates`, whose tracks are `ids`.
    mutating func apply(
        to candidates: inout Candidates, ids: [Int], at now: Timestamp, in size: PixelSize
    ) {
        if case .oneEuro(let minCutoff, let beta) = smoothing {
            tracks.removeAll { !ids.contains($0.id) }
            for index in candidates.indices {
                let parameters = OneEuroFilter.Parameters(minCutoff: minCutoff, beta: beta)
                let place = place(of: ids[index], parameters)
                tracks[place].filter.apply(to: &candidates[index], at: now, in: size)
            }
        } else if only != nil, !candidates.isEmpty {
            only?.apply(to: &candidates[0], at: now, in: size)
        } else {
            only?.lose()
            candidates.keepRaw()
        }
    }

    /// Forgets everything.
    mutating func reset() {
        tracks.removeAll()
        if only != nil { only = ObjectFilter(mediaPipe: task) }
    }

    private mutating func place(
        of id: Int, _ parameters: OneEuroFilter.Parameters
    ) -> Int {
        if let known = tracks.firstIndex(where: { $0.id == id }) { return known }
        tracks.append((id, ObjectFilter(parameters, task: task)))
        return tracks.count - 1
    }
}
