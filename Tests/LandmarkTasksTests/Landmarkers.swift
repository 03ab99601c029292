import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport

/// The landmarkers of the tests, with the options of the reference results.
enum Landmarkers {
    static let handModel = Fixtures.model("hand_landmarker.task")
    static let poseModel = Fixtures.model("pose_landmarker_full.task")
    static let faceModel = Fixtures.model("face_landmarker.task")

    static func hand(
        _ set: (inout HandLandmarkerOptions) -> Void = { _ in }
    ) throws -> HandLandmarker {
        var options = HandLandmarkerOptions(model: .file(handModel))
        options.numHands = 2
        set(&options)
        return try HandLandmarker(options: options)
    }

    static func pose(
        _ set: (inout PoseLandmarkerOptions) -> Void = { _ in }
    ) throws -> PoseLandmarker {
        var options = PoseLandmarkerOptions(model: .file(poseModel))
        options.numPoses = 2
        options.segmentationMasks = true
        set(&options)
        return try PoseLandmarker(options: options)
    }

    static func face(
        _ set: (inout FaceLandmarkerOptions) -> Void = { _ in }
    ) throws -> FaceLandmarker {
        var options = FaceLandmarkerOptions(model: .file(faceModel))
        options.numFaces = 2
        options.blendshapes = true
        options.transformationMatrices = true
        set(&options)
        return try FaceLandmarker(options: options)
    }

    static func footage(_ name: String) throws -> PixelBuffer {
        try ImageFile.read(Fixtures.footage(name))
    }

    static func asset(_ name: String) throws -> PixelBuffer {
        try ImageFile.read(Fixtures.shared("assets/" + name))
    }
}
