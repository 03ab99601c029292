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

    private let pipeline: any FacePipeline

    /// The face detector, the face landmark model and, if blendshapes are wanted, their model.
    public static func networks(for options: FaceLandmarkerOptions) -> [NetworkSpec] {
        FaceModel<TasksMesh>.networks(for: options)
    }

    /// Reads the model and prepares the networks.
    ///
    /// - Throws: `TaskError`, as documented for `LandmarkTask.init(options:)`.
    public init(options: FaceLandmarkerOptions) throws(TaskError) {
        // Before anything is read.
        try options.validate(countName: FaceModel<TasksMesh>.countOption)
        let bundle = try TaskBundle(options.model, entries: [DetectorSpec.face.entry])
        pipeline =
            if bundle.contains(AttentionMesh.network.entry) {
                try LandmarkPipeline<FaceModel<AttentionMesh>>(options, in: bundle)
            } else if bundle.contains(PlainMesh.network.entry) {
                try LandmarkPipeline<FaceModel<PlainMesh>>(options, in: bundle)
            } else {
                try LandmarkPipeline<FaceModel<TasksMesh>>(options, in: bundle)
            }
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

    package var steps: any LandmarkSteps<Face> { pipeline.steps }
}

/// The pipeline of one of the face landmark models.
private protocol FacePipeline {
    var steps: any LandmarkSteps<Face> { get }
    func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> FaceLandmarkerResult
    func reset()
}

extension LandmarkPipeline: FacePipeline where Model.Instance == Face {}

/// The networks, ROI rules and decoding of faces.
struct FaceModel<Mesh: FaceMesh>: LandmarkModel {
    static var countOption: String { "numFaces" }
    static var landmarksEntry: String { Mesh.network.entry }
    private static var blendshapesEntry: String { "face_blendshapes.tflite" }
    private static var geometryEntry: String {
        "geometry_pipeline_metadata_landmarks.binarypb"
    }
    static var extraStages: [StageTimings.Stage] { [.blendshapes, .geometry] }
    /// The blendshape coefficients.
    static var emptyPayload: [Float] { [] }

    private let blendshapes: Network?
    private var geometry: FaceGeometry?

    static func networks(for options: FaceLandmarkerOptions) -> [NetworkSpec] {
        let blendshapes = NetworkSpec(
            entry: blendshapesEntry, input: [BlendshapeInput.indices.count, 2],
            outputs: [Blendshape.allCases.count])
        return [DetectorSpec.face.network, Mesh.network]
            + (options.blendshapes ? [blendshapes] : [])
    }

    static func files(for options: FaceLandmarkerOptions) -> [String] {
        options.transformationMatrices ? [geometryEntry] : []
    }

    static func rules(for options: FaceLandmarkerOptions) -> PipelineRules {
        let isTasks = options.variant == .tasks
        var detector = DetectorSpec.face
        if !isTasks { detector.suppressionThreshold = 0.3 }
        return PipelineRules(
            detector: detector, limitsDetections: true,
            association: isTasks ? .preferDetected : .preferTracked,
            smoothing: SmoothingProfile(
                landmarkCount: Face.landmarkCount,
                mediaPipe: isTasks
                    ? SmoothingProfile.Parameters(
                        image: OneEuroFilter.Parameters(minCutoff: 0.05, beta: 80),
                        world: OneEuroFilter.Parameters(minCutoff: 0.05, beta: 80)) : nil,
                speedUnit: .bounds))
    }

    init(
        _ options: FaceLandmarkerOptions, bundle: TaskBundle, networks: NetworkLoader
    ) throws(TaskError) {
        blendshapes = options.blendshapes ? try networks.network(Self.blendshapesEntry) : nil
        geometry =
            options.transformationMatrices
            ? try FaceGeometry(bundle, entry: Self.geometryEntry) : nil
    }

    func roi(for detection: Detection, in size: PixelSize) -> NormalizedRect {
        FaceROI.roi(for: detection, squares: Mesh.hasSquareROI, in: size)
    }

    func presence(_ network: Network) throws(InferenceError) -> Float {
        sigmoid(try network.withOutput(Mesh.presenceOutput) { $0[0] })
    }

    func decodeLandmarks(
        of network: Network, in size: PixelSize, into candidate: inout Candidate
    ) throws(InferenceError) {
        try Mesh.decode(
            network, roi: candidate.roi, in: size, into: &candidate.rawLandmarks)
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
                try blendshapes.run()
                try blendshapes.checkValues()
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

    /// The full-range face detector, for faces up to five meters away.
    package static let fullRangeFace = DetectorSpec(
        entry: "face_detector.tflite", inputSize: 192, strides: [4], anchorsPerCell: 1,
        keypointCount: 6, suppressionThreshold: 0.5, inputRange: -1...1)
}

extension StageTimings.Stage {
    /// Inference of the blendshape model.
    public static var blendshapes: Self { Self(rawValue: "blendshapes") }
    /// Fitting the transformation matrix.
    public static var geometry: Self { Self(rawValue: "geometry") }
}
