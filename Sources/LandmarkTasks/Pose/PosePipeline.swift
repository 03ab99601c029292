import LandmarkCore
import LandmarkImaging

/// The pose task's stages in their order, with the memory they work in.
final class PosePipeline {
    private static let detectorEntry = "pose_detector.tflite"
    private static let landmarksEntry = "pose_landmarks_detector.tflite"
    /// The landmark model's outputs by position.
    private enum Output {
        static let landmarks = 0
        static let presence = 1
        static let mask = 2
        static let heatmap = 3
        static let world = 4
    }

    private let detector: Detector
    private let model: PictureNetwork
    private let kernelLevel: KernelLevel
    private let settings: TaskSettings
    private let wantsMasks: Bool
    private var points: [PosePoint] = []
    private var likelihoods: [Float] = []

    init(_ options: PoseLandmarkerOptions) throws(TaskError) {
        settings = try TaskSettings(options)
        wantsMasks = options.segmentationMasks
        let bundle = try TaskBundle(
            options.model, needs: [Self.detectorEntry, Self.landmarksEntry])
        let loader = try NetworkLoader(bundle: bundle, settings: settings)
        detector = try Detector(
            .pose, entry: Self.detectorEntry, loader: loader,
            minScore: settings.minDetectionConfidence)
        var layout = NetworkLoader.Layout(
            entry: Self.landmarksEntry, input: [256, 256, 3],
            outputs: [
                5 * PoseDecoder.pointCount, 1, MaskDecoder.side * MaskDecoder.side,
                HeatmapRefinement.side * HeatmapRefinement.side * PoseDecoder.pointCount,
                3 * PoseDecoder.pointCount,
            ])
        if !wantsMasks {
            layout.wanted = [Output.landmarks, Output.presence, Output.heatmap, Output.world]
        }
        model = try loader.landmarkNetwork(layout)
        kernelLevel = loader.kernelLevel
    }

    /// The bodies in `image`.
    func detect(
        _ image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> PoseLandmarkerResult {
        let start = ContinuousClock.now
        var timings = StageTimings()
        var poses: [Pose] = []
        let found = try detector.detect(image, orientation: orientation, timings: &timings)
        for detection in found.prefix(settings.count) {
            let region = DetectionRegion.pose(detection, in: image.size)
            guard
                try model.look(
                    at: region, of: image, orientation: orientation, timings: &timings),
                try model.network.value(Output.presence) > settings.minPresenceConfidence
            else { continue }
            let mask = try mask(
                of: region.moved(by: orientation.samplingOffset, in: image.size),
                in: image.size, timings: &timings)
            try timings.measure(.projection) { () throws(TaskError) in
                poses.append(try decode(region, id: poses.count + 1, mask: mask))
            }
        }
        timings.add(ContinuousClock.now - start, to: .total)
        return PoseLandmarkerResult(
            poses: poses, imageSize: image.size, timings: timings, kernelLevel: kernelLevel)
    }

    /// The body that the model has just seen in `region`.
    private func decode(_ region: NormalizedRect, id: Int, mask: Mask?) throws(TaskError) -> Pose {
        let projection = RegionProjection(region)
        try model.network.output(Output.landmarks) { PoseDecoder.decode($0, into: &points) }
        try model.network.output(Output.heatmap) {
            HeatmapRefinement.refine(&points, logits: $0)
        }
        return Pose(
            id: id, presence: try model.network.value(Output.presence),
            landmarks: PoseDecoder.landmarks(points, projection: projection),
            worldLandmarks: try model.network.output(Output.world) {
                PoseDecoder.worldLandmarks($0, points: points, projection: projection)
            },
            mask: mask, region: region)
    }

    /// The mask that the model has just made of `region`, over the whole picture.
    private func mask(
        of region: NormalizedRect, in size: PixelSize, timings: inout StageTimings
    ) throws(TaskError) -> Mask? {
        guard wantsMasks else { return nil }
        return try timings.measure(.masks) { () throws(TaskError) in
            try model.network.output(Output.mask) { MaskDecoder.decode($0, into: &likelihoods) }
            do throws(ImagingError) {
                return try likelihoods.withUnsafeBufferPointer { (values) throws(ImagingError) in
                    try MaskWarp.spread(
                        values, width: MaskDecoder.side, height: MaskDecoder.side,
                        region: region, over: size)
                }
            } catch {
                throw .imaging(error)
            }
        }
    }
}
