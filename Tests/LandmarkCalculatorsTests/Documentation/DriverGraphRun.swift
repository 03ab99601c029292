import DriverMonitoring
import LandmarkCalculators
import LandmarkCapture

/// Returns the fatigue score of each frame of a video, computed by a graph file.
func fatigueScores(of video: VideoFile, graph path: String, models: String) throws -> [Double] {
    let runner = try GraphRunner(path: path, models: VisionModels(folder: models))
    var scores: [Double] = []
    while let frame = try video.next() {
        if let result = try runner.process(frame, as: DriverResult.self) {
            scores.append(result.fatigueScore)
        }
    }
    try runner.close()
    return scores
}
