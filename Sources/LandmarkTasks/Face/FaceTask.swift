public import LandmarkCore
public import LandmarkImaging
import LandmarkInference

/// Detects faces with their landmarks: the task of a `FaceLandmarker`.
public final class FaceTask: TrackingTask {
    /// `face`.
    public static let singular = "face"
    /// `faces`.
    public static let plural = "faces"
    /// Empty: the landmarks of a face have no names.
    public static let landmarkNames: [String] = []
    /// `FaceConnections.contours`.
    public static let connections = FaceConnections.contours

    private let pipeline: LandmarkPipeline<FaceModel>

    /// The face detector, the face landmark model and, if blendshapes are wanted, their model.
    public static func networks(for options: FaceLandmarkerOptions) -> [NetworkSpec] {
        FaceModel.networks(for: options)
    }

    /// Reads the model and prepares the networks.
    ///
    /// - Throws: `TaskError`, as documented for `LandmarkTask.init(options:)`.
    public init(options: FaceLandmarkerOptions) throws(TaskError) {
        pipeline = try LandmarkPipeline(options)
    }

    /// Detects faces in an image.
    ///
    /// - Throws: `TaskError.imaging` if the image cannot be sampled, `.inference` if a network
    ///   fails.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> FaceLandmarkerResult {
        try pipeline.detect(image, orientation: orientation, at: timestamp)
    }

    /// Discards the tracking state.
    public func reset() { pipeline.reset() }

    package var trace: ROITrace { pipeline.trace }

    package func track(_ roi: NormalizedRect) { pipeline.track(roi) }
}

/// The networks, ROI rules and decoding of faces.
struct FaceModel: LandmarkModel {
    /// The landmark model's outputs by position; a third, for an extended tongue, is not used.
    private enum Output {
        static let landmarks = 0
        static let presence = 1
    }

    static let countOption = "numFaces"
    static let detector = DetectorSpec.face
    static let landmarksEntry = "face_landmarks_detector.tflite"
    private static let blendshapesEntry = "face_blendshapes.tflite"
    private static let geometryEntry = "geometry_pipeline_metadata_landmarks.binarypb"
    static let limitsDetections = true
    static let association = Association.preferDetected
    static let smoothing = SmoothingProfile(
        landmarkCount: Face.landmarkCount,
        mediaPipe: SmoothingProfile.Parameters(
            image: OneEuroFilter.Parameters(minCutoff: 0.05, beta: 80),
            world: OneEuroFilter.Parameters(minCutoff: 0.05, beta: 80)),
        speedUnit: .bounds)
    static let extraStages = [StageTimings.Stage.blendshapes, .geometry]
    /// The blendshape coefficients.
    static let emptyPayload: [Float] = []

    private let blendshapes: Network?
    private var geometry: FaceGeometry?

    static func networks(for options: FaceLandmarkerOptions) -> [NetworkSpec] {
        let landmarks = NetworkSpec(
            entry: landmarksEntry, input: [256, 256, 3], outputs: [1434, 1, 1],
            options: NetworkOptions(outputs: [Output.landmarks, Output.presence]),
            precisions: Precision.allCases)
        let blendshapes = NetworkSpec(
            entry: blendshapesEntry, input: [BlendshapeInput.indices.count, 2],
            outputs: [Blendshape.allCases.count])
        return [detector.network, landmarks] + (options.blendshapes ? [blendshapes] : [])
    }

    static func files(for options: FaceLandmarkerOptions) -> [String] {
        options.transformationMatrices ? [geometryEntry] : []
    }

    static func roi(for detection: Detection, in size: PixelSize) -> NormalizedRect {
        FaceROI.roi(for: detection, in: size)
    }

    init(
        _ options: FaceLandmarkerOptions, bundle: TaskBundle, networks: NetworkLoader
    ) throws(TaskError) {
        blendshapes = options.blendshapes ? try networks.network(Self.blendshapesEntry) : nil
        geometry =
            options.transformationMatrices
            ? try FaceGeometry(bundle, entry: Self.geometryEntry) : nil
    }

    func presence(_ network: Network) throws(InferenceError) -> Float {
        sigmoid(try network.withOutput(Output.presence) { $0[0] })
    }

    func decodeLandmarks(
        of network: Network, in size: PixelSize, into candidate: inout Candidate
    ) throws(InferenceError) {
        let projection = DetectionProjection(PixelRect(candidate.roi, in: size), in: size)
        try network.withOutput(Output.landmarks) {
            FaceDecoder.decode($0, projection: projection, into: &candidate.rawLandmarks)
        }
        candidate.nextROI = FaceROI.roi(around: candidate.rawLandmarks, in: size)
    }

    mutating func makeInstance(
        id: Int, of candidate: Candidate, payload: inout [Float], tracks: TrackState,
        in image: ImageContext, timings: inout StageTimings
    ) throws(TaskError) -> Face {
        try runBlendshapes(on: candidate, in: image.size, into: &payload, timings: &timings)
        return Face(
            id: id, presence: candidate.presence, landmarks: candidate.landmarks,
            blendshapes: blendshapes == nil ? nil : Blendshapes(payload),
            transformationMatrix: timings.measure(.geometry) {
                geometry?.matrix(candidate.landmarks, in: image.size)
            },
            region: candidate.roi, rawLandmarks: candidate.rawLandmarks)
    }

    /// Computes the blendshapes from the smoothed landmarks.
    private func runBlendshapes(
        on candidate: Candidate, in size: PixelSize, into values: inout [Float],
        timings: inout StageTimings
    ) throws(TaskError) {
        guard let blendshapes else { return }
        do throws(InferenceError) {
            try timings.measure(.blendshapes) { () throws(InferenceError) in
                try blendshapes.withInput {
                    BlendshapeInput.fill($0, from: candidate.landmarks, in: size)
                }
                blendshapes.run()
                try blendshapes.withOutput(0) { values.copy($0) }
            }
        } catch {
            throw .inference(error)
        }
    }
}

extension DetectorSpec {
    /// The short-range face detector.
    package static let face = DetectorSpec(
        entry: "face_detector.tflite", inputSize: 128, strides: [8, 16, 16, 16], keypointCount: 6,
        suppressionThreshold: 0.5, inputRange: -1...1)
}

extension StageTimings.Stage {
    /// Inference of the blendshape model.
    public static var blendshapes: Self { Self(rawValue: "blendshapes") }
    /// Fitting the transformation matrix.
    public static var geometry: Self { Self(rawValue: "geometry") }
}
