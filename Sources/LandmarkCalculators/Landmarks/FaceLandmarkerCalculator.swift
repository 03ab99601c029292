import LandmarkCore
public import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Finds faces in the images of a stream and follows them, as `FaceLandmarker` does. Registered
/// also as MediaPipe's subgraph `FaceLandmarkFrontCpu`.
///
/// IMAGE in. Out, each of them optional: FACES `[Face]`, SIZE `PixelSize` and RESULT
/// `FaceLandmarkerResult` for every image; LANDMARKS `[[Landmark]]`, ROIS_FROM_LANDMARKS and
/// ROIS_FROM_DETECTIONS `[NormalizedRect]`, DETECTIONS `[DetectionBox]` where there are any.
public struct FaceLandmarkerCalculator: Calculator {
    private let node: TaskNode
    /// MediaPipe's subgraph gives 468 points unless WITH_ATTENTION is true.
    private let usualAttention: Bool
    private var landmarker: FaceLandmarker?
    private var follows = true
    private var pointCount = Face.landmarkCount

    /// See the type.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try task(node)
        contract.input("IMAGE", 0, .image)
        contract.sidePacket("NUM_FACES", 0, .type(Int.self), optional: true)
        contract.sidePacket("WITH_ATTENTION", 0, .type(Bool.self), optional: true)
        TaskNode.declareSidePackets(&contract)
        contract.output("FACES", 0, .type([Face].self), optional: true)
        contract.output("SIZE", 0, .type(PixelSize.self), optional: true)
        contract.output("RESULT", 0, .type(FaceLandmarkerResult.self), optional: true)
        contract.output("LANDMARKS", 0, .type([[Landmark]].self), optional: true)
        contract.output("ROIS_FROM_LANDMARKS", 0, .type([NormalizedRect].self), optional: true)
        contract.output("ROIS_FROM_DETECTIONS", 0, .type([NormalizedRect].self), optional: true)
        contract.output("DETECTIONS", 0, .type([DetectionBox].self), optional: true)
        contract.timestampOffset = 0
    }

    /// Makes one, from the node's options.
    public init(_ node: NodeConfig) throws {
        self.node = try Self.task(node)
        usualAttention = !node.isSubgraph("FaceLandmarkFrontCpu")
    }

    /// Reads the model.
    public mutating func open(_ context: CalculatorContext) throws {
        follows = try node.follows(context)
        let attends = try node.flag(
            context, "WITH_ATTENTION", "with_attention", usual: usualAttention)
        pointCount = attends ? Face.landmarkCount : Face.meshCount
        var options = FaceLandmarkerOptions(model: try node.model(context, "face"))
        options.numFaces = try node.count(context, "NUM_FACES", "num_faces", usual: 1)
        options.minDetectionConfidence = try node.confidence("min_detection_confidence")
        options.minPresenceConfidence = try node.confidence("min_presence_confidence")
        options.minTrackingConfidence = try node.confidence("min_tracking_confidence")
        options.runningMode = follows ? .video : .image
        options.blendshapes = try node.options.bool("blendshapes") ?? false
        options.transformationMatrices =
            try node.options.bool("transformation_matrices") ?? false
        if let threads = try node.threads() { options.threads = threads }
        landmarker = try FaceLandmarker(options: options)
    }

    /// Finds the faces.
    public mutating func process(_ context: CalculatorContext) throws {
        guard let landmarker, let frame = try context.inputs["IMAGE"].frame() else { return }
        let found =
            try follows
            ? landmarker.detect(frame)
            : landmarker.detect(frame.image, orientation: frame.orientation)
        let outputs = context.outputs
        try outputs["FACES"].send(found.faces)
        try outputs["SIZE"].send(frame.image.size)
        try outputs["RESULT"].send(found)
        if outputs["LANDMARKS"].isConnected {
            try outputs["LANDMARKS"].sendAny(
                found.faces.map { Array($0.landmarks.prefix(pointCount)) })
        }
        let trace = landmarker.trace
        try outputs["ROIS_FROM_LANDMARKS"].sendAny(trace.nextROIs)
        try outputs["ROIS_FROM_DETECTIONS"].sendAny(trace.detectedROIs)
        try outputs["DETECTIONS"].sendAny(trace.detections.map { DetectionBox($0, keypoints: 6) })
    }

    private static func task(_ node: NodeConfig) throws -> TaskNode {
        let task = try TaskNode(
            node, optionsType: "FaceLandmarkerCalculatorOptions",
            fields: ["num_faces", "with_attention", "blendshapes", "transformation_matrices"])
        for field in ["with_attention", "blendshapes", "transformation_matrices"] {
            _ = try task.options.bool(field)
        }
        _ = try task.options.int("num_faces", in: 1...1000)
        return task
    }
}
