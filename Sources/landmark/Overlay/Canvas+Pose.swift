import LandmarkCore
import LandmarkImaging
import LandmarkTasks

extension Canvas {
    /// Draws a body: its left side, right side and middle in colors of their own, and faint
    /// where the model thinks that it is hidden.
    func draw(_ pose: Pose) throws(ImagingError) {
        if let mask = pose.mask {
            try tint(mask, color: .instance(pose.id - 1).opacity(0.35))
        }
        let parts: [([Connection], OverlayColor)] = [
            (PoseConnections.face + PoseConnections.torso, .middle),
            (PoseConnections.leftArm + PoseConnections.leftLeg, .left),
            (PoseConnections.rightArm + PoseConnections.rightLeg, .right),
        ]
        let places = places(of: pose.landmarks)
        let weight = weight(for: places)
        let isSeen = pose.landmarks.map { ($0.visibility ?? 1) >= 0.5 }
        for (connections, color) in parts {
            let hidden = connections.filter { !isSeen[$0.start] || !isSeen[$0.end] }
            let seen = connections.filter { isSeen[$0.start] && isSeen[$0.end] }
            join(places, hidden, color: color.opacity(0.35), weight: .thin)
            join(places, seen, color: color, weight: weight)
        }
        points(zip(places, isSeen).filter { $1 }.map { $0.0 }, color: .middle, weight: weight)
        frame(pose.region, label: "\(pose.id)", above: places, color: .instance(pose.id - 1))
    }
}
