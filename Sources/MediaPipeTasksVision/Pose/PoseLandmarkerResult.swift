public import Foundation
import LandmarkTasks

/// What a `PoseLandmarker` found in one image; the arrays have an element for each body.
open class PoseLandmarkerResult: TaskResult {
    /// The 33 points of each body, with visibility and presence.
    public let landmarks: [[NormalizedLandmark]]
    /// The same points in meters.
    public let worldLandmarks: [[Landmark]]
    /// How much each pixel of the image shows the body; empty unless masks were asked for.
    public let segmentationMasks: [Mask]

    /// Makes a result; without masks when they are nil.
    public init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]],
        segmentationMasks: [Mask]?, timestampInMilliseconds: Int
    ) {
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.segmentationMasks = segmentationMasks ?? []
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// A result of its own with the same content, masks among it.
    open override func copy(with zone: NSZone? = nil) -> Any {
        PoseLandmarkerResult(
            landmarks: landmarks, worldLandmarks: worldLandmarks,
            segmentationMasks: segmentationMasks.map { $0.copied() },
            timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension PoseLandmarkerResult {
    convenience init(_ result: LandmarkTasks.PoseLandmarkerResult, timestamp: Int) {
        self.init(
            landmarks: result.poses.map { $0.landmarks.map(NormalizedLandmark.init) },
            worldLandmarks: result.poses.map { $0.worldLandmarks.map(Landmark.init) },
            segmentationMasks: result.poses.compactMap { $0.mask.flatMap(Mask.init) },
            timestampInMilliseconds: timestamp)
    }
}
