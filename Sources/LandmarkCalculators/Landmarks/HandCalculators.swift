import LandmarkCore
import LandmarkDrawing
import LandmarkGraph
import LandmarkImaging
import LandmarkOverlays
import LandmarkTasks

/// The hand landmarker; also registered as MediaPipe's subgraph `HandLandmarkTrackingCpu`.
///
/// Adds the outputs LANDMARKS `[[Landmark]]`, WORLD_LANDMARKS `[[WorldLandmark]]`, HANDEDNESS
/// `[[Classification]]`, PALM_DETECTIONS `[DetectionBox]`, HAND_ROIS_FROM_LANDMARKS and
/// HAND_ROIS_FROM_PALM_DETECTIONS `[NormalizedRect]`.
struct HandLandmarkerAdapter: LandmarkerAdapter {
    typealias Task = HandTask

    static let optionFields: [String] = []

    static func declarePorts(_ contract: inout CalculatorContract) {
        contract.inputSidePacket("MODEL_COMPLEXITY", 0, .type(Int.self), optional: true)
        contract.output("LANDMARKS", 0, .type([[Landmark]].self), optional: true)
        contract.output("WORLD_LANDMARKS", 0, .type([[WorldLandmark]].self), optional: true)
        contract.output("HANDEDNESS", 0, .type([[Classification]].self), optional: true)
        contract.output("PALM_DETECTIONS", 0, .type([DetectionBox].self), optional: true)
        for tag in ["HAND_ROIS_FROM_LANDMARKS", "HAND_ROIS_FROM_PALM_DETECTIONS"] {
            contract.output(tag, 0, .type([NormalizedRect].self), optional: true)
        }
    }

    init(_ node: NodeConfig, _ settings: LandmarkerSettings) {}

    /// The bundle has one model, which serves both complexities.
    func model(_ settings: LandmarkerSettings, _ context: CalculatorContext) throws -> ModelField {
        if !context.sidePacket("MODEL_COMPLEXITY").isEmpty {
            let complexity = try context.sideValue(Int.self, "MODEL_COMPLEXITY")
            guard 0...1 ~= complexity else {
                throw VisionCalculatorError.number(
                    name: "MODEL_COMPLEXITY", expected: "0 or 1", got: complexity)
            }
        }
        return .hand
    }

    func configure(
        _ options: inout HandLandmarkerOptions, _ settings: LandmarkerSettings,
        _ context: CalculatorContext
    ) {}

    func send(_ hands: [Hand], _ trace: ROITrace, to outputs: StreamOutputs) throws {
        try outputs["LANDMARKS"].sendIfPresent(hands.map(\.landmarks))
        try outputs["WORLD_LANDMARKS"].sendIfPresent(hands.map(\.worldLandmarks))
        try outputs["HANDEDNESS"].sendIfPresent(
            hands.map { [Classification($0.handedness, score: $0.handednessScore)] })
        try outputs["PALM_DETECTIONS"].sendIfPresent(
            trace.detections.map { DetectionBox($0, keypoints: 7) })
        try outputs["HAND_ROIS_FROM_LANDMARKS"].sendIfPresent(trace.nextROIs)
        try outputs["HAND_ROIS_FROM_PALM_DETECTIONS"].sendIfPresent(trace.detectedROIs)
    }
}

/// Draws hands in LandmarkKit's colors: MediaPipe's subgraph `HandRendererSubgraph`.
///
/// Inputs: LANDMARKS `[[Landmark]]` with 21 landmarks per hand, HANDEDNESS `[[Classification]]`, any
/// number of NORM_RECTS `[NormalizedRect]`, and DETECTIONS `[DetectionBox]`.
struct HandRenderer: LandmarkRenderer {
    private let hands: [[Landmark]]
    private let handedness: [[Classification]]
    private let detections: RenderedDetections

    static func declareInputs(_ contract: inout CalculatorContract) {
        contract.input("LANDMARKS", 0, .type([[Landmark]].self), optional: true)
        contract.input("HANDEDNESS", 0, .type([[Classification]].self), optional: true)
        RenderedDetections.declareInputs(&contract)
    }

    init(_ inputs: StreamInputs) throws {
        hands = try inputs["LANDMARKS"].value([[Landmark]].self) ?? []
        handedness = try inputs["HANDEDNESS"].value([[Classification]].self) ?? []
        for hand in hands { try VisionCalculatorError.check(hand, Hand.landmarkCount) }
        detections = try RenderedDetections(inputs)
    }

    func draw(on canvas: Canvas) throws {
        detections.draw(on: canvas)
        for (index, hand) in hands.enumerated() {
            let side = index < handedness.count ? handedness[index].handedness : nil
            try LandmarkOverlay.hand(hand, side).draw(on: canvas)
        }
    }
}

/// Computes the region around a hand, aligned with the hand's direction: NORM_LANDMARKS
/// `[Landmark]`, the 21 of a hand or the 12 of its palm, and IMAGE_SIZE `PixelSize`, to NORM_RECT
/// `NormalizedRect`.
///
/// Follows mediapipe/modules/hand_landmark/calculators/hand_landmarks_to_rect_calculator.cc.
struct HandLandmarksToRectCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
        contract.input("NORM_LANDMARKS", 0, .type([Landmark].self))
        contract.input("IMAGE_SIZE", 0, .type(PixelSize.self))
        contract.output("NORM_RECT", 0, .type(NormalizedRect.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        guard let landmarks = try context.inputs["NORM_LANDMARKS"].value([Landmark].self)
        else { return }
        let size = try context.inputs["IMAGE_SIZE"].get(PixelSize.self)
        try context.outputs["NORM_RECT"].send(HandROI.palm(try hand(landmarks), in: size))
    }

    /// Returns the landmarks at their indices in a hand.
    private func hand(_ landmarks: [Landmark]) throws -> [Landmark] {
        try VisionCalculatorError.check(landmarks, HandROI.joints.count, Hand.landmarkCount)
        if landmarks.count == Hand.landmarkCount { return landmarks }
        var hand = [Landmark](repeating: landmarks[0], count: Hand.landmarkCount)
        for (joint, landmark) in zip(HandROI.joints, landmarks) { hand[joint.rawValue] = landmark }
        return hand
    }
}
