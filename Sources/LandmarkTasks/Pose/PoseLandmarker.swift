public import LandmarkCore
public import LandmarkImaging
import Synchronization

/// Finds bodies in pictures, as MediaPipe's pose landmarker does in image mode.
///
/// Making one reads and prepares the networks; then it may be used from any thread, and calls wait
/// for one another. Nothing is kept from one picture to the next.
public final class PoseLandmarker: Sendable {
    private let pipeline: Mutex<PosePipeline>

    /// Reads the model bundle and prepares the networks.
    ///
    /// - Throws: `TaskError` for an option without sense, a file that cannot be read or is no
    ///   pose landmarker's bundle, or a network that the engine cannot run.
    public init(options: PoseLandmarkerOptions) throws(TaskError) {
        pipeline = Mutex(try PosePipeline(options))
    }

    /// Finds the bodies in `image`.
    ///
    /// - Parameters:
    ///   - image: The picture, of any format and size.
    ///   - orientation: How the scene lies in the picture. Landmarks always come back in the
    ///     picture as it was handed in.
    /// - Returns: What was found, best first; no bodies is a result, not an error.
    /// - Throws: `TaskError` when the picture cannot be sampled.
    public func detect(
        _ image: PixelBuffer, orientation: Orientation = .up
    ) throws(TaskError) -> PoseLandmarkerResult {
        try pipeline.withLock { (pipeline) throws(TaskError) in
            try pipeline.detect(image, orientation: orientation)
        }
    }
}
