import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// The pose task's stages in their order, with the memory they work in.
final class PosePipeline: TaskPipeline {
    private static let detectorEntry = "pose_detector.tflite"
    private static let landmarksEntry = "pose_landmarks_detector.tflite"

    /// The landmark model's outputs by position.
    private enum Position {
        static let landmarks = 0
        static let presence = 1
        static let mask = 2
        static let heatmap = 3
        static let world = 4
    }

    /// Rows and columns of the landmark model's mask.
    private static let maskSide = 256

    private let model: ImageModelRunner
    private let pool: WorkerPool
    private let device: ComputeDevice
    private let settings: TaskSettings
    private let wantsMasks: Bool
    private let maskWarp: MaskWarp
    var finder: ROISelector
    private var tracks: TrackState
    private var candidates = Candidates()
    private var poses: [Pose] = []
    private var points: [PosePoint] = []
    private var likelihoods: [Float] = []
    private var maskColumns: [Int32] = []

    init(_ options: PoseLandmarkerOptions) throws(TaskError) {
        settings = try TaskSettings(options)
        wantsMasks = options.segmentationMasks
        let bundle = try TaskBundle(
            options.model, needs: [Self.detectorEntry, Self.landmarksEntry])
        var landmarks = NetworkLoader.Order(
            entry: Self.landmarksEntry, lazyOutputs: [Position.heatmap])
        if !wantsMasks {
            landmarks.wanted = [
                Position.landmarks, Position.presence, Position.heatmap, Position.world,
            ]
        }
        let loader = try NetworkLoader(
            bundle: bundle, settings: settings,
            orders: [landmarks, NetworkLoader.Order(entry: Self.detectorEntry)])
        let detector = try Detector(
            .pose, entry: Self.detectorEntry, loader: loader,
            minScore: settings.minDetectionConfidence)
        finder = ROISelector(
            detector, settings: settings, association: .preferDetected, clipsDetections: false,
            region: DetectionRegion.pose)
        model = try loader.landmarkNetwork(
            NetworkLoader.Layout(
                entry: Self.landmarksEntry, input: [256, 256, 3],
                outputs: [
                    5 * PoseDecoder.pointCount, 1, Self.maskSide * Self.maskSide,
                    HeatmapRefinement.shape.reduce(1, *), 3 * PoseDecoder.pointCount,
                ], maps: [Position.heatmap: HeatmapRefinement.shape]))
        pool = loader.pool
        device = loader.device
        do {
            maskWarp = try MaskWarp(level: loader.device.instructionSet)
        } catch {
            throw .imaging(error)
        }
        tracks = TrackState(settings, task: .pose)
    }

    /// The bodies in `image`.
    func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> PoseLandmarkerResult {
        let start = ContinuousClock.now
        pool.hold()
        defer { pool.release() }
        var timings = StageTimings()
        poses.removeAll(keepingCapacity: true)
        candidates.removeAll()
        let regions = try finder.regions(
            in: image, orientation: orientation, isStream: timestamp != nil, timings: &timings)
        for region in regions {
            guard
                try model.look(
                    at: region, of: image, orientation: orientation, timings: &timings),
                try model.network.value(Position.presence) > settings.minPresenceConfidence
            else { continue }
            let index = candidates.add()
            try timings.measure(.projection) { () throws(TaskError) in
                try see(region, in: image.size, as: &candidates[index])
            }
            guard wantsMasks else { continue }
            try timings.measure(.masks) { () throws(TaskError) in
                try spreadMask(
                    of: region.moved(by: orientation.samplingOffset, in: image.size),
                    over: image.size, into: &candidates[index].mask)
            }
        }
        timings.measure(.tracking) {
            for index in candidates.indices { finder.follow(candidates[index].next) }
            tracks.update(&candidates, at: timestamp, in: image.size)
        }
        for index in candidates.indices {
            poses.append(pose(candidates[index], id: tracks.ids[index], size: image.size))
        }
        timings.add(ContinuousClock.now - start, to: .total)
        return PoseLandmarkerResult(
            poses: poses, timestamp: timestamp, imageSize: image.size, timings: timings,
            device: device)
    }

    func reset() {
        finder.reset()
        tracks.reset()
    }

    /// Notes the body that the model has just seen in `region`.
    private func see(
        _ region: NormalizedRect, in size: PixelSize, as candidate: inout Candidate
    ) throws(TaskError) {
        let projection = LandmarkProjection(region)
        try model.network.output(Position.landmarks) { PoseDecoder.decode($0, into: &points) }
        for index in points.indices {
            guard let window = HeatmapRefinement.window(around: points[index], channel: index)
            else { continue }
            try model.network.output(Position.heatmap, in: window) {
                HeatmapRefinement.refine(&points[index], by: $0, in: window)
            }
        }
        candidate.region = region
        candidate.presence = try model.network.value(Position.presence)
        candidate.next = PoseDecoder.nextRegion(points, projection: projection, in: size)
        PoseDecoder.project(points, projection: projection, into: &candidate.raw)
        try model.network.output(Position.world) {
            PoseDecoder.decodeWorld(
                $0, points: points, projection: projection, into: &candidate.rawWorld)
        }
    }

    /// Spreads the mask that the model has just made of `region` over the whole image.
    private func spreadMask(
        of region: NormalizedRect, over size: PixelSize, into mask: inout [Float]
    ) throws(TaskError) {
        try model.network.output(Position.mask) {
            MaskWarp.decode($0, into: &likelihoods, on: pool)
        }
        do throws(ImagingError) {
            try likelihoods.withUnsafeBufferPointer { (values) throws(ImagingError) in
                try maskWarp.spread(
                    values, width: Self.maskSide, height: Self.maskSide, region: region,
                    over: size, into: &mask, columns: &maskColumns, on: pool)
            }
        } catch {
            throw .imaging(error)
        }
    }

    private func pose(_ candidate: Candidate, id: Int, size: PixelSize) -> Pose {
        Pose(
            id: id, presence: candidate.presence, landmarks: candidate.landmarks,
            worldLandmarks: candidate.world,
            mask: wantsMasks ? Mask(trusted: size, values: candidate.mask) : nil,
            region: candidate.region, rawLandmarks: candidate.raw,
            rawWorldLandmarks: candidate.rawWorld)
    }
}
