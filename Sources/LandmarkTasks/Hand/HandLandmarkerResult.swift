public import LandmarkCore

/// What a `HandLandmarker` found in one image.
public struct HandLandmarkerResult: Sendable, Hashable {
    /// The hands, at most `numHands`; empty when there are none.
    public let hands: [Hand]
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
        hands: [Hand], timestamp: Timestamp? = nil, imageSize: PixelSize, timings: StageTimings,
        device: ComputeDevice
    ) {
        self.hands = hands
        self.timestamp = timestamp
        self.imageSize = imageSize
        self.timings = timings
        self.device = device
    }
}
