import LandmarkCapture
import LandmarkTasks

/// The Swift code of docs/swift.md, which is compiled only, because it needs a camera;
/// `ReadmeTests` compares them.
func readmeLiveSnippet() async throws {
    var options = HandLandmarkerOptions(model: .file("models/hand_landmarker.task"))
    options.runningMode = .liveStream
    options.numHands = 2
    let landmarker = try HandLandmarker(options: options)
    let camera = try Camera(device: "camera:0")
    for try await result in landmarker.results(of: camera.frames(), overflow: .latestOnly) {
        for hand in try result.get().hands { print(hand.id, hand[.indexFingerTip]) }
    }
}
