import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// A landmarker of any task in video mode, with MediaPipe's defaults.
struct VideoLandmarker {
    /// Processes the next frame.
    let detect: (Frame) throws -> VideoResult
    /// Sets the only ROI of the next frame; hands and poses only.
    var track: (NormalizedRect) -> Void = { _ in }

    /// - Parameter confidences: The minimum confidences of detection and of presence.
    init(_ task: String, num: Int = 1, confidences: [Float] = [0.5, 0.5]) throws {
        switch task {
        case "hand":
            let landmarker = try Landmarkers.hand {
                $0.runningMode = .video
                $0.numHands = num
                $0.minDetectionConfidence = confidences[0]
                $0.minPresenceConfidence = confidences[1]
            }
            detect = { VideoResult(try landmarker.detect($0)) }
            track = { landmarker.track($0) }
        case "pose":
            let landmarker = try Landmarkers.pose {
                $0.runningMode = .video
                $0.numPoses = num
                $0.segmentationMasks = false
                $0.minDetectionConfidence = confidences[0]
                $0.minPresenceConfidence = confidences[1]
            }
            detect = { VideoResult(try landmarker.detect($0)) }
            track = { landmarker.track($0) }
        default:
            let landmarker = try Landmarkers.face {
                $0.runningMode = .video
                $0.numFaces = num
                $0.minDetectionConfidence = confidences[0]
                $0.minPresenceConfidence = confidences[1]
            }
            detect = { VideoResult(try landmarker.detect($0)) }
        }
    }
}

/// The result of any task for one frame, in the form of the reference results.
struct VideoResult {
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
