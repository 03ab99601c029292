/// Which hand of a person is seen.
///
/// MediaPipe's model was trained on mirrored (selfie) images: in an unmirrored image a person's
/// left hand is called `right`. LandmarkKit passes the model's word on, as MediaPipe does.
public enum Handedness: String, Sendable, Hashable, CaseIterable {
    /// The left hand, in a mirrored image.
    case left = "Left"
    /// The right hand, in a mirrored image.
    case right = "Right"

    /// The other hand: what an unmirrored image shows.
    public var mirrored: Handedness { self == .left ? .right : .left }
}
