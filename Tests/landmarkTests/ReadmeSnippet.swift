import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

// The Swift of README.md, line for line; `ReadmeTests` compares.

func readmeSnippet() throws {
    let model = ModelSource.file("models/pose_landmarker_full.task")
    let landmarker = try PoseLandmarker(options: PoseLandmarkerOptions(model: model))
    let image = try ImageFile.read("footage/astronaut.png")
    for pose in try landmarker.detect(image).poses {
        print("nose at \(pose[.nose].x), \(pose[.nose].y), left wrist at \(pose[.leftWrist].x)")
    }
}

/// Compiled only: it wants a camera.
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
