public import LandmarkCore
public import LandmarkImaging

/// Finds faces, as MediaPipe's face detector does: boxes with six points, and no mesh.
///
/// Making one reads and prepares the network; then it may be used from any thread, and calls wait
/// for one another. Nothing but the last timestamp is kept from one picture to the next.
public final class FaceDetector: Sendable {
    private let runner: TaskRunner<FaceDetectorPipeline>

    /// Reads the model and prepares the network.
    ///
    /// - Throws: `TaskError` for an option without sense, a file that cannot be read or holds no
    ///   short-range face detector, or a network that the engine cannot run.
    public init(options: FaceDetectorOptions) throws(TaskError) {
        runner = TaskRunner(try FaceDetectorPipeline(options), mode: options.runningMode)
    }

    /// Finds the faces in `image`; for image mode.
    ///
    /// - Parameters:
    ///   - image: The picture, of any format and size.
    ///   - orientation: How the scene lies in the picture. Boxes and points always come back in
    ///     the picture as it was handed in.
    /// - Returns: What was found, best first; no faces is a result, not an error.
    /// - Throws: `TaskError` in another mode, or when the picture cannot be sampled.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation = .up
    ) throws(TaskError) -> FaceDetectorResult {
        try runner.detect(image, orientation: orientation)
    }

    /// Finds the faces in the next frame of a video; for video mode.
    ///
    /// - Throws: `TaskError` in another mode, for a timestamp that is not above the last one, or
    ///   when the picture cannot be sampled. The detector can be used on after it.
    public func detect(_ frame: Frame) throws(TaskError) -> FaceDetectorResult {
        try runner.require(.video, for: "detect(_ frame:)")
        return try runner.detect(frame)
    }

    /// Makes the next frame the first one: its timestamp may be any.
    public func reset() { runner.reset() }
}
