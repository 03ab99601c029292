/// The state of a session.
public enum SessionState: Sendable, Hashable {
    /// Nothing is running: before the start, or after a stop.
    case stopped
    /// The source is being opened, or the user is being asked for permission.
    case starting
    /// Frames are delivered and processed.
    case running
    /// The system keeps the source from delivering frames, and the session continues by itself.
    case interrupted(SessionInterruption)
    /// The session has ended with an error, in words for the user.
    case failed(String)

    /// Whether the device should stay awake because the camera is in use and nobody touches the screen. Set
    /// `UIApplication.isIdleTimerDisabled` to it.
    public var needsAwakeDevice: Bool {
        switch self {
        case .starting, .running: true
        case .interrupted, .stopped, .failed: false
        }
    }
}

/// The reason that the system keeps a camera from delivering frames.
public enum SessionInterruption: String, Sendable, Hashable, CaseIterable {
    /// The app is in the background.
    case background
    /// Another app or feature uses the camera.
    case inUse
    /// Several apps share the screen.
    case multipleApps
    /// The device is too hot.
    case systemPressure
    /// Any other reason.
    case other
}
