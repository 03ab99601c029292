import DriverMonitoring
import LandmarkCapture
import LandmarkTasks

/// What there is to tell of the driver in a video; of a camera it is the same with
/// `results(of: camera.frames(), overflow: .latestOnly)`.
func driverWarnings(in video: VideoFile, model: String) async throws -> [String] {
    var options = DriverMonitorOptions(model: .file(model))
    options.isMirrored = false  // true for a selfie camera's mirrored images
    let monitor = try DriverMonitor(options: options)
    monitor.speed = 80  // km/h; nil when unknown, which counts as fast

    var lines: [String] = []
    for try await result in monitor.results(of: video.frames()) {
        if let alert = result.activeAlerts.first {  // the most urgent first
            lines.append("\(alert): level \(result.fatigueLevel), score \(result.fatigueScore)")
        }
        if let sound = result.sound { lines.append("sound: \(sound)") }  // due in this frame
        for event in result.firedEvents {
            lines.append("\(event.kind.rawValue), \(event.duration) s")
        }
    }
    return lines
}
