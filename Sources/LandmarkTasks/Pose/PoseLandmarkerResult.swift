public import LandmarkCore

/// What a `PoseLandmarker` found in one image.
public struct PoseLandmarkerResult: Sendable, Hashable {
    /// The bodies, at most `numPoses`; empty when there are none.
    public let poses: [Pose]
    /// When the frame was taken; nil in image mode.
    public let timestamp: Timestamp?
    /// The size of the unrotated input image, which the landmarks are fractions of.
    public let imageSize: PixelSize
    /// How long each stage took.
    public let timings: StageTimings
    /// What the networks ran on.
    public let device: ComputeDevice

    /// Makes a result.
    public init(
        poses: [Pose], timestamp: Timestamp? = nil, imageSize: PixelSize, timings: StageTimings,
        device: ComputeDevice
    ) {
        self.poses = poses
        self.timestamp = timestamp
        self.imageSize = imageSize
        self.timings = timings
        self.device = device
    }
}
