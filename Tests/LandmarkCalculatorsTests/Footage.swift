import LandmarkCalculators
import LandmarkCapture
import LandmarkImaging
import LandmarkTestSupport

/// Video clips and models available in every clone.
enum Footage {
    static let carphone = Fixtures.footage("carphone_pristine.mp4")
    /// An image in which the model detects a hand.
    static let bunny = Fixtures.footage("bunny_0040.png")
    static let models = VisionModels(folder: Fixtures.packageRoot + "/models")
    static let isReady = Fixtures.available(
        carphone, bunny, Fixtures.model("face_landmarker.task"),
        Fixtures.model("hand_landmarker.task"), Fixtures.model("pose_landmarker_full.task"))

    static let frames = Result { try frames(carphone) }

    static func frames(_ path: String) throws -> [Frame] {
        let file = try VideoFile(path: path)
        var frames: [Frame] = []
        while let frame = try file.next() { frames.append(frame) }
        return frames
    }
}
