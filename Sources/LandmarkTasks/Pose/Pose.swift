public import LandmarkCore
public import LandmarkImaging

/// The pose of a person detected in an image.
public struct Pose: Sendable, Hashable, Codable {
    /// The number of landmarks of a pose.
    public static let landmarkCount = PoseJoint.allCases.count

    /// The pose's number. In an independent image 1, 2, … in order of detection; in a stream, a
    /// number that stays with the pose, even after a loss of up to `trackRetention`.
    public let id: Int
    /// The probability that `region` shows a person, 0…1.
    public let presence: Float
    /// The 33 landmarks with visibility and presence, normalized to the unrotated input image, in
    /// the order of `PoseJoint`.
    public let landmarks: [Landmark]
    /// The same landmarks in meters around the hips' midpoint, rotated as in the input image.
    public let worldLandmarks: [WorldLandmark]
    /// The probability that each pixel of the unrotated input image shows the person; nil unless
    /// `segmentationMasks` is set.
    public let mask: Mask?
    /// `landmarks` before smoothing; the same if they are not smoothed.
    public let rawLandmarks: [Landmark]
    /// `worldLandmarks` before smoothing; the same if they are not smoothed.
    public let rawWorldLandmarks: [WorldLandmark]
    /// The region of the image that the landmark model ran on.
    public let region: NormalizedRect
    /// Whether left and right of all landmarks were exchanged, because the model had mixed them up;
    /// false unless `sideGuard` is set. Encoded only if true.
    public let sidesSwapped: Bool

    private enum CodingKeys: CodingKey {
        case id, presence, landmarks, worldLandmarks, mask, rawLandmarks, rawWorldLandmarks, region
        case sidesSwapped
    }

    /// Creates a pose from 33 landmarks and 33 world landmarks.
    public init(
        id: Int, presence: Float, landmarks: [Landmark], worldLandmarks: [WorldLandmark],
        mask: Mask? = nil, region: NormalizedRect, rawLandmarks: [Landmark]? = nil,
        rawWorldLandmarks: [WorldLandmark]? = nil, sidesSwapped: Bool = false
    ) {
        precondition(
            landmarks.count == Self.landmarkCount && worldLandmarks.count == Self.landmarkCount,
            "a pose has 33 landmarks, not \(landmarks.count) and \(worldLandmarks.count)")
        self.id = id
        self.presence = presence
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.mask = mask
        self.region = region
        self.rawLandmarks = rawLandmarks ?? landmarks
        self.rawWorldLandmarks = rawWorldLandmarks ?? worldLandmarks
        self.sidesSwapped = sidesSwapped
    }

    /// Decodes a pose.
    ///
    /// - Throws: `DecodingError` if a value is missing or a list does not have 33 landmarks.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        presence = try values.decode(Float.self, forKey: .presence)
        landmarks = try values.decodeList(.landmarks, count: Self.landmarkCount)
        worldLandmarks = try values.decodeList(.worldLandmarks, count: Self.landmarkCount)
        mask = try values.decodeIfPresent(Mask.self, forKey: .mask)
        rawLandmarks = try values.decodeList(.rawLandmarks, count: Self.landmarkCount)
        rawWorldLandmarks = try values.decodeList(.rawWorldLandmarks, count: Self.landmarkCount)
        region = try values.decode(NormalizedRect.self, forKey: .region)
        sidesSwapped = try values.decodeIfPresent(Bool.self, forKey: .sidesSwapped) ?? false
    }

    /// Encodes the pose.
    ///
    /// - Throws: `EncodingError`, from the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(presence, forKey: .presence)
        try values.encode(landmarks, forKey: .landmarks)
        try values.encode(worldLandmarks, forKey: .worldLandmarks)
        try values.encodeIfPresent(mask, forKey: .mask)
        try values.encode(rawLandmarks, forKey: .rawLandmarks)
        try values.encode(rawWorldLandmarks, forKey: .rawWorldLandmarks)
        try values.encode(region, forKey: .region)
        // Without the side guard, encoded poses are the same as before it existed.
        if sidesSwapped { try values.encode(true, forKey: .sidesSwapped) }
    }

    /// The landmark of `joint` in the image.
    public subscript(joint: PoseJoint) -> Landmark { landmarks[joint.rawValue] }

    /// The landmark of `joint` in meters.
    public func world(_ joint: PoseJoint) -> WorldLandmark { worldLandmarks[joint.rawValue] }
}
