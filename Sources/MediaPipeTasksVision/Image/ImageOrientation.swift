#if !canImport(UIKit)
/// How the scene lies in an image, with the cases and raw values of `UIImage.Orientation`, which
/// this is where UIKit exists.
public enum ImageOrientation: Int, Sendable {
    /// The scene is upright.
    case up = 0
    /// The scene is upside down.
    case down = 1
    /// The scene's top is at the image's right edge.
    case left = 2
    /// The scene's top is at the image's left edge.
    case right = 3
    /// Upright and mirrored; tasks refuse mirrored images.
    case upMirrored = 4
    /// Upside down and mirrored; tasks refuse mirrored images.
    case downMirrored = 5
    /// As `left` and mirrored; tasks refuse mirrored images.
    case leftMirrored = 6
    /// As `right` and mirrored; tasks refuse mirrored images.
    case rightMirrored = 7
}
#endif
