public import LandmarkCore

/// A face detected by a `FaceDetector`: a box and six keypoints.
public struct FaceDetection: Sendable, Hashable, Codable {
    /// The number of keypoints.
    public static let keypointCount = FaceKeypoint.allCases.count

    /// The probability that this is a face, 0…1.
    public let score: Float
    /// The bounding box in pixels of the unrotated input image, axis-aligned and not rounded. It
    /// can extend beyond the image.
    public let boundingBox: PixelRect
    /// The six keypoints, normalized to the unrotated input image, in the order of `FaceKeypoint`.
    public let keypoints: [SIMD2<Float>]

    /// Creates a detection from six keypoints.
    public init(score: Float, boundingBox: PixelRect, keypoints: [SIMD2<Float>]) {
        precondition(
            keypoints.count == Self.keypointCount,
            "a detected face has 6 keypoints, not \(keypoints.count)")
        self.score = score
        self.boundingBox = boundingBox
        self.keypoints = keypoints
    }

    /// Decodes a detection.
    ///
    /// - Throws: `DecodingError` if a value is missing or there are not six keypoints.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        score = try values.decode(Float.self, forKey: .score)
        boundingBox = try values.decode(PixelRect.self, forKey: .boundingBox)
        keypoints = try values.decodeList(.keypoints, count: Self.keypointCount)
    }

    /// The position of `keypoint`, normalized to the image.
    public subscript(keypoint: FaceKeypoint) -> SIMD2<Float> { keypoints[keypoint.rawValue] }
}

extension FaceDetection {
    /// Converts a detection that is normalized to an image of `size`.
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

/// A keypoint of a detected face; the raw value is its index in `FaceDetection.keypoints`.
///
/// Left and right are the person's own.
public enum FaceKeypoint: Int, Sendable, Hashable, Codable, CaseIterable {
    /// The right eye.
    case rightEye
    /// The left eye.
    case leftEye
    /// The tip of the nose.
    case noseTip
    /// The center of the mouth.
    case mouthCenter
    /// The tragion of the right ear, in front of the ear canal.
    case rightEarTragion
    /// The tragion of the left ear, in front of the ear canal.
    case leftEarTragion

    /// The case's name, such as `noseTip`.
    public var name: String { "\(self)" }
}
