import LandmarkCore
import LandmarkImaging
import LandmarkInference

/// The face task's stages in their order, with the memory they work in.
final class FacePipeline: TaskPipeline {
    private static let detectorEntry = "face_detector.tflite"
    private static let landmarksEntry = "face_landmarks_detector.tflite"
    private static let blendshapesEntry = "face_blendshapes.tflite"
    private static let geometryEntry = "geometry_pipeline_metadata_landmarks.binarypb"

    /// The landmark model's outputs by position; a third, for a tongue put out, is not used.
    private enum Position {
        static let landmarks = 0
        static let presence = 1
    }

    private let model: ImageModelRunner
    private let expression: TaskNetwork?
    private var geometry: FaceGeometry?
    private let pool: WorkerPool
    private let device: ComputeDevice
    private let settings: TaskSettings
    var finder: ROISelector
    private var tracks: TrackState
    private var candidates = Candidates()
    private var faces: [Face] = []

    init(_ options: FaceLandmarkerOptions) throws(TaskError) {
        settings = try TaskSettings(options)
        var entries = [Self.detectorEntry, Self.landmarksEntry]
        if options.blendshapes { entries.append(Self.blendshapesEntry) }
        if options.transformationMatrices { entries.append(Self.geometryEntry) }
        let bundle = try TaskBundle(options.model, needs: entries)
        var orders = [
            NetworkLoader.Order(
                entry: Self.landmarksEntry, wanted: [Position.landmarks, Position.presence])
        ]
        if options.blendshapes { orders.append(NetworkLoader.Order(entry: Self.blendshapesEntry)) }
        orders.append(NetworkLoader.Order(entry: Self.detectorEntry))
        let loader = try NetworkLoader(bundle: bundle, settings: settings, orders: orders)
        let detector = try Detector(
            .face, entry: Self.detectorEntry, loader: loader,
            minScore: settings.minDetectionConfidence)
        finder = ROISelector(
            detector, settings: settings, association: .preferDetected, clipsDetections: true,
            region: DetectionRegion.face)
        model = try loader.landmarkNetwork(
            NetworkLoader.Layout(
                entry: Self.landmarksEntry, input: [256, 256, 3], outputs: [1434, 1, 1]))
        expression =
            options.blendshapes
            ? try loader.network(
                NetworkLoader.Layout(
                    entry: Self.blendshapesEntry, input: [BlendshapeInput.indices.count, 2],
                    outputs: [Blendshape.allCases.count])) : nil
        geometry =
            options.transformationMatrices ? try bundle.faceGeometry(Self.geometryEntry) : nil
        pool = loader.pool
        device = loader.device
        tracks = TrackState(settings, task: .face)
    }

    /// The faces in `image`.
    func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> FaceLandmarkerResult {
        let start = ContinuousClock.now
        pool.hold()
        defer { pool.release() }
        var timings = StageTimings()
        faces.removeAll(keepingCapacity: true)
        candidates.removeAll()
        let regions = try finder.regions(
            in: image, orientation: orientation, isStream: timestamp != nil, timings: &timings)
        for region in regions {
            guard
                try model.look(
                    at: region, of: image, orientation: orientation, timings: &timings)
            else { continue }
            let presence = sigmoid(try model.network.value(Position.presence))
            guard presence > settings.minPresenceConfidence else { continue }
            let index = candidates.add()
            candidates[index].presence = presence
            try timings.measure(.projection) { () throws(TaskError) in
                try see(region, in: image.size, as: &candidates[index])
            }
        }
        timings.measure(.tracking) {
            for index in candidates.indices { finder.follow(candidates[index].next) }
            tracks.update(&candidates, at: timestamp, in: image.size)
        }
        for index in candidates.indices {
            try express(&candidates[index], in: image.size, timings: &timings)
            faces.append(
                face(
                    candidates[index], id: tracks.ids[index], in: image.size, timings: &timings))
        }
        timings.add(ContinuousClock.now - start, to: .total)
        return FaceLandmarkerResult(
            faces: faces, timestamp: timestamp, imageSize: image.size, timings: timings,
            device: device)
    }

    func reset() {
        finder.reset()
        tracks.reset()
    }

    /// Notes the face that the model has just seen in `region`.
    private func see(
        _ region: NormalizedRect, in size: PixelSize, as candidate: inout Candidate
    ) throws(TaskError) {
        let matrix = DetectionProjection(PixelRect(region, in: size), in: size)
        try model.network.output(Position.landmarks) {
            FaceDecoder.decode($0, matrix: matrix, into: &candidate.raw)
        }
        candidate.region = region
        candidate.next = LandmarkRegion.face(candidate.raw, in: size)
    }

    /// Judges the expression of a face, by its smoothed points.
    private func express(
        _ candidate: inout Candidate, in size: PixelSize, timings: inout StageTimings
    ) throws(TaskError) {
        guard let expression else { return }
        try timings.measure(.blendshapes) { () throws(TaskError) in
            try expression.input { BlendshapeInput.fill($0, from: candidate.landmarks, in: size) }
            expression.run()
            try expression.output(0) { candidate.blendshapes.copy($0) }
        }
    }

    private func face(
        _ candidate: Candidate, id: Int, in size: PixelSize, timings: inout StageTimings
    ) -> Face {
        Face(
            id: id, presence: candidate.presence, landmarks: candidate.landmarks,
            blendshapes: expression == nil ? nil : Blendshapes(candidate.blendshapes),
            transformationMatrix: timings.measure(.geometry) {
                geometry?.matrix(candidate.landmarks, in: size)
            },
            region: candidate.region, rawLandmarks: candidate.raw)
    }
}
