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

    private let model: PictureNetwork
    private let pool: WorkerPool
    private let kernelLevel: KernelLevel
    private let settings: TaskSettings
    private let averagesHandedness: Bool
    var finder: RegionFinder
    private var memory: ObjectMemory
    private var sightings = Sightings()
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
        finder = RegionFinder(
            detector, settings: settings, association: .oldWins, clipsDetections: true,
            region: DetectionRegion.hand)
        model = try loader.landmarkNetwork(
            NetworkLoader.Layout(
                entry: Self.landmarksEntry, input: [224, 224, 3], outputs: [63, 1, 1, 63]))
        pool = loader.pool
        kernelLevel = loader.kernelLevel
        memory = ObjectMemory(settings, task: .hand)
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
        sightings.removeAll()
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
            for index in sightings.indices { finder.follow(sightings[index].next) }
            memory.recognise(&sightings, at: timestamp, in: image.size)
        }
        for index in sightings.indices {
            hands.append(hand(sightings[index], id: memory.ids[index]))
        }
        timings.add(ContinuousClock.now - start, to: .total)
        return HandLandmarkerResult(
            hands: hands, timestamp: timestamp, imageSize: image.size, timings: timings,
            kernelLevel: kernelLevel)
    }

    func reset() {
        finder.reset()
        memory.reset()
    }

    /// Notes the hand that the model has just seen in `region`, unless it saw none, or one that
    /// is noted already.
    private func see(_ region: NormalizedRect, in size: PixelSize) throws(TaskError) {
        let presence = try model.network.value(Position.presence)
        guard presence > settings.minPresenceConfidence else { return }
        let projection = RegionProjection(region)
        let new = sightings.add()
        sightings[new].region = region
        sightings[new].presence = presence
        sightings[new].rightHand = try model.network.value(Position.rightHand)
        try model.network.output(Position.landmarks) {
            HandDecoder.decode($0, projection: projection, into: &sightings[new].raw)
        }
        try model.network.output(Position.world) {
            HandDecoder.decodeWorld($0, projection: projection, into: &sightings[new].rawWorld)
        }
        for known in 0..<new
        where HandDuplicates.same(sightings[known].raw, sightings[new].raw, in: size) {
            return sightings.removeLast()
        }
        sightings[new].next = LandmarkRegion.hand(sightings[new].raw, in: size)
    }

    private func hand(_ sighting: Sighting, id: Int) -> Hand {
        let average = averagesHandedness ? memory.rightHand(of: id) : nil
        let (handedness, score) = HandDecoder.handedness(average ?? sighting.rightHand ?? 0)
        return Hand(
            id: id, handedness: handedness, handednessScore: score, presence: sighting.presence,
            landmarks: sighting.landmarks, worldLandmarks: sighting.world,
            region: sighting.region, rawLandmarks: sighting.raw,
            rawWorldLandmarks: sighting.rawWorld)
    }
}
