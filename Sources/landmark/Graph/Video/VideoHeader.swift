import LandmarkCapture

/// What is known of a video before its first image, for whoever writes one like it.
struct VideoHeader: Sendable {
    let source: VideoFile
}
