import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkTasks

/// The flexion of the left knee in every frame of a video in which it was measured.
func kneeFlexion(in video: VideoFile, model: String) throws -> [Double] {
    var options = PoseLandmarkerOptions(model: .file(model))
    options.runningMode = .video
    let landmarker = try PoseLandmarker(options: options)
    var analyzer = MotionAnalyzer()
    var frame = MotionFrame()
    var angles: [Double] = []
    while let image = try video.next() {
        let time = Double(image.timestamp.milliseconds) / 1000
        let result = try landmarker.detect(image)
        guard let pose = result.poses.first else {
            _ = try analyzer.updateAbsent(at: time)
            continue
        }
        frame.set(pose, at: time, imageSize: result.imageSize)
        let knee = try analyzer.update(frame)[.kneeFlexionLeft]
        if knee.state == .measured { angles.append(knee.value) }
    }
    return angles
}
