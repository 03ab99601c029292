package import LandmarkCore
package import LandmarkImaging

/// A task's stages in their order, with the memory they work in and what they remember of a
/// stream. Used by one thread at a time.
package protocol TaskPipeline: AnyObject, SendableMetatype {
    associatedtype Output: Sendable

    /// What is found in `image`: by itself, or as the frame of a stream at `timestamp`.
    func detect(
        _ image: PixelBuffer, orientation: Orientation, at timestamp: Timestamp?
    ) throws(TaskError) -> Output

    /// Forgets the stream.
    func reset()
}
