public import LandmarkCore

/// What a `PoseLandmarker` found in one picture.
public struct PoseLandmarkerResult: Sendable, Hashable {
    /// The bodies, at most `numPoses`; empty when there are none.
    public let poses: [Pose]
    /// When the frame was taken; nil in image mode.
    public let timestamp: Timestamp?
    /// The size of the unrotated input picture, which the landmarks are fractions of.
    public let imageSize: PixelSize
    /// How long each stage took.
    public let timings: StageTimings
    /// The instruction set that the networks ran on.
    public let kernelLevel: KernelLevel

    /// Makes a result.
    public init(
        poses: [Pose], timestamp: Timestamp? = nil, imageSize: PixelSize, timings: StageTimings,
        kernelLevel: KernelLevel
    ) {
        self.poses = poses
        self.timestamp = timestamp
        self.imageSize = imageSize
        self.timings = timings
        self.kernelLevel = kernelLevel
    }
}
