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
    /// What each camera saw; nil if it has no frame at this time.
    let views: [PoseView?]

    var number: Int { label.number ?? 0 }

    /// The time in seconds.
    var time: Double { Double((label.timestamp ?? .milliseconds(0)).milliseconds) / 1000 }
}
