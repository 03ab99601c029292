public import LandmarkCore

/// A hand found in an image.
public struct Hand: Sendable, Hashable {
    /// How many points a hand has.
    public static let landmarkCount = HandJoint.allCases.count

    /// The hand's number: in an image of its own 1, 2, … in the order found; in a stream a
    /// number that stays with the hand, also through a short loss (`trackRetention`).
    public let id: Int
    /// Which hand it is, in the model's mirrored view.
    public let handedness: Handedness
    /// How sure the model is of `handedness`, 0.5…1.
    public let handednessScore: Float
    /// How sure the model is that the region holds a hand, 0…1.
    public let presence: Float
    /// The 21 points, in fractions of the unrotated input image; `HandJoint` names them.
    public let landmarks: [Landmark]
    /// The same points in meters around the hand's center, turned as in the input image.
    public let worldLandmarks: [WorldLandmark]
    /// `landmarks` before smoothing; the same where nothing is smoothed.
    public let rawLandmarks: [Landmark]
    /// `worldLandmarks` before smoothing; the same where nothing is smoothed.
    public let rawWorldLandmarks: [WorldLandmark]
    /// The part of the image the landmark model looked at.
    public let region: NormalizedRect

    /// Makes a hand, of 21 landmarks and 21 world landmarks.
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

    /// The point of `joint` in the image.
    public subscript(joint: HandJoint) -> Landmark { landmarks[joint.rawValue] }

    /// The point of `joint` in meters.
    public func world(_ joint: HandJoint) -> WorldLandmark { worldLandmarks[joint.rawValue] }
}
