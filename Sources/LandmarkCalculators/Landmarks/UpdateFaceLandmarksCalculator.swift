import LandmarkCore
import LandmarkGraph

/// Replaces the landmarks of both eyes in a face: FACE_LANDMARKS `[Landmark]` (468) and
/// NEW_EYE_LANDMARKS `[Landmark]` (71 for each eye) to UPDATED_FACE_LANDMARKS.
///
/// Follows mediapipe/graphs/iris_tracking/calculators/update_face_landmarks_calculator.cc, with
/// visibility 0 for landmarks that have none.
struct UpdateFaceLandmarksCalculator: Calculator {
    private static let faceCount = 468
    /// The face landmarks that those of the eyes replace, in order.
    private static let eyes: [Int] = {
        let left = [
            33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25,
            110, 24, 23, 22, 26, 112, 243, 247, 30, 29, 27, 28, 56, 190, 226, 31, 228, 229, 230,
            231, 232, 233, 244, 113, 225, 224, 223, 222, 221, 189, 35, 124, 46, 53, 52, 65, 143,
            111, 117, 118, 119, 120, 121, 128, 245, 156, 70, 63, 105, 66, 107, 55, 193,
        ]
        let right = [
            263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359,
            255, 339, 254, 253, 252, 256, 341, 463, 467, 260, 259, 257, 258, 286, 414, 446, 261,
            448, 449, 450, 451, 452, 453, 464, 342, 445, 444, 443, 442, 441, 413, 265, 353, 276,
            283, 282, 295, 372, 340, 346, 347, 348, 349, 350, 357, 465, 383, 300, 293, 334, 296,
            336, 285, 417,
        ]
        return left + right
    }()

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
        contract.input("FACE_LANDMARKS", 0, .type([Landmark].self))
        contract.input("NEW_EYE_LANDMARKS", 0, .type([Landmark].self))
        contract.output("UPDATED_FACE_LANDMARKS", 0, .type([Landmark].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        guard var face = try context.inputs["FACE_LANDMARKS"].value([Landmark].self),
            let eyes = try context.inputs["NEW_EYE_LANDMARKS"].value([Landmark].self)
        else { return }
        try VisionCalculatorError.check(face, Self.faceCount)
        try VisionCalculatorError.check(eyes, Self.eyes.count)
        for (landmark, place) in zip(eyes, Self.eyes) {
            face[place] = Landmark(
                x: landmark.x, y: landmark.y, z: landmark.z,
                visibility: landmark.visibility ?? 0, presence: face[place].presence)
        }
        try context.outputs["UPDATED_FACE_LANDMARKS"].send(face)
    }
}
