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

    /// A woman who walks past a man on a roof.
    static let walking = Fixtures.footage("walking.mp4")
    static let hasPeople = Fixtures.available(
        walking, Fixtures.model("pose_landmarker_full.task"))
    /// Some frames of `walking` in which she is in full view.
    static let people = Result { Array(try frames(walking, limit: 102).suffix(12)) }

    static func frames(_ path: String, limit: Int = .max) throws -> [Frame] {
        let file = try VideoFile(path: path)
        var frames: [Frame] = []
        while frames.count < limit, let frame = try file.next() { frames.append(frame) }
        return frames
    }
}
