import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// Finds one hand of a person whose pose is known.
struct HolisticHand {
    private static let recropSpec = NetworkSpec(
        entry: "hand_recrop.tflite", input: [256, 256, 3], outputs: [4])
    private static let recropInputSize: Float = 256
    /// The visibility that the wrist of a pose must exceed.
    private static let minVisibility: Float = 0.1

    static let networks = [recropSpec, HandModel.landmarks]

    private let side: HandSide
    private let recrop: ImageModelRunner
    private let runner: ImageModelRunner
    private let model: HandModel
    private let minPresence: Float
    private var tracking = RegionTracking(.hand)

    /// Takes the networks, which both hands may share.
    ///
    /// - Throws: The errors of `NetworkLoader.network(_:)`.
    init(
        _ side: HandSide, _ options: HolisticLandmarkerOptions, networks: NetworkLoader
    ) throws(TaskError) {
        self.side = side
        minPresence = options.minHandPresenceConfidence
        recrop = try networks.imageModelRunner(Self.recropSpec.entry, .landmarkModel)
        runner = try networks.imageModelRunner(HandModel.landmarksEntry, .landmarkModel)
        model = HandModel(variant: .solutions)
    }

    /// Returns the hand, or nil if it is not found.
    ///
    /// - Parameter pose: The pose's landmarks, smoothed.
    /// - Throws: `TaskError.imaging` or `.inference`.
    mutating func find(
        of pose: [Landmark]?, in image: PixelBuffer, _ orientation: Orientation,
        timings: inout StageTimings
    ) throws(TaskError) -> Hand? {
        let hand = try detect(of: pose, in: image, orientation, timings: &timings)
        tracking.remember(hand?.landmarks) { HandROI.roi(around: $0, in: image.size) }
        return hand
    }

    /// Forgets the previous frame.
    mutating func reset() { tracking.forget() }

    private func detect(
        of pose: [Landmark]?, in image: PixelBuffer, _ orientation: Orientation,
        timings: inout StageTimings
    ) throws(TaskError) -> Hand? {
        guard let pose, pose[side.wrist.rawValue].visibility ?? 0 > Self.minVisibility else {
            return nil
        }
        let roughly = HolisticROI.hand(of: pose, side, in: image.size)
        guard
            let exactly = try refine(roughly, in: image, orientation, timings: &timings)
        else { return nil }
        let roi = tracking.choose(exactly, in: image.size)
        let hasRun = try runner.run(
            roi: PixelRect(roi, in: image.size), in: image, orientation: orientation,
            timings: &timings)
        guard hasRun else { return nil }
        do throws(InferenceError) {
            let presence = try model.presence(runner.network)
            guard presence > minPresence else { return nil }
            var candidate = Candidate()
            candidate.roi = roi
            try model.decodeLandmarks(of: runner.network, in: image.size, into: &candidate)
            let isRight = candidate.classScore ?? 0
            return Hand(
                id: side.handedness == .left ? 1 : 2, handedness: side.handedness,
                handednessScore: side.handedness == .right ? isRight : 1 - isRight,
                presence: presence, landmarks: candidate.rawLandmarks,
                worldLandmarks: candidate.rawWorldLandmarks, region: roi)
        } catch {
            throw .inference(error)
        }
    }

    /// Returns the region that the recrop network finds in the hand's rough region from the pose; nil if that
    /// has no area.
    private func refine(
        _ roi: NormalizedRect, in image: PixelBuffer, _ orientation: Orientation,
        timings: inout StageTimings
    ) throws(TaskError) -> NormalizedRect? {
        let hasRun = try recrop.run(
            roi: PixelRect(roi, in: image.size), in: image, orientation: orientation,
            timings: &timings)
        guard hasRun else { return nil }
        let projection = LandmarkProjection(roi)
        do {
            return try recrop.network.withOutput(0) { values in
                func point(_ index: Int) -> SIMD2<Float> {
                    let point = projection.project(
                        SIMD3(values[2 * index], values[2 * index + 1], 0) / Self.recropInputSize)
                    return SIMD2(point.x, point.y)
                }
                return HolisticROI.hand(center: point(0), scalePoint: point(1), in: image.size)
            }
        } catch {
            throw .inference(error)
        }
    }
}
