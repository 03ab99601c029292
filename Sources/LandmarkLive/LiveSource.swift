#if os(Linux)
/// Where the images of a live page come from.
public enum LiveSource: Sendable, Hashable {
    /// A video file, or a folder of images as the frames of a video. It is played in real time.
    case file(String)
    /// A camera, such as `camera:0` or `/dev/video2`.
    case camera(String)
    /// The camera of the browser that shows the page.
    case browserCamera
}
#endif
