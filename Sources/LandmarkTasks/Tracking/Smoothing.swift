import LandmarkCore

/// How landmarks are smoothed from frame to frame. Independent images are never smoothed.
public enum Smoothing: Sendable, Hashable, Codable {
    /// No smoothing.
    case off
    /// MediaPipe's smoothing: poses and faces if at most one is requested, hands never.
    case mediaPipe
    /// A One-Euro filter on every landmark of every instance.
    ///
    /// Speed is measured in instance sizes per second. `minCutoff`, in hertz and above 0, is the
    /// cutoff frequency at rest: lower values smooth more and lag more. `beta`, at least 0, is the
    /// increase of the cutoff with speed. Frames before 0 ms are not smoothed. (Casiez, Roussel,
    /// Vogel: 1€ Filter, CHI 2012.)
    case oneEuro(minCutoff: Double, beta: Double)

    /// Checks the parameters.
    ///
    /// - Throws: `TaskError.invalidOption`.
    func validate() throws(TaskError) {
        guard case .oneEuro(let minCutoff, let beta) = self else { return }
        guard minCutoff > 0, minCutoff.isFinite else {
            throw .invalidOption(
                name: "smoothing minCutoff", expected: "above 0", got: "\(minCutoff)")
        }
        guard beta >= 0, beta.isFinite else {
            throw .invalidOption(name: "smoothing beta", expected: "at least 0", got: "\(beta)")
        }
    }
}

/// The smoothing parameters of a task.
struct SmoothingProfile {
    /// The parameters for landmarks in the image and for world landmarks.
    struct Parameters {
        let image: OneEuroFilter.Parameters
        let world: OneEuroFilter.Parameters
    }

    /// The unit, in pixels, in which the speed of landmarks in the image is measured.
    enum SpeedUnit {
        /// The mean side of the instance's next ROI, divided by this factor.
        case nextROI(margin: Float)
        /// The mean side of the landmarks' bounding box.
        case bounds
    }

    /// The number of landmarks of an instance.
    let landmarkCount: Int
    /// MediaPipe's parameters; nil if it does not smooth this task.
    let mediaPipe: Parameters?
    let speedUnit: SpeedUnit
}

/// Smooths the instances of a stream according to a `Smoothing`.
struct Smoother {
    private let profile: SmoothingProfile
    private let smoothing: Smoothing
    /// MediaPipe's filter, which is applied to the only instance, whatever its id.
    private var single: InstanceFilter?
    /// A filter for each track updated in the previous frame.
    private var tracks: [(id: Int, filter: InstanceFilter)] = []

    /// Creates a smoother.
    ///
    /// - Parameter maxCount: The maximum number of instances; MediaPipe smooths only if it is 1.
    init(_ smoothing: Smoothing, profile: SmoothingProfile, maxCount: Int) {
        self.profile = profile
        self.smoothing = smoothing
        single =
            smoothing == .mediaPipe && maxCount == 1 ? InstanceFilter(mediaPipe: profile) : nil
    }

    /// Fills the smoothed landmarks of `candidates`, whose tracks are `ids`.
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
        } else if single != nil, !candidates.isEmpty {
            single?.apply(to: &candidates[0], at: now, in: size)
        } else {
            single?.resetAfterLoss()
            candidates.skipSmoothing()
        }
    }

    /// Discards the state of all filters.
    mutating func reset() {
        tracks.removeAll()
        if single != nil { single = InstanceFilter(mediaPipe: profile) }
    }

    private mutating func place(
        of id: Int, _ parameters: OneEuroFilter.Parameters
    ) -> Int {
        if let known = tracks.firstIndex(where: { $0.id == id }) { return known }
        tracks.append((id, InstanceFilter(parameters, profile: profile)))
        return tracks.count - 1
    }
}
