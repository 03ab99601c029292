public import LandmarkCore

/// A face that a `FaceDetector` found: a box and six points.
public struct FaceDetection: Sendable, Hashable {
    /// How many points a detection has.
    public static let keypointCount = FaceKeypoint.allCases.count

    /// How sure the model is that this is a face, 0…1.
    public let score: Float
    /// The face's box in pixels of the unrotated input image, upright and not rounded; it may
    /// reach beyond the image.
    public let boundingBox: PixelRect
    /// The six points, x and y in fractions of the unrotated input image's width and height;
    /// `FaceKeypoint` names them.
    public let keypoints: [SIMD2<Float>]

    /// Makes a detection, of six points.
    public init(score: Float, boundingBox: PixelRect, keypoints: [SIMD2<Float>]) {
        precondition(
            keypoints.count == Self.keypointCount,
            "a detected face has 6 points, not \(keypoints.count)")
        self.score = score
        self.boundingBox = boundingBox
        self.keypoints = keypoints
    }

    /// The place of `keypoint` in the image.
    public subscript(keypoint: FaceKeypoint) -> SIMD2<Float> { keypoints[keypoint.rawValue] }
}

extension FaceDetection {
    /// The face of `detection`, which is in fractions of an image of `size`.
    init(_ detection: Detection, in size: PixelSize) {
        let box = NormalizedRect(
            xCenter: detection.xMin + detection.width / 2,
            yCenter: detection.yMin + detection.height / 2,
            width: detection.width, height: detection.height)
        self.init(
            score: detection.score, boundingBox: PixelRect(box, in: size),
            keypoints: (0..<Self.keypointCount).map(detection.keypoint))
    }
}
