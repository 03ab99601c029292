public import LandmarkCore
public import LandmarkImaging

/// Finds bodies in images and follows them through videos, as MediaPipe's pose landmarker does.
///
/// Making one reads and prepares the networks; then it may be used from any thread, and calls wait
/// for one another. In image mode nothing is kept from one image to the next; in video and live
/// stream mode bodies are followed from frame to frame.
public final class PoseLandmarker: Sendable {
    let runner: TaskRunner<PosePipeline>
    let live: LiveWorker<PosePipeline>

    /// Reads the model bundle and prepares the networks.
    ///
    /// - Parameters:
    ///   - options: Where the model is, and what is to be found.
    ///   - resultHandler: Takes the results of `detectAsync(_:)`; for live stream mode only. It is
    ///     called in order on a private queue, one call at a time, and frames that come while it
    ///     works are dropped. It is not called any more once the landmarker is gone; it must not
    ///     keep the landmarker, so capture an owner of it `[weak self]`.
    /// - Throws: `TaskError` for an option without sense, a result handler in another mode, a file
    ///   that cannot be read or is no pose landmarker's bundle, or a network that the engine cannot
    ///   run.
    public init(
        options: PoseLandmarkerOptions,
        resultHandler: (@Sendable (FrameResult<PoseLandmarkerResult>) -> Void)? = nil
    ) throws(TaskError) {
        try LiveWorker<PosePipeline>.check(resultHandler, in: options.runningMode)
        runner = TaskRunner(try PosePipeline(options), mode: options.runningMode)
        live = LiveWorker(runner, handler: resultHandler, name: "LandmarkTasks.poseLandmarker")
    }

    /// Finds the bodies in an image of its own; for image mode.
    ///
    /// - Parameters:
    ///   - image: The image, of any format and size.
    ///   - orientation: How the scene lies in the image. Landmarks always come back in the
    ///     image as it was handed in.
    /// - Returns: What was found, best first; no bodies is a result, not an error.
    /// - Throws: `TaskError` when the image cannot be sampled, or in another mode.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation = .up
    ) throws(TaskError) -> PoseLandmarkerResult {
        try runner.detect(image, orientation: orientation)
    }

    /// Finds the bodies in the next frame of a video; for video mode.
    ///
    /// - Parameter frame: The frame, whose timestamp must be above that of the frame before. The
    ///   size and orientation of frames may change.
    /// - Returns: What was found; no bodies is a result, not an error.
    /// - Throws: `TaskError`, `.timestampNotIncreasing` among them, after which the landmarker
    ///   goes on with later frames as if the call had not been made.
    public func detect(_ frame: Frame) throws(TaskError) -> PoseLandmarkerResult {
        try runner.require(.video, for: "detect(_ frame:)")
        return try runner.detect(frame)
    }

    /// Forgets all frames: the next one may have any timestamp, and ids start at 1 again.
    ///
    /// Frames of `detectAsync(_:)` are not waited for: the result of one in work still arrives,
    /// and one that waits is dropped.
    public func reset() {
        live.reset()
    }
}
