import LandmarkCore
import LandmarkMotion
import LandmarkTasks

/// Where a full-screen view that mirrors a selfie camera's portrait images draws a pose's joints.
func points(
    of pose: Pose, imageSize: PixelSize, in view: ViewSize
) throws -> [PoseJoint: SIMD2<Double>] {
    let transform = try ViewTransform(
        imageSize: imageSize, orientation: .right, isMirrored: true, viewSize: view, scaling: .fill)
    var points: [PoseJoint: SIMD2<Double>] = [:]
    for joint in PoseJoint.allCases { points[joint] = transform.viewPoint(for: pose[joint]) }
    return points
}
