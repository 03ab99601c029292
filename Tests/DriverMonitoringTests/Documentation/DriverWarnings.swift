import DriverMonitoring
import LandmarkCapture
import LandmarkTasks

/// Collects the alerts, sounds and events of a driver in a video. For a camera, iterate over
/// `results(of: camera.frames(), overflow: .latestOnly)`.
func driverWarnings(in video: VideoFile, model: String) async throws -> [String] {
    var options = DriverMonitorOptions(model: .file(model))
    options.isMirrored = false  // true for the mirrored images of a selfie camera
    let monitor = try DriverMonitor(options: options)
    monitor.speed = 80  // km/h; nil for unknown, which counts as fast

    var lines: [String] = []
    for try await result in monitor.results(of: video.frames()) {
        if let alert = result.activeAlerts.first {  // the most urgent one
            lines.append("\(alert): level \(result.fatigueLevel), score \(result.fatigueScore)")
        }
        if let sound = result.sound { lines.append("sound: \(sound)") }  // to play in this frame
        for event in result.firedEvents {
            lines.append("\(event.kind.rawValue), \(event.duration) s")
        }
    }
    return lines
}
