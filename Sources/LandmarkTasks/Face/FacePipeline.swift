import LandmarkCore
import LandmarkImaging

/// The face task's stages in their order, with the memory they work in.
final class FacePipeline {
    private static let detectorEntry = "face_detector.tflite"
    private static let landmarksEntry = "face_landmarks_detector.tflite"
    private static let blendshapesEntry = "face_blendshapes.tflite"
    private static let geometryEntry = "geometry_pipeline_metadata_landmarks.binarypb"

    /// The landmark model's outputs by position; a third, for a tongue put out, is not used.
    private enum Output {
        static let landmarks = 0
        static let presence = 1
    }

    private let detector: Detector
    private let model: PictureNetwork
    private let expression: TaskNetwork?
    private var geometry: FaceGeometry?
    private let kernelLevel: KernelLevel
    private let settings: TaskSettings

    init(_ options: FaceLandmarkerOptions) throws(TaskError) {
        settings = try TaskSettings(options)
        var entries = [Self.detectorEntry, Self.landmarksEntry]
        if options.blendshapes { entries.append(Self.blendshapesEntry) }
        if options.transformationMatrices { entries.append(Self.geometryEntry) }
        let bundle = try TaskBundle(options.model, needs: entries)
        let loader = try NetworkLoader(bundle: bundle, settings: settings)
        detector = try Detector(
            .face, entry: Self.detectorEntry, loader: loader,
            minScore: settings.minDetectionConfidence)
        model = try loader.landmarkNetwork(
            NetworkLoader.Layout(
                entry: Self.landmarksEntry, input: [256, 256, 3], outputs: [1434, 1, 1],
                wanted: [Output.landmarks, Output.presence]))
        expression =
            options.blendshapes
            ? try loader.network(
                NetworkLoader.Layout(
                    entry: Self.blendshapesEntry, input: [BlendshapeInput.indices.count, 2],
                    outputs: [Blendshape.allCases.count])) : nil
        geometry =
            options.transformationMatrices ? try bundle.faceGeometry(Self.geometryEntry) : nil
        kernelLevel = loader.kernelLevel
    }

    /// The faces in `image`.
    func detect(
        _ image: PixelBuffer, orientation: Orientation
    ) throws(TaskError) -> FaceLandmarkerResult {
        let start = ContinuousClock.now
        var timings = StageTimings()
        var faces: [Face] = []
        let found = try detector.detect(image, orientation: orientation, timings: &timings)
        for detection in found.prefix(settings.count) {
            let region = DetectionRegion.face(detection, in: image.size)
            guard
                try model.look(
                    at: region, of: image, orientation: orientation, timings: &timings)
            else { continue }
            let presence = sigmoid(try model.network.value(Output.presence))
            guard presence > settings.minPresenceConfidence else { continue }
            let landmarks = try timings.measure(.projection) { () throws(TaskError) in
                try decode(region, in: image.size)
            }
            faces.append(
                Face(
                    id: faces.count + 1, presence: presence, landmarks: landmarks,
                    blendshapes: try blendshapes(landmarks, in: image.size, timings: &timings),
                    transformationMatrix: timings.measure(.geometry) {
                        geometry?.matrix(landmarks, in: image.size)
                    },
                    region: region))
        }
        timings.add(ContinuousClock.now - start, to: .total)
        return FaceLandmarkerResult(
            faces: faces, imageSize: image.size, timings: timings, kernelLevel: kernelLevel)
    }

    /// The points that the model has just seen in `region`.
    private func decode(_ region: NormalizedRect, in size: PixelSize) throws(TaskError)
        -> [Landmark]
    {
        let matrix = RegionMatrix(PixelRect(region, in: size), in: size)
        return try model.network.output(Output.landmarks) {
            FaceDecoder.landmarks($0, matrix: matrix)
        }
    }

    private func blendshapes(
        _ landmarks: [Landmark], in size: PixelSize, timings: inout StageTimings
    ) throws(TaskError) -> Blendshapes? {
        guard let expression else { return nil }
        return try timings.measure(.blendshapes) { () throws(TaskError) in
            try expression.input { BlendshapeInput.fill($0, from: landmarks, in: size) }
            expression.run()
            return try expression.output(0) { Blendshapes(Array($0)) }
        }
    }
}
