package import LandmarkCore
import LandmarkImaging
package import LandmarkMotion
package import LandmarkTasks

/// What was found in one camera's frame.
package struct PoseView: Sendable {
    package let imageSize: PixelSize
    package let poses: [Pose]
    /// The hands and faces in the frame; empty unless requested.
    package var hands: [Hand] = []
    package var faces: [Face] = []
    /// Whether the poses have landmarks before smoothing.
    package var isRaw = true
    /// Where the top of the scene is in the image, if it was searched for.
    package var orientation: Orientation?
    /// The id of the person who is no longer measured, because someone else was chosen.
    package var replaced: Int?

    package init(
        imageSize: PixelSize, poses: [Pose], hands: [Hand] = [], faces: [Face] = [],
        isRaw: Bool = true, orientation: Orientation? = nil
    ) {
        self.imageSize = imageSize
        self.poses = poses
        self.hands = hands
        self.faces = faces
        self.isRaw = isRaw
        self.orientation = orientation
    }
}

/// How the scene lies in the images: `--orientation` and `--mirrored`.
package struct SceneView: Sendable {
    package let orientation: Orientation
    package let isMirrored: Bool

    package init(_ settings: DetectionSettings) {
        orientation = settings.orientation
        isMirrored = settings.isMirrored
    }
}

extension PoseView {
    /// The landmarks of everyone, upright, with their hands and heads.
    package func frames(in scene: SceneView, at time: Double) -> [MotionFrame] {
        let orientation = orientation ?? scene.orientation
        return poses.map { pose in
            var frame = MotionFrame()
            frame.set(
                pose, at: time, imageSize: imageSize, orientation: orientation,
                isMirrored: scene.isMirrored)
            frame.setHands(hands, orientation: orientation, isMirrored: scene.isMirrored)
            frame.setHead(faces, orientation: orientation, isMirrored: scene.isMirrored)
            return frame
        }
    }
}
