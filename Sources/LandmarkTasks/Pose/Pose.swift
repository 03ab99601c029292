public import LandmarkCore
public import LandmarkImaging

/// A body found in an image.
public struct Pose: Sendable, Hashable {
    /// How many points a body has.
    public static let landmarkCount = PoseJoint.allCases.count

    /// The body's number: in an image of its own 1, 2, … in the order found; in a stream a
    /// number that stays with the body, also through a short loss (`trackRetention`).
    public let id: Int
    /// How sure the model is that the region holds a body, 0…1.
    public let presence: Float
    /// The 33 points with visibility and presence, in fractions of the unrotated input image;
    /// `PoseJoint` names them.
    public let landmarks: [Landmark]
    /// The same points in meters around the hips' midpoint, turned as in the input image.
    public let worldLandmarks: [WorldLandmark]
    /// The likelihood, for every pixel of the unrotated input image, that it shows the body;
    /// nil unless segmentation masks were asked for.
    public let mask: Mask?
    /// `landmarks` before smoothing; the same where nothing is smoothed.
    public let rawLandmarks: [Landmark]
    /// `worldLandmarks` before smoothing; the same where nothing is smoothed.
    public let rawWorldLandmarks: [WorldLandmark]
    /// The part of the image the landmark model looked at.
    public let region: NormalizedRect

    /// Makes a body, of 33 landmarks and 33 world landmarks.
    public init(
        id: Int, presence: Float, landmarks: [Landmark], worldLandmarks: [WorldLandmark],
        mask: Mask? = nil, region: NormalizedRect, rawLandmarks: [Landmark]? = nil,
        rawWorldLandmarks: [WorldLandmark]? = nil
    ) {
        precondition(
            landmarks.count == Self.landmarkCount && worldLandmarks.count == Self.landmarkCount,
            "a body has 33 landmarks, not \(landmarks.count) and \(worldLandmarks.count)")
        self.id = id
        self.presence = presence
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.mask = mask
        self.region = region
        self.rawLandmarks = rawLandmarks ?? landmarks
        self.rawWorldLandmarks = rawWorldLandmarks ?? worldLandmarks
    }

    /// The point of `joint` in the image.
    public subscript(joint: PoseJoint) -> Landmark { landmarks[joint.rawValue] }

    /// The point of `joint` in meters.
    public func world(_ joint: PoseJoint) -> WorldLandmark { worldLandmarks[joint.rawValue] }
}
