public import LandmarkCore

/// A session's result for one frame.
///
/// It contains no pixels, because cameras have few buffers and stop when too many of them are retained.
public struct SessionResult<Output: Sendable>: Sendable {
    /// The task's output.
    public var output: Output
    /// The frame's size, orientation and mirroring, for drawing.
    public var geometry: FrameGeometry
    /// The frame's time.
    public var timestamp: Timestamp
    /// The time that the task took, in milliseconds.
    public var inferenceMilliseconds: Double
    /// The time from the frame's arrival to the result, in milliseconds.
    public var latencyMilliseconds: Double

    /// Creates a result.
    public init(
        output: Output, geometry: FrameGeometry, timestamp: Timestamp,
        inferenceMilliseconds: Double = 0, latencyMilliseconds: Double = 0
    ) {
        self.output = output
        self.geometry = geometry
        self.timestamp = timestamp
        self.inferenceMilliseconds = inferenceMilliseconds
        self.latencyMilliseconds = latencyMilliseconds
    }
}
