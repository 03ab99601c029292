import LandmarkCore
import LandmarkDrawing
import LandmarkGraph
import LandmarkImaging
import LandmarkOverlays
import LandmarkTasks

/// The pose landmarker; also registered as MediaPipe's subgraph `PoseLandmarkCpu`.
///
/// Adds outputs of the first pose: LANDMARKS `[Landmark]`, WORLD_LANDMARKS `[WorldLandmark]`,
/// SEGMENTATION_MASK `Mask`, DETECTION `DetectionBox`, ROI_FROM_LANDMARKS and ROI_FROM_DETECTION
/// `NormalizedRect`.
struct PoseLandmarkerAdapter: LandmarkerAdapter {
    typealias Task = PoseTask

    static let optionFields = [
        "model_complexity", "smooth_landmarks", "enable_segmentation", "side_guard",
    ]

    static func declarePorts(_ contract: inout CalculatorContract) {
        contract.inputSidePacket("MODEL_COMPLEXITY", 0, .type(Int.self), optional: true)
        for tag in ["SMOOTH_LANDMARKS", "ENABLE_SEGMENTATION", "SMOOTH_SEGMENTATION"] {
            contract.inputSidePacket(tag, 0, .type(Bool.self), optional: true)
        }
        contract.output("LANDMARKS", 0, .type([Landmark].self), optional: true)
        contract.output("WORLD_LANDMARKS", 0, .type([WorldLandmark].self), optional: true)
        contract.output("SEGMENTATION_MASK", 0, .type(Mask.self), optional: true)
        contract.output("DETECTION", 0, .type(DetectionBox.self), optional: true)
        contract.output("ROI_FROM_LANDMARKS", 0, .type(NormalizedRect.self), optional: true)
        contract.output("ROI_FROM_DETECTION", 0, .type(NormalizedRect.self), optional: true)
    }

    init(_ node: NodeConfig, _ settings: LandmarkerSettings) throws {
        _ = try settings.options.bool("smooth_landmarks")
        _ = try settings.options.bool("enable_segmentation")
        _ = try settings.options.bool("side_guard")
        _ = try settings.options.int("model_complexity", in: 0...2)
    }

    /// Returns the model for the complexity: MODEL_COMPLEXITY, otherwise the option, otherwise 1.
    func model(_ settings: LandmarkerSettings, _ context: CalculatorContext) throws -> ModelField {
        let complexity =
            context.sidePacket("MODEL_COMPLEXITY").isEmpty
            ? try settings.options.int("model_complexity") ?? 1
            : try context.sideValue(Int.self, "MODEL_COMPLEXITY")
        switch complexity {
        case 0: return .poseLite
        case 1: return .poseFull
        case 2: return .poseHeavy
        default:
            throw VisionCalculatorError.number(
                name: "MODEL_COMPLEXITY", expected: "0, 1 or 2", got: complexity)
        }
    }

    func configure(
        _ options: inout PoseLandmarkerOptions, _ settings: LandmarkerSettings,
        _ context: CalculatorContext
    ) throws {
        let isSmoothing = try settings.flag(
            context, "SMOOTH_LANDMARKS", "smooth_landmarks", default: true)
        options.smoothing = isSmoothing ? .mediaPipe : .off
        options.segmentationMasks = try settings.flag(
            context, "ENABLE_SEGMENTATION", "enable_segmentation", default: false)
        options.sideGuard = try settings.options.bool("side_guard") ?? false
    }

    func send(_ poses: [Pose], _ trace: ROITrace, to outputs: StreamOutputs) throws {
        try outputs["LANDMARKS"].sendIfPresent(poses.first.map { $0.landmarks })
        try outputs["WORLD_LANDMARKS"].sendIfPresent(poses.first.map { $0.worldLandmarks })
        try outputs["SEGMENTATION_MASK"].sendIfPresent(poses.first?.mask)
        try outputs["DETECTION"].sendIfPresent(
            trace.detections.first.map { DetectionBox($0, keypoints: 4) })
        try outputs["ROI_FROM_LANDMARKS"].sendIfPresent(trace.nextROIs.first)
        try outputs["ROI_FROM_DETECTION"].sendIfPresent(trace.detectedROIs.first)
    }
}

/// Draws a pose in LandmarkKit's colors: MediaPipe's subgraph `PoseRendererCpu`.
///
/// Inputs: LANDMARKS `[Landmark]` with 33 landmarks, SEGMENTATION_MASK `Mask` with the image's
/// size, ROI `NormalizedRect` and DETECTION `DetectionBox`.
struct PoseRenderer: LandmarkRenderer {
    private let pose: [Landmark]?
    private let mask: Mask?
    private let detection: DetectionBox?
    private let region: NormalizedRect?

    static func declareInputs(_ contract: inout CalculatorContract) {
        contract.input("LANDMARKS", 0, .type([Landmark].self), optional: true)
        contract.input("SEGMENTATION_MASK", 0, .type(Mask.self), optional: true)
        contract.input("ROI", 0, .type(NormalizedRect.self), optional: true)
        contract.input("DETECTION", 0, .type(DetectionBox.self), optional: true)
    }

    init(_ inputs: StreamInputs) throws {
        pose = try inputs["LANDMARKS"].value([Landmark].self)
        if let pose { try VisionCalculatorError.check(pose, Pose.landmarkCount) }
        mask = try inputs["SEGMENTATION_MASK"].value(Mask.self)
        detection = try inputs["DETECTION"].value(DetectionBox.self)
        region = try inputs["ROI"].value(NormalizedRect.self)
    }

    func draw(on canvas: Canvas) throws {
        if let mask { try canvas.tint(mask, color: .instance(0).opacity(0.35)) }
        if let detection { canvas.draw([detection]) }
        if let region { canvas.draw([region]) }
        if let pose { try LandmarkOverlay.pose(pose, color: .instance(0)).draw(on: canvas) }
    }
}
