import LandmarkMotion

/// The knee angles of a person whom several calibrated cameras see, from the frames of each camera
/// in which the person was found.
func kneeAngles(
    recordings: [String: [MotionFrame]], calibration: String
) throws -> MotionRecording {
    let names = recordings.keys.sorted()
    let calibration = try CameraCalibration(parsing: calibration)
    var triangulator = try Triangulator(calibration.cameras(forRecordings: names))
    let clips = names.map { recordings[$0] ?? [] }

    var options = MotionAnalyzer.Options()
    options.up = CameraCalibration.up
    var analyzer = MotionAnalyzer(options)
    var recording = MotionRecording([.kneeFlexionLeft, .kneeFlexionRight])
    var frame = MotionFrame()
    for match in try FrameMatcher.matches(of: clips.map { $0.map(\.time) }) {
        let views = zip(clips, match.frames).map { clip, index in index.map { clip[$0] } }
        if triangulator.triangulate(views, into: &frame) {
            frame.time = match.time
            recording.add(try analyzer.update(frame))
        } else {
            recording.add(try analyzer.updateAbsent(at: match.time))
        }
    }
    return recording
}
