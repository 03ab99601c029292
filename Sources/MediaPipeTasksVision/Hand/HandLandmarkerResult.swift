public import Foundation
import LandmarkTasks

/// What a `HandLandmarker` found in one image; the arrays have an element for each hand.
open class HandLandmarkerResult: TaskResult {
    /// The 21 points of each hand, which `HandLandmark` names.
    public let landmarks: [[NormalizedLandmark]]
    /// The same points in meters.
    public let worldLandmarks: [[Landmark]]
    /// Which hand it is, `Left` or `Right`, as in a mirrored image; one category each.
    public let handedness: [[ResultCategory]]

    /// Makes a result.
    public init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]],
        handedness: [[ResultCategory]], timestampInMilliseconds: Int
    ) {
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.handedness = handedness
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// A result without hands.
    public override convenience init(timestampInMilliseconds: Int) {
        self.init(
            landmarks: [], worldLandmarks: [], handedness: [],
            timestampInMilliseconds: timestampInMilliseconds)
    }

    /// A result of its own with the same content.
    open override func copy(with zone: NSZone? = nil) -> Any {
        HandLandmarkerResult(
            landmarks: landmarks, worldLandmarks: worldLandmarks, handedness: handedness,
            timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension HandLandmarkerResult {
    convenience init(_ result: LandmarkTasks.HandLandmarkerResult, timestamp: Int) {
        self.init(
            landmarks: result.hands.map { $0.landmarks.map(NormalizedLandmark.init) },
            worldLandmarks: result.hands.map { $0.worldLandmarks.map(Landmark.init) },
            handedness: result.hands.map { [ResultCategory($0.handedness, $0.handednessScore)] },
            timestampInMilliseconds: timestamp)
    }
}

extension ResultCategory {
    /// The model's first class is the right hand.
    fileprivate convenience init(_ handedness: Handedness, _ score: Float) {
        self.init(
            index: handedness == .right ? 0 : 1, score: score,
            categoryName: handedness.rawValue, displayName: handedness.rawValue)
    }
}
