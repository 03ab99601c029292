public import LandmarkCore

/// What a `FaceDetector` found in one image.
public struct FaceDetectorResult: Sendable, Hashable {
    /// The faces, best first; empty when there are none.
    public let detections: [FaceDetection]
    /// The frame's timestamp; nil in image mode.
    public let timestamp: Timestamp?
    /// The size of the unrotated input image.
    public let imageSize: PixelSize
    /// How long each stage took.
    public let timings: StageTimings
    /// What the networks ran on.
    public let device: ComputeDevice

    /// Makes a result.
    public init(
        detections: [FaceDetection], timestamp: Timestamp? = nil, imageSize: PixelSize,
        timings: StageTimings, device: ComputeDevice
    ) {
        self.detections = detections
        self.timestamp = timestamp
        self.imageSize = imageSize
        self.timings = timings
        self.device = device
    }
}
