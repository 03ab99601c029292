/// What becomes of frames that come faster than they can be looked at.
public enum OverflowPolicy: Sendable, Hashable, CaseIterable {
    /// One frame is in work and one waits; a newer frame takes the place of the waiting one, which
    /// is dropped and counted. For cameras: results stay as fresh as can be.
    case latestOnly
    /// Every frame is looked at; the source is asked for the next one when its result is asked for.
    /// For files: nothing is lost.
    case block
}
