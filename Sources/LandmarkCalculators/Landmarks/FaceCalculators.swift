import LandmarkCore
import LandmarkDrawing
import LandmarkGraph
import LandmarkImaging
import LandmarkOverlays
import LandmarkTasks

/// The face landmarker; also registered as MediaPipe's subgraph `FaceLandmarkFrontCpu`.
///
/// Adds the outputs LANDMARKS `[[Landmark]]`, ROIS_FROM_LANDMARKS and ROIS_FROM_DETECTIONS
/// `[NormalizedRect]`, and DETECTIONS `[DetectionBox]`.
struct FaceLandmarkerAdapter: LandmarkerAdapter {
    typealias Task = FaceTask

    static let optionFields = ["with_attention", "blendshapes", "transformation_matrices"]

    /// Whether LANDMARKS includes the irises by default; MediaPipe's subgraph excludes them unless
    /// WITH_ATTENTION is true.
    private let defaultAttention: Bool
    private var landmarkCount = Face.landmarkCount

    static func declarePorts(_ contract: inout CalculatorContract) {
        contract.inputSidePacket("WITH_ATTENTION", 0, .type(Bool.self), optional: true)
        contract.output("LANDMARKS", 0, .type([[Landmark]].self), optional: true)
        contract.output("ROIS_FROM_LANDMARKS", 0, .type([NormalizedRect].self), optional: true)
        contract.output("ROIS_FROM_DETECTIONS", 0, .type([NormalizedRect].self), optional: true)
        contract.output("DETECTIONS", 0, .type([DetectionBox].self), optional: true)
    }

    init(_ node: NodeConfig, _ settings: LandmarkerSettings) throws {
        for field in Self.optionFields { _ = try settings.options.bool(field) }
        defaultAttention = !settings.isRegistered(as: "FaceLandmarkFrontCpu")
    }

    func model(_ settings: LandmarkerSettings, _ context: CalculatorContext) -> ModelField { .face }

    mutating func configure(
        _ options: inout FaceLandmarkerOptions, _ settings: LandmarkerSettings,
        _ context: CalculatorContext
    ) throws {
        let hasAttention = try settings.flag(
            context, "WITH_ATTENTION", "with_attention", default: defaultAttention)
        landmarkCount = hasAttention ? Face.landmarkCount : Face.meshCount
        options.blendshapes = try settings.options.bool("blendshapes") ?? false
        options.transformationMatrices =
            try settings.options.bool("transformation_matrices") ?? false
    }

    func send(_ faces: [Face], _ trace: ROITrace, to outputs: StreamOutputs) throws {
        if outputs["LANDMARKS"].isConnected {
            try outputs["LANDMARKS"].sendIfPresent(
                faces.map { Array($0.landmarks.prefix(landmarkCount)) })
        }
        try outputs["ROIS_FROM_LANDMARKS"].sendIfPresent(trace.nextROIs)
        try outputs["ROIS_FROM_DETECTIONS"].sendIfPresent(trace.detectedROIs)
        try outputs["DETECTIONS"].sendIfPresent(
            trace.detections.map { DetectionBox($0, keypoints: 6) })
    }
}

/// Draws faces in LandmarkKit's colors: MediaPipe's subgraph `FaceRendererCpu`.
///
/// Inputs: LANDMARKS `[[Landmark]]` with 468 or 478 landmarks per face, NORM_RECTS
/// `[NormalizedRect]` and DETECTIONS `[DetectionBox]`.
struct FaceRenderer: LandmarkRenderer {
    private let faces: [[Landmark]]
    private let detections: RenderedDetections

    static func declareInputs(_ contract: inout CalculatorContract) {
        contract.input("LANDMARKS", 0, .type([[Landmark]].self), optional: true)
        RenderedDetections.declareInputs(&contract)
    }

    init(_ inputs: StreamInputs) throws {
        faces = try inputs["LANDMARKS"].value([[Landmark]].self) ?? []
        for face in faces {
            try VisionCalculatorError.check(face, Face.meshCount, Face.landmarkCount)
        }
        detections = try RenderedDetections(inputs)
    }

    func draw(on canvas: Canvas) throws {
        for face in faces { try LandmarkOverlay.face(face, color: .middle).draw(on: canvas) }
        detections.draw(on: canvas)
    }
}
