public import LandmarkCore

/// A face found in an image.
public struct Face: Sendable, Hashable {
    /// How many points a face has: 468 of the mesh, then five of each iris.
    public static let landmarkCount = 478
    /// How many of the points, the first ones, are the mesh.
    public static let meshCount = 468

    /// The face's number: in an image of its own 1, 2, … in the order found; in a stream a
    /// number that stays with the face, also through a short loss (`trackRetention`).
    public let id: Int
    /// How sure the model is that the region holds a face, 0…1.
    public let presence: Float
    /// The 478 points, in fractions of the unrotated input image: 0…467 the mesh, 468…472 the
    /// right iris and 473…477 the left (center first).
    public let landmarks: [Landmark]
    /// The expression; nil unless blendshapes were asked for.
    public let blendshapes: Blendshapes?
    /// Where the canonical face mesh (centimeters) lies before the camera; nil unless asked for,
    /// and for a face so small that all its points fall together.
    public let transformationMatrix: TransformMatrix?
    /// `landmarks` before smoothing; the same where nothing is smoothed.
    public let rawLandmarks: [Landmark]
    /// The part of the image the landmark model looked at.
    public let region: NormalizedRect

    /// Makes a face, of 478 landmarks.
    public init(
        id: Int, presence: Float, landmarks: [Landmark], blendshapes: Blendshapes? = nil,
        transformationMatrix: TransformMatrix? = nil, region: NormalizedRect,
        rawLandmarks: [Landmark]? = nil
    ) {
        precondition(
            landmarks.count == Self.landmarkCount,
            "a face has 478 landmarks, not \(landmarks.count)")
        self.id = id
        self.presence = presence
        self.landmarks = landmarks
        self.blendshapes = blendshapes
        self.transformationMatrix = transformationMatrix
        self.region = region
        self.rawLandmarks = rawLandmarks ?? landmarks
    }
}
