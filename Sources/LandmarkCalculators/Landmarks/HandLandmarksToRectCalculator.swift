import LandmarkCore
import LandmarkGraph
import LandmarkTasks

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
