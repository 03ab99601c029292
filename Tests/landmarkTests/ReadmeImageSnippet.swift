import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks

/// The Swift code of README.md; `ReadmeTests` compares them.
func readmeImageSnippet() throws {
    let options = PoseLandmarkerOptions(model: .file("models/pose_landmarker_full.task"))
    let landmarker = try PoseLandmarker(options: options)
    let image = try ImageFile.read("footage/astronaut.png")
    for pose in try landmarker.detect(image).poses {
        print("nose at \(pose[.nose].x), \(pose[.nose].y), left wrist at \(pose[.leftWrist].x)")
    }
}
