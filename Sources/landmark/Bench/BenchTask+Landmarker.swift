import LandmarkImaging
import LandmarkTasks

extension BenchTask {
    /// A closure that finds things in the next frame of a video and tells how many, with
    /// MediaPipe's defaults.
    func landmarker(
        _ arguments: Arguments
    ) throws -> (Frame) throws -> Int {
        let count = arguments.integer("--max") ?? 1
        let threads = arguments.integer("--threads") ?? 1
        switch self {
        case .hand:
            var options = HandLandmarkerOptions(model: .file(try ModelStore.path(of: .hand)))
            options.runningMode = .video
            options.numHands = count
            options.threads = threads
            let landmarker = try HandLandmarker(options: options)
            return { try landmarker.detect($0).hands.count }
        case .pose:
            var options = PoseLandmarkerOptions(model: .file(try ModelStore.path(of: .poseFull)))
            options.runningMode = .video
            options.numPoses = count
            options.threads = threads
            let landmarker = try PoseLandmarker(options: options)
            return { try landmarker.detect($0).poses.count }
        case .face:
            var options = FaceLandmarkerOptions(model: .file(try ModelStore.path(of: .face)))
            options.runningMode = .video
            options.numFaces = count
            options.blendshapes = true
            options.transformationMatrices = true
            options.threads = threads
            let landmarker = try FaceLandmarker(options: options)
            return { try landmarker.detect($0).faces.count }
        }
    }
}
