public import LandmarkTasks

/// A class and its score: MediaPipe's `Classification`. Arrays of it correspond to MediaPipe's
/// `ClassificationList`.
public struct Classification: Sendable, Hashable {
    /// The index of the class in the model.
    public var index: Int
    /// The score, usually 0…1.
    public var score: Float
    /// The name of the class; empty if it has none.
    public var label: String
    /// The name for display; empty if there is none.
    public var displayName: String

    /// Creates a classification.
    public init(index: Int, score: Float, label: String = "", displayName: String = "") {
        self.index = index
        self.score = score
        self.label = label
        self.displayName = displayName
    }

    /// Creates the classification of a hand, in the model's mirrored view: left is class 0, as in
    /// MediaPipe's modules/hand_landmark/handedness.txt.
    public init(_ handedness: Handedness, score: Float) {
        self.init(index: handedness == .left ? 0 : 1, score: score, label: handedness.rawValue)
    }
}

extension [Classification] {
    /// The handedness named by the first label; nil if it names none or there is no label.
    var handedness: Handedness? { first.flatMap { Handedness(rawValue: $0.label) } }
}
