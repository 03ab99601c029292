public import LandmarkCore

/// What a `FaceLandmarker` found in one image.
public struct FaceLandmarkerResult: Sendable, Hashable {
    /// The faces, at most `numFaces`; empty when there are none.
    public let faces: [Face]
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
        faces: [Face], timestamp: Timestamp? = nil, imageSize: PixelSize, timings: StageTimings,
        device: ComputeDevice
    ) {
        self.faces = faces
        self.timestamp = timestamp
        self.imageSize = imageSize
        self.timings = timings
        self.device = device
    }
}
