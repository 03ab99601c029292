import LandmarkCore
import LandmarkTasks

/// What a landmarker of any task saw in one frame, in the words of the reference results.
struct Seen {
    var size: PixelSize
    var landmarks: [[Landmark]] = []
    var world: [[WorldLandmark]] = []
    var hands: [(name: String, score: Float)] = []
    var blendshapes: [[Float]] = []
    var matrices: [[Float]] = []

    init(_ result: HandLandmarkerResult) {
        size = result.imageSize
        landmarks = result.hands.map(\.landmarks)
        world = result.hands.map(\.worldLandmarks)
        hands = result.hands.map { ($0.handedness.rawValue, $0.handednessScore) }
    }

    init(_ result: PoseLandmarkerResult) {
        size = result.imageSize
        landmarks = result.poses.map(\.landmarks)
        world = result.poses.map(\.worldLandmarks)
    }

    init(_ result: FaceLandmarkerResult) {
        size = result.imageSize
        landmarks = result.faces.map(\.landmarks)
        blendshapes = result.faces.map { $0.blendshapes?.values ?? [] }
        matrices = result.faces.map { $0.transformationMatrix?.rowMajor ?? [] }
    }
}
