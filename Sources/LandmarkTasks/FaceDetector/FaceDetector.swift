public import LandmarkCore
public import LandmarkImaging

/// Finds faces, as MediaPipe's face detector does: boxes with six points, and no mesh.
///
/// Making one reads and prepares the network; then it may be used from any thread, and calls wait
/// for one another. Nothing but the last timestamp is kept from one image to the next.
public final class FaceDetector: Sendable {
    let runner: TaskRunner<FaceDetectorPipeline>
    let live: LiveWorker<FaceDetectorPipeline>

    /// Reads the model and prepares the network.
    ///
    /// - Parameters:
    ///   - options: Where the model is, and what is to be found.
    ///   - resultHandler: Takes the results of `detectAsync(_:)`; for live stream mode only. It is
    ///     called in order on a private queue, one call at a time, and frames that come while it
    ///     works are dropped. It is not called any more once the detector is gone; it must not
    ///     keep the detector, so capture an owner of it `[weak self]`.
    /// - Throws: `TaskError` for an option without sense, a result handler in another mode, a file
    ///   that cannot be read or holds no short-range face detector, or a network that the engine
    ///   cannot run.
    public init(
        options: FaceDetectorOptions,
        resultHandler: (@Sendable (FrameResult<FaceDetectorResult>) -> Void)? = nil
    ) throws(TaskError) {
        try LiveWorker<FaceDetectorPipeline>.check(resultHandler, in: options.runningMode)
        runner = TaskRunner(try FaceDetectorPipeline(options), mode: options.runningMode)
        live = LiveWorker(runner, handler: resultHandler, name: "LandmarkTasks.faceDetector")
    }

    /// Finds the faces in `image`; for image mode.
    ///
    /// - Parameters:
    ///   - image: The image, of any format and size.
    ///   - orientation: How the scene lies in the image. Boxes and points always come back in
    ///     the image as it was handed in.
    /// - Returns: What was found, best first; no faces is a result, not an error.
    /// - Throws: `TaskError` in another mode, or when the image cannot be sampled.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation = .up
    ) throws(TaskError) -> FaceDetectorResult {
        try runner.detect(image, orientation: orientation)
    }

    /// Finds the faces in the next frame of a video; for video mode.
    ///
    /// - Throws: `TaskError` in another mode, for a timestamp that is not above the last one, or
    ///   when the image cannot be sampled. The detector can be used on after it.
    public func detect(_ frame: Frame) throws(TaskError) -> FaceDetectorResult {
        try runner.require(.video, for: "detect(_ frame:)")
        return try runner.detect(frame)
    }

    /// Makes the next frame the first one: its timestamp may be any.
    ///
    /// In live stream mode this does not wait: the result of a frame in work still arrives, and a
    /// frame that waits is dropped.
    public func reset() { live.reset() }
}
