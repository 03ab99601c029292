public import LandmarkImaging

/// Where frames come from, one after another: a video, a camera, a folder, a pipe.
///
/// Sources may be used from any thread; calls wait for each other. To take frames in a `for await`
/// loop use ``frames()``.
public protocol FrameSource: AnyObject, Sendable {
    /// What is known before the frames come.
    var information: SourceInformation { get }

    /// Waits for the next frame; nil when there are no more, and from then on.
    ///
    /// Timestamps start near 0 and strictly increase.
    ///
    /// - Throws: What keeps the source from going on; a source says for itself what comes after.
    func next() throws(CaptureError) -> Frame?
}
