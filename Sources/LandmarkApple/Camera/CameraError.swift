public import LandmarkCore

/// The direction that a camera faces.
public enum CameraPosition: String, Sendable, Hashable, CaseIterable {
    /// Toward the user; previews are mirrored.
    case front
    /// Away from the user.
    case back

    /// The opposite direction.
    public var opposite: CameraPosition { self == .front ? .back : .front }
}

/// The reason that a camera delivers no frames. The descriptions are sentences for the user.
public enum CameraError: LandmarkError, Hashable {
    /// The user has refused access to the camera.
    case accessDenied
    /// The device's restrictions, such as parental controls, do not allow the camera.
    case accessRestricted
    /// The device has no camera that faces this way.
    case noCamera(CameraPosition)
    /// The camera exists but cannot be opened; `reason` is the system's message.
    case cannotOpen(reason: String)
    /// The camera cannot deliver the required kind of frames; `what` names the missing feature.
    case unsupported(what: String)
    /// The camera has stopped; `code` is the system's error code, `reason` its message.
    case stopped(code: Int, reason: String)
    /// A video file cannot be read; `reason` is the system's message.
    case unreadableFile(file: String, reason: String)
    /// A file has no video track.
    case noVideoTrack(file: String)
    /// A frame has no usable pixels.
    case unusableFrame(AppleImageError)

    /// One sentence without a final period.
    public var description: String {
        switch self {
        case .accessDenied:
            "this app has no access to the camera: allow it in Settings, under Privacy"
        case .accessRestricted:
            "this device does not allow apps to use the camera: see Screen Time in Settings"
        case .noCamera(let position): "this device has no \(position.rawValue) camera"
        case .cannotOpen(let reason): "the camera cannot be opened: \(reason)"
        case .unsupported(let what): "the camera does not support \(what)"
        case .stopped(let code, let reason): "the camera has stopped: \(reason) (\(code))"
        case .unreadableFile(let file, let reason): "\(file) cannot be read: \(reason)"
        case .noVideoTrack(let file): "\(file) has no video"
        case .unusableFrame(let error): "the camera's frames cannot be used: \(error.description)"
        }
    }
}
