import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// A landmarker of any task in video mode, with MediaPipe's defaults.
struct VideoLandmarker {
    /// What it sees in the next frame.
    let look: (Frame) throws -> Seen
    /// Tells it where to look in the next frame: hands and bodies only.
    var track: (NormalizedRect) -> Void = { _ in }

    /// - Parameter confidences: of detection, of presence.
    init(_ task: String, num: Int = 1, confidences: [Float] = [0.5, 0.5]) throws {
        switch task {
        case "hand":
            let landmarker = try Landmarkers.hand {
                $0.runningMode = .video
                $0.numHands = num
                $0.minDetectionConfidence = confidences[0]
                $0.minPresenceConfidence = confidences[1]
            }
            look = { Seen(try landmarker.detect($0)) }
            track = { landmarker.track($0) }
        case "pose":
            let landmarker = try Landmarkers.pose {
                $0.runningMode = .video
                $0.numPoses = num
                $0.segmentationMasks = false
                $0.minDetectionConfidence = confidences[0]
                $0.minPresenceConfidence = confidences[1]
            }
            look = { Seen(try landmarker.detect($0)) }
            track = { landmarker.track($0) }
        default:
            let landmarker = try Landmarkers.face {
                $0.runningMode = .video
                $0.numFaces = num
                $0.minDetectionConfidence = confidences[0]
                $0.minPresenceConfidence = confidences[1]
            }
            look = { Seen(try landmarker.detect($0)) }
        }
    }
}
