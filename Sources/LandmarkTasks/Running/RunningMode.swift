/// How images come to a task.
public enum RunningMode: String, Sendable, Hashable, CaseIterable {
    /// Single images that have nothing to do with each other.
    case image
    /// The frames of a video, one call each, in order: what is found is followed and smoothed.
    case video
    /// Frames that come when they come: calls return at once, frames that come too fast are
    /// dropped, and results arrive by a closure or a sequence.
    case liveStream
}
