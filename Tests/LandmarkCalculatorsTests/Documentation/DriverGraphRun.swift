import DriverMonitoring
import LandmarkCalculators
import LandmarkCapture

/// The fatigue scores of a video, by the graph of a file.
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
