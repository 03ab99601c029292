import LandmarkCore
public import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Finds bodies in the images of a stream and follows them, as `PoseLandmarker` does. Registered
/// also as MediaPipe's subgraph `PoseLandmarkCpu`.
///
/// IMAGE in. Out, each of them optional: POSES `[Pose]`, SIZE `PixelSize` and RESULT
/// `PoseLandmarkerResult` for every image; of the first body LANDMARKS `[Landmark]`,
/// WORLD_LANDMARKS `[WorldLandmark]`, SEGMENTATION_MASK `Mask`, DETECTION `DetectionBox`,
/// ROI_FROM_LANDMARKS and ROI_FROM_DETECTION `NormalizedRect` where there is one.
public struct PoseLandmarkerCalculator: Calculator {
    private let node: TaskNode
    private var landmarker: PoseLandmarker?
    private var follows = true

    /// See the type.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try task(node)
        contract.input("IMAGE", 0, .image)
        contract.sidePacket("NUM_POSES", 0, .type(Int.self), optional: true)
        contract.sidePacket("MODEL_COMPLEXITY", 0, .type(Int.self), optional: true)
        for tag in ["SMOOTH_LANDMARKS", "ENABLE_SEGMENTATION", "SMOOTH_SEGMENTATION"] {
            contract.sidePacket(tag, 0, .type(Bool.self), optional: true)
        }
        TaskNode.declareSidePackets(&contract)
        contract.output("POSES", 0, .type([Pose].self), optional: true)
        contract.output("SIZE", 0, .type(PixelSize.self), optional: true)
        contract.output("RESULT", 0, .type(PoseLandmarkerResult.self), optional: true)
        contract.output("LANDMARKS", 0, .type([Landmark].self), optional: true)
        contract.output("WORLD_LANDMARKS", 0, .type([WorldLandmark].self), optional: true)
        contract.output("SEGMENTATION_MASK", 0, .type(Mask.self), optional: true)
        contract.output("DETECTION", 0, .type(DetectionBox.self), optional: true)
        contract.output("ROI_FROM_LANDMARKS", 0, .type(NormalizedRect.self), optional: true)
        contract.output("ROI_FROM_DETECTION", 0, .type(NormalizedRect.self), optional: true)
        contract.timestampOffset = 0
    }

    /// Makes one, from the node's options.
    public init(_ node: NodeConfig) throws { self.node = try Self.task(node) }

    /// Reads the model.
    public mutating func open(_ context: CalculatorContext) throws {
        follows = try node.follows(context)
        var options = PoseLandmarkerOptions(
            model: try node.model(context, try modelField(context)))
        options.numPoses = try node.count(context, "NUM_POSES", "num_poses", usual: 1)
        options.minDetectionConfidence = try node.confidence("min_detection_confidence")
        options.minPresenceConfidence = try node.confidence("min_presence_confidence")
        options.minTrackingConfidence = try node.confidence("min_tracking_confidence")
        options.runningMode = follows ? .video : .image
        let smooths = try node.flag(
            context, "SMOOTH_LANDMARKS", "smooth_landmarks", usual: true)
        options.smoothing = smooths ? .mediaPipe : .off
        options.segmentationMasks = try node.flag(
            context, "ENABLE_SEGMENTATION", "enable_segmentation", usual: false)
        if let threads = try node.threads() { options.threads = threads }
        landmarker = try PoseLandmarker(options: options)
    }

    /// Finds the bodies.
    public mutating func process(_ context: CalculatorContext) throws {
        guard let landmarker, let frame = try context.inputs["IMAGE"].frame() else { return }
        let found =
            try follows
            ? landmarker.detect(frame)
            : landmarker.detect(frame.image, orientation: frame.orientation)
        let outputs = context.outputs
        try outputs["POSES"].send(found.poses)
        try outputs["SIZE"].send(frame.image.size)
        try outputs["RESULT"].send(found)
        let pose = found.poses.first
        try outputs["LANDMARKS"].sendAny(pose.map { $0.landmarks })
        try outputs["WORLD_LANDMARKS"].sendAny(pose.map { $0.worldLandmarks })
        try outputs["SEGMENTATION_MASK"].sendAny(pose?.mask)
        let trace = landmarker.trace
        try outputs["DETECTION"].sendAny(
            trace.detections.first.map { DetectionBox($0, keypoints: 4) })
        try outputs["ROI_FROM_LANDMARKS"].sendAny(trace.nextROIs.first)
        try outputs["ROI_FROM_DETECTION"].sendAny(trace.detectedROIs.first)
    }

    /// The model of the complexity that is asked for: 0, 1 or 2.
    private func modelField(_ context: CalculatorContext) throws -> String {
        let complexity =
            context.sidePacket("MODEL_COMPLEXITY").isEmpty
            ? try node.options.int("model_complexity") ?? 1
            : try context.sideValue(Int.self, "MODEL_COMPLEXITY")
        guard 0...2 ~= complexity else {
            throw VisionFault.number(
                name: "MODEL_COMPLEXITY", expected: "0, 1 or 2", got: complexity)
        }
        return ["pose_lite", "pose_full", "pose_heavy"][complexity]
    }

    private static func task(_ node: NodeConfig) throws -> TaskNode {
        let task = try TaskNode(
            node, optionsType: "PoseLandmarkerCalculatorOptions",
            fields: ["num_poses", "model_complexity", "smooth_landmarks", "enable_segmentation"])
        _ = try task.options.bool("smooth_landmarks")
        _ = try task.options.bool("enable_segmentation")
        _ = try task.options.int("num_poses", in: 1...1000)
        _ = try task.options.int("model_complexity", in: 0...2)
        return task
    }
}
