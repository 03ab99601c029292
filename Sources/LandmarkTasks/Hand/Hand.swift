public import LandmarkCore

/// A hand detected in an image.
public struct Hand: Sendable, Hashable, Codable {
    /// The number of landmarks of a hand.
    public static let landmarkCount = HandJoint.allCases.count

    /// The hand's number. In an independent image 1, 2, … in order of detection; in a stream, a
    /// number that stays with the hand, even after a loss of up to `trackRetention`.
    public let id: Int
    /// The person's left or right hand, in an image that is not mirrored.
    public let handedness: Handedness
    /// The probability of `handedness`, 0.5…1.
    public let handednessScore: Float
    /// The probability that `region` shows a hand, 0…1.
    public let presence: Float
    /// The 21 landmarks, normalized to the unrotated input image, in the order of `HandJoint`.
    public let landmarks: [Landmark]
    /// The same landmarks in meters around the hand's center, rotated as in the input image.
    public let worldLandmarks: [WorldLandmark]
    /// `landmarks` before smoothing; the same if they are not smoothed.
    public let rawLandmarks: [Landmark]
    /// `worldLandmarks` before smoothing; the same if they are not smoothed.
    public let rawWorldLandmarks: [WorldLandmark]
    /// The region of the image that the landmark model ran on.
    public let region: NormalizedRect

    /// Creates a hand from 21 landmarks and 21 world landmarks.
    public init(
        id: Int, handedness: Handedness, handednessScore: Float, presence: Float,
        landmarks: [Landmark], worldLandmarks: [WorldLandmark], region: NormalizedRect,
        rawLandmarks: [Landmark]? = nil, rawWorldLandmarks: [WorldLandmark]? = nil
    ) {
        precondition(
            landmarks.count == Self.landmarkCount && worldLandmarks.count == Self.landmarkCount,
            "a hand has 21 landmarks, not \(landmarks.count) and \(worldLandmarks.count)")
        self.id = id
        self.handedness = handedness
        self.handednessScore = handednessScore
        self.presence = presence
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.region = region
        self.rawLandmarks = rawLandmarks ?? landmarks
        self.rawWorldLandmarks = rawWorldLandmarks ?? worldLandmarks
    }

    /// Decodes a hand.
    ///
    /// - Throws: `DecodingError` if a value is missing or a list does not have 21 landmarks.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        handedness = try values.decode(Handedness.self, forKey: .handedness)
        handednessScore = try values.decode(Float.self, forKey: .handednessScore)
        presence = try values.decode(Float.self, forKey: .presence)
        landmarks = try values.decodeList(.landmarks, count: Self.landmarkCount)
        worldLandmarks = try values.decodeList(.worldLandmarks, count: Self.landmarkCount)
        rawLandmarks = try values.decodeList(.rawLandmarks, count: Self.landmarkCount)
        rawWorldLandmarks = try values.decodeList(.rawWorldLandmarks, count: Self.landmarkCount)
        region = try values.decode(NormalizedRect.self, forKey: .region)
    }

    /// The landmark of `joint` in the image.
    public subscript(joint: HandJoint) -> Landmark { landmarks[joint.rawValue] }

    /// The landmark of `joint` in meters.
    public func world(_ joint: HandJoint) -> WorldLandmark { worldLandmarks[joint.rawValue] }
}

/// The left or right hand of a person.
///
/// It is the person's own hand in an image that is not mirrored, and the other one in a mirrored (selfie)
/// image, as in MediaPipe Tasks. MediaPipe Solutions returned the opposite.
public enum Handedness: String, Sendable, Hashable, Codable, CaseIterable {
    /// The left hand.
    case left = "Left"
    /// The right hand.
    case right = "Right"

    /// The opposite: the person's own hand in a mirrored image.
    public var mirrored: Handedness { self == .left ? .right : .left }
}

extension KeyedDecodingContainer {
    /// Decodes a list that must have `count` elements.
    func decodeList<Element: Decodable>(_ key: Key, count: Int) throws -> [Element] {
        let list = try decode([Element].self, forKey: key)
        guard list.count == count else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(list.count) elements, not \(count)")
        }
        return list
    }
}
