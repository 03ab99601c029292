public import LandmarkCore
import LandmarkTasks

/// What a detector found before the landmark model looked: MediaPipe's `Detection`.
public struct DetectionBox: Sendable, Hashable {
    /// How sure the detector is, 0…1.
    public var score: Float
    /// The upright box, in fractions of the image.
    public var box: NormalizedRect
    /// The detector's points, in fractions of the image: 6 of a face, 7 of a palm, 4 of a body.
    public var keypoints: [SIMD2<Float>]

    /// Makes a detection.
    public init(score: Float, box: NormalizedRect, keypoints: [SIMD2<Float>]) {
        self.score = score
        self.box = box
        self.keypoints = keypoints
    }

    init(_ detection: Detection, keypoints count: Int) {
        self.init(
            score: detection.score,
            box: NormalizedRect(
                xCenter: detection.xMin + detection.width / 2,
                yCenter: detection.yMin + detection.height / 2, width: detection.width,
                height: detection.height),
            keypoints: (0..<count).map(detection.keypoint))
    }
}
