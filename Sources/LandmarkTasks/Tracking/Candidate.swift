import LandmarkCore

/// What a landmark model saw in one region, and what becomes of it on the way to the result.
struct Candidate {
    /// Where it looked.
    var region = NormalizedRect.full
    /// Where it will look in the next frame.
    var next = NormalizedRect.full
    var presence: Float = 0
    /// How likely it is a right hand, 0…1; nil when it is no hand.
    var rightHand: Float?
    /// The points as the model gives them.
    var raw: [Landmark] = []
    var rawWorld: [WorldLandmark] = []
    /// The points after smoothing.
    var landmarks: [Landmark] = []
    var world: [WorldLandmark] = []
    /// A mask over the whole image; empty when there is none.
    var mask: [Float] = []
    var blendshapes: [Float] = []
}

extension Candidate {
    /// Takes the points as they are. They are copied, so that each array can serve again.
    mutating func keepRaw() {
        landmarks.copy(raw)
        world.copy(rawWorld)
    }
}
