import LandmarkTasks

/// How images are passed to a task; see the `detect` methods of each task.
#if canImport(ObjectiveC)
@objc(MPPRunningMode)
#endif
public enum RunningMode: UInt, Sendable {
    /// Independent images.
    case image = 0
    /// The frames of a video, with timestamps.
    case video = 1
    /// The frames of a camera; the delegate receives the results.
    case liveStream = 2
}

// The name is MediaPipe's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the name of `mode` in error messages: `Image`, `Video` or `Live Stream`; nil for a
/// number that is not a mode, which Objective-C can pass.
#if canImport(ObjectiveC)
@_cdecl("MPPRunningModeDisplayName")
#endif
public func MPPRunningModeDisplayName(_ mode: RunningMode) -> String? {
    mode.checked?.displayName
}

extension RunningMode {
    /// The mode, or nil for a number that is not a mode: Objective-C can set any number.
    var checked: RunningMode? { RunningMode(rawValue: rawValue) }

    /// The name in error messages.
    var displayName: String {
        switch self {
        case .image: "Image"
        case .video: "Video"
        case .liveStream: "Live Stream"
        }
    }
}

extension LandmarkTasks.RunningMode {
    init(_ mode: RunningMode) {
        switch mode {
        case .image: self = .image
        case .video: self = .video
        case .liveStream: self = .liveStream
        }
    }
}

/// The running modes of all MediaPipe tasks; vision tasks have three of them.
#if canImport(ObjectiveC)
@objc(MPPCoreRunningMode)
#endif
public enum MPPCoreRunningMode: UInt, Sendable {
    /// Not specified.
    case unspecified = 0
    /// Independent images.
    case image = 1
    /// The frames of a video.
    case video = 2
    /// The frames of a camera.
    case liveStream = 3
    /// Audio clips.
    case audioClips = 4
    /// An audio stream.
    case audioStream = 5
}

// The name is MediaPipe's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Converts `mode` to the running modes of all tasks.
#if canImport(ObjectiveC)
@_cdecl("MPPCoreRunningModeFromVisionRunningMode")
#endif
public func MPPCoreRunningModeFromVisionRunningMode(_ mode: RunningMode) -> MPPCoreRunningMode {
    switch mode.checked {
    case .image: .image
    case .video: .video
    case .liveStream: .liveStream
    case nil: .unspecified
    }
}
