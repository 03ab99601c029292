public import LandmarkTasks

/// Which hand it is, and how sure the model is: MediaPipe's `Classification` of a hand.
public struct HandednessScore: Sendable, Hashable {
    /// Which hand, in the model's mirrored view.
    public var handedness: Handedness
    /// How sure the model is, 0.5…1.
    public var score: Float

    /// Makes a classification.
    public init(handedness: Handedness, score: Float) {
        self.handedness = handedness
        self.score = score
    }
}
