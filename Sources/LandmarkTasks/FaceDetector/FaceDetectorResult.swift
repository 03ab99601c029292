public import LandmarkCore

/// What a `FaceDetector` found in one picture.
public struct FaceDetectorResult: Sendable, Hashable {
    /// The faces, best first; empty when there are none.
    public let detections: [FaceDetection]
    /// The frame's timestamp; nil in image mode.
    public let timestamp: Timestamp?
    /// The size of the unrotated input picture.
    public let imageSize: PixelSize
    /// How long each stage took.
    public let timings: StageTimings
    /// The instruction set that the network ran on.
    public let kernelLevel: KernelLevel

    /// Makes a result.
    public init(
        detections: [FaceDetection], timestamp: Timestamp? = nil, imageSize: PixelSize,
        timings: StageTimings, kernelLevel: KernelLevel
    ) {
        self.detections = detections
        self.timestamp = timestamp
        self.imageSize = imageSize
        self.timings = timings
        self.kernelLevel = kernelLevel
    }
}
