public import Foundation
import LandmarkCore
import LandmarkTasks

/// What a `FaceDetector` found in one image.
open class FaceDetectorResult: TaskResult {
    /// The faces, best first; empty when there are none.
    public let detections: [Detection]

    /// Makes a result.
    public init(detections: [Detection], timestampInMilliseconds: Int) {
        self.detections = detections
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    /// A result without faces.
    public override convenience init(timestampInMilliseconds: Int) {
        self.init(detections: [], timestampInMilliseconds: timestampInMilliseconds)
    }

    /// A result of its own with the same content.
    open override func copy(with zone: NSZone? = nil) -> Any {
        FaceDetectorResult(
            detections: detections, timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension FaceDetectorResult {
    convenience init(_ result: LandmarkTasks.FaceDetectorResult, timestamp: Int) {
        self.init(
            detections: result.detections.map(Detection.init), timestampInMilliseconds: timestamp)
    }
}

extension Detection {
    /// The face with its box cut off to whole pixels, as MediaPipe has it.
    fileprivate convenience init(_ face: FaceDetection) {
        let box = face.boundingBox
        let category = ResultCategory(
            index: -1, score: face.score, categoryName: nil, displayName: nil)
        self.init(
            categories: [category],
            boundingBox: CGRect(
                x: Self.wholePixels(box.xCenter - box.width / 2),
                y: Self.wholePixels(box.yCenter - box.height / 2),
                width: Self.wholePixels(box.width), height: Self.wholePixels(box.height)),
            keypoints: face.keypoints.map { point in
                NormalizedKeypoint(
                    location: CGPoint(x: CGFloat(point.x), y: CGFloat(point.y)), label: nil,
                    score: 0)
            })
    }

    private static func wholePixels(_ value: Float) -> CGFloat {
        CGFloat(value.rounded(.towardZero))
    }
}
