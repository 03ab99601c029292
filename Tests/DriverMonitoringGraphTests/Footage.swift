import LandmarkCapture
import LandmarkImaging
import LandmarkTestSupport

/// The graph file, its model and a clip of a driver.
enum Footage {
    static let graph = Fixtures.packageRoot + "/Examples/graphs/dms_graph.pbtxt"
    static let models = Fixtures.packageRoot + "/models"
    static let carphone = Fixtures.footage("carphone_pristine.mp4")
    static let isReady = Fixtures.available(carphone, Fixtures.model("face_landmarker.task"))

    static let frames = Result { () throws -> [Frame] in
        let file = try VideoFile(path: carphone)
        var frames: [Frame] = []
        while let frame = try file.next() { frames.append(frame) }
        return frames
    }
}
