/// How long each stage of one call took.
public struct StageTimings: Sendable, Hashable {
    /// A step of a task.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// Sampling the whole image for the detector.
        case detectorInput
        /// The detector network.
        case detector
        /// Detector outputs to regions.
        case regions
        /// Sampling regions for the landmark model.
        case landmarkInput
        /// The landmark network.
        case landmarks
        /// Landmark outputs to points in the image.
        case projection
        /// Telling who is who, and smoothing.
        case tracking
        /// The blendshape network.
        case blendshapes
        /// The face matrix.
        case geometry
        /// Masks at the image's size.
        case masks
        /// The whole call.
        case total
    }

    /// One lane a stage: timings are made for each frame, and take no memory of their own.
    private var nanoseconds = SIMD16<Int64>()

    /// Makes timings that are all zero.
    public init() {}

    /// The time spent in `stage`, summed over all regions; zero when the stage did not run.
    public subscript(stage: Stage) -> Duration {
        .nanoseconds(nanoseconds[index(of: stage)])
    }

    /// Adds `duration` to `stage`.
    package mutating func add(_ duration: Duration, to stage: Stage) {
        let (seconds, attoseconds) = duration.components
        nanoseconds[index(of: stage)] += seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// Runs `body` and adds the time it took to `stage`.
    package mutating func measure<Result, Failure: Error>(
        _ stage: Stage, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = ContinuousClock.now
        let result = try body()
        add(ContinuousClock.now - start, to: stage)
        return result
    }

    private func index(of stage: Stage) -> Int {
        switch stage {
        case .detectorInput: 0
        case .detector: 1
        case .regions: 2
        case .landmarkInput: 3
        case .landmarks: 4
        case .projection: 5
        case .tracking: 6
        case .blendshapes: 7
        case .geometry: 8
        case .masks: 9
        case .total: 10
        }
    }
}
