public import LandmarkImaging
public import LandmarkTasks

/// Watches a driver through a camera or in a video: a face landmarker and a `DriverAnalyzer`.
///
/// Making one reads and prepares the networks; then it may be used from any thread, and calls wait
/// for one another. The same frames with the same timestamps give the same results and events.
/// All frames are one stream: `reset()` between sources.
public final class DriverMonitor: Sendable {
    private let watch: DriverWatch

    /// Reads the model bundle and prepares the networks.
    ///
    /// - Parameter options: Where the model is, and how the camera sees the driver.
    /// - Throws: `DriverError.landmarker` for an option without sense, or a file that cannot be
    ///   read or is no face landmarker's bundle.
    public init(options: DriverMonitorOptions) throws(DriverError) {
        watch = try DriverWatch(options)
    }

    /// The vehicle's speed in km/h from now on, 0…1000, for frames that come without; nil, or any
    /// other number, is unknown, which counts as fast.
    public var speed: Double? {
        get { watch.speed }
        set { watch.speed = newValue }
    }

    /// How many frames of sequences were passed over for their time since the last `reset()`.
    public var rejectedFrames: Int { watch.rejected }

    /// Looks at the next frame.
    ///
    /// - Parameters:
    ///   - frame: The frame, whose timestamp must be above that of the frame before.
    ///   - cabin: What is known besides.
    /// - Returns: What is known of the driver now.
    /// - Throws: `DriverError`: for a timestamp that does not come after the one before, with
    ///   everything as before the call; `.landmarker` when the frame cannot be looked at.
    public func update(
        _ frame: Frame, _ cabin: DriverCabin = DriverCabin()
    ) throws(DriverError) -> DriverResult {
        try watch.look(at: frame, cabin).result
    }

    /// Looks at the next frame as `update(_:_:)` does, and gives the landmarks as well.
    public func look(
        at frame: Frame, _ cabin: DriverCabin = DriverCabin()
    ) throws(DriverError) -> DriverUpdate {
        try watch.look(at: frame, cabin)
    }

    /// Watches the driver in a sequence of frames.
    ///
    /// Each frame is looked at as `update(_:_:)` does; one that the call would refuse for its time
    /// is passed over, and counted by `rejectedFrames`.
    ///
    /// - Parameters:
    ///   - frames: The source, a camera or a file.
    ///   - overflow: What becomes of frames that come too fast: by default each is looked at;
    ///     `.latestOnly` is for cameras.
    /// - Returns: The results in order. It keeps what it needs of the monitor alive.
    public func results<Frames: AsyncSequence & Sendable>(
        of frames: Frames, overflow: OverflowPolicy = .block
    ) -> DriverResults<Frames> where Frames.Element == Frame {
        DriverResults(frames: frames, overflow: overflow, watch: watch)
    }

    /// The events of a sequence of frames; arguments and errors are those of `results(of:overflow:)`.
    public func events<Frames: AsyncSequence & Sendable>(
        of frames: Frames, overflow: OverflowPolicy = .block
    ) -> DriverEvents<Frames> where Frames.Element == Frame {
        DriverEvents(results: results(of: frames, overflow: overflow))
    }

    /// Forgets all frames and the driver: the next frame may have any timestamp.
    public func reset() { watch.reset() }

    /// Learns the driver's eyes and head anew, for another driver or a camera that was moved.
    public func recalibrate() { watch.recalibrate() }
}
