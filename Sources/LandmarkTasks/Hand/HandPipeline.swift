import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// The hand task's stages in their order, with the memory they work in.
final class HandPipeline: TaskPipeline {
    private static let detectorEntry = "hand_detector.tflite"
    private static let landmarksEntry = "hand_landmarks_detector.tflite"

    /// The landmark model's outputs by position.
    private enum Position {
        static let landmarks = 0
        static let presence = 1
        static let rightHand = 2
        static let world = 3
    }

    private let model: ImageModelRunner
    private let pool: WorkerPool
    private let device: ComputeDevice
    private let settings: TaskSettings
    private let averagesHandedness: Bool
    var finder: ROISelector
    private var tracks: TrackState
    private var candidates = Candidates()
    private var hands: [Hand] = []

    init(_ options: HandLandmarkerOptions) throws(TaskError) {
        settings = try TaskSettings(options)
        averagesHandedness = options.averagesHandedness
        let bundle = try TaskBundle(
            options.model, needs: [Self.detectorEntry, Self.landmarksEntry])
        let loader = try NetworkLoader(
            bundle: bundle, settings: settings,
            orders: [
                NetworkLoader.Order(entry: Self.landmarksEntry),
                NetworkLoader.Order(entry: Self.detectorEntry),
            ])
        let detector = try Detector(
            .hand, entry: Self.detectorEntry, loader: loader,
            minScore: settings.minDetectionConfidence)
        finder = ROISelector(
            detector, settings: settings, association: .keepTracked, clipsDetections: true,
            region: DetectionRegion.hand)
        model = try loader.landmarkNetwork(
            NetworkLoader.Layout(
                entry: Self.landmarksEntry, input: [224, 224, 3], outputs: [63, 1, 1, 63]))
        pool = loader.pool
        device = loader.device
        tracks = TrackState(settings, task: .hand)
    }

    /// The hands in `image`.
    func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> HandLandmarkerResult {
        let start = ContinuousClock.now
        pool.hold()
        defer { pool.release() }
        var timings = StageTimings()
        hands.removeAll(keepingCapacity: true)
        candidates.removeAll()
        let regions = try finder.regions(
            in: image, orientation: orientation, isStream: timestamp != nil, timings: &timings)
        for region in regions {
            guard
                try model.look(
                    at: region, of: image, orientation: orientation, timings: &timings)
            else { continue }
            try timings.measure(.projection) { () throws(TaskError) in
                try see(region, in: image.size)
            }
        }
        timings.measure(.tracking) {
            for index in candidates.indices { finder.follow(candidates[index].next) }
            tracks.update(&candidates, at: timestamp, in: image.size)
        }
        for index in candidates.indices {
            hands.append(hand(candidates[index], id: tracks.ids[index]))
        }
        timings.add(ContinuousClock.now - start, to: .total)
        return HandLandmarkerResult(
            hands: hands, timestamp: timestamp, imageSize: image.size, timings: timings,
            device: device)
    }

    func reset() {
        finder.reset()
        tracks.reset()
    }

    /// Notes the hand that the model has just seen in `region`, unless it saw none, or one that
    /// is noted already.
    private func see(_ region: NormalizedRect, in size: PixelSize) throws(TaskError) {
        let presence = try model.network.value(Position.presence)
        guard presence > settings.minPresenceConfidence else { return }
        let projection = LandmarkProjection(region)
        let new = candidates.add()
        candidates[new].region = region
        candidates[new].presence = presence
        candidates[new].rightHand = try model.network.value(Position.rightHand)
        try model.network.output(Position.landmarks) {
            HandDecoder.decode($0, projection: projection, into: &candidates[new].raw)
        }
        try model.network.output(Position.world) {
            HandDecoder.decodeWorld($0, projection: projection, into: &candidates[new].rawWorld)
        }
        for known in 0..<new
        where HandDuplicates.same(candidates[known].raw, candidates[new].raw, in: size) {
            return candidates.removeLast()
        }
        candidates[new].next = LandmarkRegion.hand(candidates[new].raw, in: size)
    }

    private func hand(_ candidate: Candidate, id: Int) -> Hand {
        let average = averagesHandedness ? tracks.rightHand(of: id) : nil
        let (handedness, score) = HandDecoder.handedness(average ?? candidate.rightHand ?? 0)
        return Hand(
            id: id, handedness: handedness, handednessScore: score, presence: candidate.presence,
            landmarks: candidate.landmarks, worldLandmarks: candidate.world,
            region: candidate.region, rawLandmarks: candidate.raw,
            rawWorldLandmarks: candidate.rawWorld)
    }
}
