public import LandmarkImaging

/// What became of one frame of a live stream.
///
/// Dropped frames have no result of their own; the next result counts them.
public struct FrameResult<Output: Sendable>: Sendable {
    /// The frame that was looked at.
    public let frame: Frame
    /// How many frames were dropped between the one looked at before and this one.
    public let dropped: Int
    /// What was found, or why the frame could not be looked at; later frames may still be.
    public let result: Result<Output, TaskError>

    /// Makes a result, as a landmarker does.
    public init(frame: Frame, dropped: Int, result: Result<Output, TaskError>) {
        self.frame = frame
        self.dropped = dropped
        self.result = result
    }

    /// What was found.
    ///
    /// - Throws: Why the frame could not be looked at.
    public func get() throws(TaskError) -> Output { try result.get() }
}
