import LandmarkImaging
import LandmarkTasks

extension Canvas {
    /// Draws a face: the mesh in fine lines, and the contours of its parts.
    func draw(_ face: Face) {
        let places = places(of: face.landmarks)
        join(places, FaceConnections.tesselation, color: .mesh, weight: .fine)
        let contours: [([Connection], OverlayColor)] = [
            (FaceConnections.oval, .middle),
            (FaceConnections.leftEye + FaceConnections.leftEyebrow, .left),
            (FaceConnections.rightEye + FaceConnections.rightEyebrow, .right),
            (FaceConnections.leftIris, .left),
            (FaceConnections.rightIris, .right),
            (FaceConnections.lips, .instance(1)),
        ]
        for (connections, color) in contours {
            join(places, connections, color: color, weight: .thin)
        }
        frame(face.region, label: "\(face.id)", above: places, color: .instance(face.id - 1))
    }
}
