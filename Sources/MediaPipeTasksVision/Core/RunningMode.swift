/// How images come to a task; see the `detect` methods of each.
public enum RunningMode: UInt, Sendable {
    /// Single images.
    case image = 0
    /// The frames of a video, each with its timestamp.
    case video = 1
    /// The frames of a camera; results come to the delegate.
    case liveStream = 2
}

// The name is MediaPipe's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// What messages call `mode`: `Image`, `Video` or `Live Stream`.
public func MPPRunningModeDisplayName(_ mode: RunningMode) -> String? { mode.displayName }

extension RunningMode {
    /// What messages call the mode.
    var displayName: String {
        switch self {
        case .image: "Image"
        case .video: "Video"
        case .liveStream: "Live Stream"
        }
    }
}
