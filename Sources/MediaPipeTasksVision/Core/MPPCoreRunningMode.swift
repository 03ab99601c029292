/// The running modes of all of MediaPipe's tasks; vision tasks know three of them.
public enum MPPCoreRunningMode: UInt, Sendable {
    /// None was given.
    case unspecified = 0
    /// Single images.
    case image = 1
    /// The frames of a video.
    case video = 2
    /// The frames of a camera.
    case liveStream = 3
    /// Pieces of sound.
    case audioClips = 4
    /// Sound as it is recorded.
    case audioStream = 5
}

// The name is MediaPipe's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// `mode` among the running modes of all tasks.
public func MPPCoreRunningModeFromVisionRunningMode(_ mode: RunningMode) -> MPPCoreRunningMode {
    switch mode {
    case .image: .image
    case .video: .video
    case .liveStream: .liveStream
    }
}
