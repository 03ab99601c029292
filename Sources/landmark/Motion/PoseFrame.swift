import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkTasks

/// What the input's cameras saw at one time.
struct PoseFrame: FrameOutput {
    let label: FrameLabel
    /// The first camera's frame; nil for landmarks from a file, which has no images.
    let frame: Frame?
    /// What each camera saw; nil where it has no frame at this time.
    let views: [PoseView?]

    var number: Int { label.number ?? 0 }

    /// The time in seconds.
    var time: Double { Double((label.timestamp ?? .milliseconds(0)).milliseconds) / 1000 }
}

/// What was found in one camera's frame.
struct PoseView: Sendable {
    let imageSize: PixelSize
    let poses: [Pose]
    /// The hands and faces in the frame; empty unless they are asked for.
    var hands: [Hand] = []
    var faces: [Face] = []
    /// Whether the poses have landmarks before smoothing.
    var isRaw = true
}

/// How the scene lies in the images: `--orientation` and `--mirrored`.
struct SceneView: Sendable {
    let orientation: Orientation
    let isMirrored: Bool

    init(_ arguments: Arguments) {
        orientation = arguments.text("--orientation").flatMap(Orientation.init) ?? .up
        isMirrored = arguments.has("--mirrored")
    }
}

extension PoseView {
    /// The landmarks of everyone, upright, with their hands and heads.
    func frames(in scene: SceneView, at time: Double) -> [MotionFrame] {
        poses.map { pose in
            var frame = MotionFrame()
            frame.set(
                pose, at: time, imageSize: imageSize, orientation: scene.orientation,
                isMirrored: scene.isMirrored)
            frame.setHands(hands, orientation: scene.orientation, isMirrored: scene.isMirrored)
            frame.setHead(faces, orientation: scene.orientation, isMirrored: scene.isMirrored)
            return frame
        }
    }
}
