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

    private let model: PictureNetwork
    private let pool: WorkerPool
    private let kernelLevel: KernelLevel
    private let settings: TaskSettings
    private let wantsMasks: Bool
    private let maskWarp: MaskWarp
    var finder: RegionFinder
    private var memory: ObjectMemory
    private var sightings = Sightings()
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
            entry: Self.landmarksEntry, windowed: [Position.heatmap])
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
        finder = RegionFinder(
            detector, settings: settings, association: .newWins, clipsDetections: false,
            region: DetectionRegion.pose)
        model = try loader.landmarkNetwork(
            NetworkLoader.Layout(
                entry: Self.landmarksEntry, input: [256, 256, 3],
                outputs: [
                    5 * PoseDecoder.pointCount, 1, Self.maskSide * Self.maskSide,
                    HeatmapRefinement.shape.reduce(1, *), 3 * PoseDecoder.pointCount,
                ], maps: [Position.heatmap: HeatmapRefinement.shape]))
        pool = loader.pool
        kernelLevel = loader.kernelLevel
        do {
            maskWarp = try MaskWarp(level: loader.kernelLevel)
        } catch {
            throw .imaging(error)
        }
        memory = ObjectMemory(settings, task: .pose)
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
        sightings.removeAll()
        let regions = try finder.regions(
            in: image, orientation: orientation, isStream: timestamp != nil, timings: &timings)
        for region in regions {
            guard
                try model.look(
                    at: region, of: image, orientation: orientation, timings: &timings),
                try model.network.value(Position.presence) > settings.minPresenceConfidence
            else { continue }
            let index = sightings.add()
            try timings.measure(.projection) { () throws(TaskError) in
                try see(region, in: image.size, as: &sightings[index])
            }
            guard wantsMasks else { continue }
            try timings.measure(.masks) { () throws(TaskError) in
                try spreadMask(
                    of: region.moved(by: orientation.samplingOffset, in: image.size),
                    over: image.size, into: &sightings[index].mask)
            }
        }
        timings.measure(.tracking) {
            for index in sightings.indices { finder.follow(sightings[index].next) }
            memory.recognise(&sightings, at: timestamp, in: image.size)
        }
        for index in sightings.indices {
            poses.append(pose(sightings[index], id: memory.ids[index], size: image.size))
        }
        timings.add(ContinuousClock.now - start, to: .total)
        return PoseLandmarkerResult(
            poses: poses, timestamp: timestamp, imageSize: image.size, timings: timings,
            kernelLevel: kernelLevel)
    }

    func reset() {
        finder.reset()
        memory.reset()
    }

    /// Notes the body that the model has just seen in `region`.
    private func see(
        _ region: NormalizedRect, in size: PixelSize, as sighting: inout Sighting
    ) throws(TaskError) {
        let projection = RegionProjection(region)
        try model.network.output(Position.landmarks) { PoseDecoder.decode($0, into: &points) }
        for index in points.indices {
            guard let window = HeatmapRefinement.window(around: points[index], channel: index)
            else { continue }
            try model.network.output(Position.heatmap, in: window) {
                HeatmapRefinement.refine(&points[index], by: $0, in: window)
            }
        }
        sighting.region = region
        sighting.presence = try model.network.value(Position.presence)
        sighting.next = PoseDecoder.nextRegion(points, projection: projection, in: size)
        PoseDecoder.project(points, projection: projection, into: &sighting.raw)
        try model.network.output(Position.world) {
            PoseDecoder.decodeWorld(
                $0, points: points, projection: projection, into: &sighting.rawWorld)
        }
    }

    /// Spreads the mask that the model has just made of `region` over the whole picture.
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

    private func pose(_ sighting: Sighting, id: Int, size: PixelSize) -> Pose {
        Pose(
            id: id, presence: sighting.presence, landmarks: sighting.landmarks,
            worldLandmarks: sighting.world,
            mask: wantsMasks ? Mask(trusted: size, values: sighting.mask) : nil,
            region: sighting.region, rawLandmarks: sighting.raw,
            rawWorldLandmarks: sighting.rawWorld)
    }
}
