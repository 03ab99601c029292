public import LandmarkCore
import LandmarkTasks

/// A bounding box with scores, labels and keypoints: MediaPipe's `Detection` with a relative bounding
/// box.
///
/// All coordinates are fractions of the image, from its top left corner.
public struct DetectionBox: Sendable, Hashable {
    /// The score of each label. Detections of the tasks' detectors have one score and no labels;
    /// those made from landmarks have no score.
    public var scores: [Float]
    /// The number of each label; empty if there are none.
    public var labelIDs: [Int]
    /// The text of each label; empty if there are none.
    public var labels: [String]
    /// The display name of each label; empty if there are none.
    public var displayNames: [String]
    /// The number that identifies the detection; 0 if it has none.
    public var id: Int
    /// The left edge.
    public var xMin: Float
    /// The top edge.
    public var yMin: Float
    /// The width.
    public var width: Float
    /// The height.
    public var height: Float
    /// The keypoints: 6 for a face, 7 for a palm, 4 for a pose.
    public var keypoints: [SIMD2<Float>]

    /// Creates a detection from the edges of its box.
    public init(
        scores: [Float], labelIDs: [Int] = [], labels: [String] = [], displayNames: [String] = [],
        id: Int = 0, xMin: Float, yMin: Float, width: Float, height: Float,
        keypoints: [SIMD2<Float>] = []
    ) {
        self.scores = scores
        self.labelIDs = labelIDs
        self.labels = labels
        self.displayNames = displayNames
        self.id = id
        self.xMin = xMin
        self.yMin = yMin
        self.width = width
        self.height = height
        self.keypoints = keypoints
    }

    /// Creates a detection without labels. The rotation of `box` is ignored.
    public init(score: Float, box: NormalizedRect, keypoints: [SIMD2<Float>]) {
        self.init(
            scores: [score], xMin: box.xCenter - box.width / 2, yMin: box.yCenter - box.height / 2,
            width: box.width, height: box.height, keypoints: keypoints)
    }

    /// The first score; 0 if there is none.
    public var score: Float { scores.first ?? 0 }

    /// The box described by its center, without rotation.
    public var box: NormalizedRect {
        NormalizedRect(
            xCenter: xMin + width / 2, yCenter: yMin + height / 2, width: width, height: height)
    }

    /// Converts a detector's output with `count` keypoints.
    init(_ detection: Detection, keypoints count: Int) {
        self.init(
            scores: [detection.score], xMin: detection.xMin, yMin: detection.yMin,
            width: detection.width, height: detection.height,
            keypoints: (0..<count).map(detection.keypoint))
    }

    /// The box's corners.
    var bounds: Bounds {
        Bounds(low: SIMD2(xMin, yMin), high: SIMD2(xMin + width, yMin + height))
    }
}
