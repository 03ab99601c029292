import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// The Swift of README.md, line for line; `ReadmeTests` compares.
func readmeSnippet() throws {
    let model = ModelSource.file("models/pose_landmarker_full.task")
    let landmarker = try PoseLandmarker(options: PoseLandmarkerOptions(model: model))
    let picture = try ImageFile.read("footage/astronaut.png")
    for pose in try landmarker.detect(picture).poses {
        print("nose at \(pose[.nose].x), \(pose[.nose].y), left wrist at \(pose[.leftWrist].x)")
    }
}
