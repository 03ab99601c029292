public import LandmarkImaging

extension FaceDetector {
    /// Finds the faces in the next frame of a live stream, and returns at once; for live stream
    /// mode. The result handler that the detector was made with takes the result.
    ///
    /// One frame is in work and one waits; a newer one takes the place of the one that waits, which
    /// has no result of its own but is counted. May be called from any thread.
    ///
    /// - Parameter frame: The frame, whose timestamp must be above that of the last one handed in.
    /// - Throws: `TaskError.wrongMode`, `.resultHandlerMissing`, or `.timestampNotIncreasing`,
    ///   after which the detector goes on with later frames. What goes wrong with the frame
    ///   itself is its result.
    public func detectAsync(_ frame: Frame) throws(TaskError) {
        try live.submit(frame, for: self)
    }

    /// What became of the frames handed to `detectAsync(_:)`.
    public var liveStatistics: LiveStatistics { live.statistics }

    /// Finds the faces in a sequence of frames; for video and live stream mode.
    ///
    /// The frames are one stream with those of other calls, so give it one source at a time, and
    /// `reset()` between sources. A frame that fails, by its timestamp or otherwise, is a result
    /// with an error.
    ///
    /// - Parameters:
    ///   - frames: The source, a camera or a file. Its iterations and the results' are the same.
    ///   - overflow: What becomes of frames that come too fast.
    /// - Returns: The results in order, with the source's errors. It keeps what it needs of the
    ///   detector alive.
    public func results<Frames: AsyncSequence & Sendable>(
        of frames: Frames, overflow: OverflowPolicy = .latestOnly
    ) -> FrameResults<Frames, FaceDetectorResult> where Frames.Element == Frame {
        live.results(of: frames, overflow: overflow)
    }
}
