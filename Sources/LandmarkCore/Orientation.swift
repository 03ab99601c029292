/// How the scene lies in the pixels handed in, named like `UIImage.Orientation`.
///
/// Landmarks are always returned in the image as handed in, never in the turned one.
public enum Orientation: String, Sendable, Hashable, CaseIterable {
    /// The scene is upright.
    case up
    /// The scene's top is at the image's left edge; turning it 90° clockwise rights it.
    case right
    /// The scene is upside down.
    case down
    /// The scene's top is at the image's right edge; turning it 90° counter-clockwise rights it.
    case left
}
