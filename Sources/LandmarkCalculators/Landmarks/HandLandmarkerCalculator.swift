import LandmarkCore
public import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// Finds hands in the images of a stream and follows them, as `HandLandmarker` does. Registered
/// also as MediaPipe's subgraph `HandLandmarkTrackingCpu`.
///
/// IMAGE in. Out, each of them optional: HANDS `[Hand]`, SIZE `PixelSize` and RESULT
/// `HandLandmarkerResult` for every image; LANDMARKS `[[Landmark]]`, WORLD_LANDMARKS
/// `[[WorldLandmark]]`, HANDEDNESS `[HandednessScore]`, PALM_DETECTIONS `[DetectionBox]`,
/// HAND_ROIS_FROM_LANDMARKS and HAND_ROIS_FROM_PALM_DETECTIONS `[NormalizedRect]` where there are
/// any.
public struct HandLandmarkerCalculator: Calculator {
    private let node: TaskNode
    private var landmarker: HandLandmarker?
    private var follows = true

    /// See the type.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try task(node)
        contract.input("IMAGE", 0, .image)
        contract.sidePacket("NUM_HANDS", 0, .type(Int.self), optional: true)
        contract.sidePacket("MODEL_COMPLEXITY", 0, .type(Int.self), optional: true)
        TaskNode.declareSidePackets(&contract)
        contract.output("HANDS", 0, .type([Hand].self), optional: true)
        contract.output("SIZE", 0, .type(PixelSize.self), optional: true)
        contract.output("RESULT", 0, .type(HandLandmarkerResult.self), optional: true)
        contract.output("LANDMARKS", 0, .type([[Landmark]].self), optional: true)
        contract.output("WORLD_LANDMARKS", 0, .type([[WorldLandmark]].self), optional: true)
        contract.output("HANDEDNESS", 0, .type([HandednessScore].self), optional: true)
        contract.output("PALM_DETECTIONS", 0, .type([DetectionBox].self), optional: true)
        for tag in ["HAND_ROIS_FROM_LANDMARKS", "HAND_ROIS_FROM_PALM_DETECTIONS"] {
            contract.output(tag, 0, .type([NormalizedRect].self), optional: true)
        }
        contract.timestampOffset = 0
    }

    /// Makes one, from the node's options.
    public init(_ node: NodeConfig) throws { self.node = try Self.task(node) }

    /// Reads the model.
    public mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket("MODEL_COMPLEXITY").isEmpty {
            // One bundle stands for both.
            let complexity = try context.sideValue(Int.self, "MODEL_COMPLEXITY")
            guard 0...1 ~= complexity else {
                throw VisionFault.number(
                    name: "MODEL_COMPLEXITY", expected: "0 or 1", got: complexity)
            }
        }
        follows = try node.follows(context)
        var options = HandLandmarkerOptions(model: try node.model(context, "hand"))
        options.numHands = try node.count(context, "NUM_HANDS", "num_hands", usual: 1)
        options.minDetectionConfidence = try node.confidence("min_detection_confidence")
        options.minPresenceConfidence = try node.confidence("min_presence_confidence")
        options.minTrackingConfidence = try node.confidence("min_tracking_confidence")
        options.runningMode = follows ? .video : .image
        if let threads = try node.threads() { options.threads = threads }
        landmarker = try HandLandmarker(options: options)
    }

    /// Finds the hands.
    public mutating func process(_ context: CalculatorContext) throws {
        guard let landmarker, let frame = try context.inputs["IMAGE"].frame() else { return }
        let found =
            try follows
            ? landmarker.detect(frame)
            : landmarker.detect(frame.image, orientation: frame.orientation)
        let outputs = context.outputs
        try outputs["HANDS"].send(found.hands)
        try outputs["SIZE"].send(frame.image.size)
        try outputs["RESULT"].send(found)
        try outputs["LANDMARKS"].sendAny(found.hands.map(\.landmarks))
        try outputs["WORLD_LANDMARKS"].sendAny(found.hands.map(\.worldLandmarks))
        try outputs["HANDEDNESS"].sendAny(
            found.hands.map {
                HandednessScore(handedness: $0.handedness, score: $0.handednessScore)
            })
        let trace = landmarker.trace
        try outputs["PALM_DETECTIONS"].sendAny(
            trace.detections.map { DetectionBox($0, keypoints: 7) })
        try outputs["HAND_ROIS_FROM_LANDMARKS"].sendAny(trace.nextROIs)
        try outputs["HAND_ROIS_FROM_PALM_DETECTIONS"].sendAny(trace.detectedROIs)
    }

    private static func task(_ node: NodeConfig) throws -> TaskNode {
        let task = try TaskNode(
            node, optionsType: "HandLandmarkerCalculatorOptions", fields: ["num_hands"])
        _ = try task.options.int("num_hands", in: 1...1000)
        return task
    }
}
