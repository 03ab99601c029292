/// Why an event fired, where its kind leaves that open.
public enum DriverEventReason: String, Sendable, Hashable, CaseIterable {
    /// The eyes are closed.
    case eyesClosed
    /// The eyes were closed when the face went out of sight.
    case faceLost
    /// The gaze did not come back to the road after a warning.
    case gazeAway
    /// The head is turned to a side.
    case headTurned
    /// The head is lowered.
    case headLowered
    /// The level rose with the share of time that the eyes were closed, and the other cues of the
    /// last minutes.
    case recentMinutes
    /// The level is held up by repeated microsleeps.
    case repeatedMicrosleeps
    /// The level fell because the score did.
    case recovery
}
