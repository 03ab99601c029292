
/// Maps between an image and the view that shows it.
public struct ViewTransform: Sendable, Hashable {}
