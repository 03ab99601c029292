import LandmarkCore
import LandmarkImaging

/// The hand task's stages in their order, with the memory they work in.
final class HandPipeline {
    private static let detectorEntry = "hand_detector.tflite"
    private static let landmarksEntry = "hand_landmarks_detector.tflite"

    /// The landmark model's outputs by position.
    private enum Output {
        static let landmarks = 0
        static let presence = 1
        static let rightHand = 2
        static let world = 3
    }

    private let detector: Detector
    private let model: PictureNetwork
    private let kernelLevel: KernelLevel
    private let settings: TaskSettings

    init(_ options: HandLandmarkerOptions) throws(TaskError) {
        settings = try TaskSettings(options)
        let bundle = try TaskBundle(
            options.model, needs: [Self.detectorEntry, Self.landmarksEntry])
        let loader = try NetworkLoader(bundle: bundle, settings: settings)
        detector = try Detector(
            .hand, entry: Self.detectorEntry, loader: loader,
            minScore: settings.minDetectionConfidence)
        model = try loader.landmarkNetwork(
            NetworkLoader.Layout(
                entry: Self.landmarksEntry, input: [224, 224, 3], outputs: [63, 1, 1, 63]))
        kernelLevel = loader.kernelLevel
    }

    /// The hands in `image`.
    func detect(
        _ image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> HandLandmarkerResult {
        let start = ContinuousClock.now
        var timings = StageTimings()
        var hands: [Hand] = []
        let found = try detector.detect(image, orientation: orientation, timings: &timings)
        for detection in found.prefix(settings.count) {
            let region = DetectionRegion.hand(detection, in: image.size)
            guard
                try model.look(
                    at: region, of: image, orientation: orientation, timings: &timings)
            else { continue }
            try timings.measure(.projection) { () throws(TaskError) in
                guard let hand = try decode(region, id: hands.count + 1),
                    !hands.contains(where: {
                        HandDuplicates.same($0.landmarks, hand.landmarks, in: image.size)
                    })
                else { return }
                hands.append(hand)
            }
        }
        timings.add(ContinuousClock.now - start, to: .total)
        return HandLandmarkerResult(
            hands: hands, imageSize: image.size, timings: timings, kernelLevel: kernelLevel)
    }

    /// The hand that the model has just seen in `region`; nil when it saw none.
    private func decode(_ region: NormalizedRect, id: Int) throws(TaskError) -> Hand? {
        let presence = try model.network.value(Output.presence)
        guard presence > settings.minPresenceConfidence else { return nil }
        let right = try model.network.value(Output.rightHand)
        let (handedness, score) = HandDecoder.handedness(right)
        let projection = RegionProjection(region)
        return Hand(
            id: id, handedness: handedness, handednessScore: score, presence: presence,
            landmarks: try model.network.output(Output.landmarks) {
                HandDecoder.landmarks($0, projection: projection)
            },
            worldLandmarks: try model.network.output(Output.world) {
                HandDecoder.worldLandmarks($0, projection: projection)
            },
            region: region)
    }
}
