public import LandmarkCore
public import LandmarkImaging
public import LandmarkTasks

/// Monitors a driver in camera or video frames: a face landmarker followed by a `DriverAnalyzer`.
///
/// The initializer reads and prepares the models. The monitor may then be used from any thread;
/// concurrent calls run one after another. It is deterministic: the same frames with the same
/// timestamps give the same results and events. All frames form one stream, so call `reset()`
/// between sources.
public final class DriverMonitor: Sendable {
    private struct State {
        var analyzer: DriverAnalyzer
        var speed: Double?
        var rejectedFrames = 0
    }

    private let detector: DriverFaceDetector
    private let state: Mutex<State>
    /// Held from a frame's landmarks to its result, and during `reset()`, so that frames stay in
    /// order. `state` is locked for short reads and writes only.
    private let processing = Mutex(())

    /// Reads the model bundle and prepares the models.
    ///
    /// - Parameter options: The face landmarker's options and the camera's setup.
    /// - Throws: `DriverError.landmarker` for an invalid landmarker option, or a model that cannot
    ///   be read or is not a face landmarker bundle.
    public init(options: DriverMonitorOptions) throws(DriverError) {
        do throws(TaskError) {
            detector = try DriverFaceDetector(
                options.landmarker, findsOrientation: options.findsOrientation,
                selector: options.selector)
        } catch {
            throw DriverError(error)
        }
        state = Mutex(
            State(
                analyzer: DriverAnalyzer(
                    isMirrored: options.isMirrored, options: options.driver)))
    }

    /// The vehicle's speed in km/h, 0…1000 in either direction, for frames whose
    /// `DriverContext.speed` is nil. A nil or invalid speed is unknown and counts as fast.
    public var speed: Double? {
        get { state.withLock { $0.speed } }
        set { state.withLock { $0.speed = newValue } }
    }

    /// The number of frames that sequences have skipped because of their timestamps since the last
    /// `reset()`.
    public var rejectedFrames: Int { state.withLock { $0.rejectedFrames } }

    /// Processes the next frame.
    ///
    /// - Parameters:
    ///   - frame: The frame; its timestamp must be later than that of the previous frame.
    ///   - context: Other known facts, such as the vehicle's speed.
    /// - Returns: The driver's state after this frame, and the landmarks it is based on.
    /// - Throws: `DriverError.duplicateTimestamp`, `.timestampOutOfOrder` or
    ///   `.timestampOutOfRange` for a timestamp that cannot follow the previous one; the monitor is
    ///   then unchanged. `DriverError.landmarker` when the landmarker fails on the image.
    public func process(
        _ frame: Frame, context: DriverContext = DriverContext()
    ) throws(DriverError) -> DriverUpdate {
        try processing.withLock { (_) throws(DriverError) in
            // Checked first, because the landmarker would accept any later timestamp and then
            // refuse the valid ones after it.
            try state.withLock { (state) throws(DriverError) in
                try state.analyzer.check(frame.timestamp)
            }
            let detections: DriverFaceDetector.Detections
            do throws(TaskError) {
                detections = try detector.detect(frame)
            } catch {
                throw DriverError(error)
            }
            return try update(detections, of: frame, context)
        }
    }

    /// Processes the next image of a stream.
    ///
    /// - Parameters:
    ///   - image: The image, in any pixel format and size.
    ///   - timestamp: The time of the image; must be later than that of the previous one.
    ///   - orientation: The orientation of the scene in the image.
    ///   - context: Other known facts, such as the vehicle's speed.
    /// - Returns: The driver's state after this image, and the landmarks it is based on.
    /// - Throws: `DriverError`, as `process(_:context:)` does.
    public func process(
        _ image: PixelBuffer, at timestamp: Timestamp, orientation: Orientation = .up,
        context: DriverContext = DriverContext()
    ) throws(DriverError) -> DriverUpdate {
        try process(
            Frame(image: image, timestamp: timestamp, orientation: orientation), context: context)
    }

    /// Monitors the driver in a sequence of frames.
    ///
    /// Each frame is processed as by `process(_:context:)`. Frames whose timestamps that call would refuse
    /// are skipped and counted by `rejectedFrames`.
    ///
    /// - Parameters:
    ///   - frames: The source: a camera, a file or any other sequence.
    ///   - overflow: What to do with frames that arrive faster than they are processed. The default
    ///     processes each of them; use `.latestOnly` for cameras.
    /// - Returns: The results in order. The sequence keeps the monitor alive.
    public func results<Frames: AsyncSequence & Sendable>(
        of frames: Frames, overflow: OverflowPolicy = .block
    ) -> DriverResults<Frames> where Frames.Element == Frame {
        DriverResults(frames: frames, overflow: overflow, monitor: self)
    }

    /// The events in a sequence of frames, with the same parameters and errors as `results(of:overflow:)`.
    public func events<Frames: AsyncSequence & Sendable>(
        of frames: Frames, overflow: OverflowPolicy = .block
    ) -> DriverEvents<Frames> where Frames.Element == Frame {
        DriverEvents(results: results(of: frames, overflow: overflow))
    }

    /// Discards all state: tracking, calibration, events and `rejectedFrames`. The next frame may
    /// have any timestamp.
    public func reset() {
        processing.withLock { _ in
            detector.reset()
            state.withLock { state in
                state.analyzer.reset()
                state.rejectedFrames = 0
            }
        }
    }

    /// Discards the calibration and the place of the driver's seat, for another driver or after the camera
    /// has been moved.
    public func recalibrate() {
        processing.withLock { _ in
            detector.forgetDriver()
            state.withLock { $0.analyzer.recalibrate() }
        }
    }

    /// Silences the sound of the current incidents, such as a sleep, until they end. Their alerts
    /// stay active, and another incident sounds again.
    public func acknowledge() { state.withLock { $0.analyzer.acknowledge() } }

    /// Counts a frame of a sequence that was refused because of its timestamp.
    func countRejectedFrame() { state.withLock { $0.rejectedFrames += 1 } }

    private func update(
        _ detections: DriverFaceDetector.Detections, of frame: Frame, _ context: DriverContext
    ) throws(DriverError) -> DriverUpdate {
        try state.withLock { (state) throws(DriverError) in
            let driver = detections.driver, face = driver.face
            if driver.isTurned { state.analyzer.recalibrate() }
            var context = context
            context.speed = context.speed ?? state.speed
            let landmarks = detections.landmarks
            let result = try state.analyzer.update(
                DriverObservation(
                    timestamp: frame.timestamp, imageSize: landmarks.imageSize, face: face,
                    eyeImages: face.map { EyeImages($0, in: frame.image) },
                    change: driver.change, context: context))
            return DriverUpdate(
                result: result, face: face, landmarks: landmarks,
                orientation: detections.orientation)
        }
    }
}

/// Options of a `DriverMonitor`.
public struct DriverMonitorOptions: Sendable {
    /// Options of the face landmarker: model, number of faces, confidences and threads. The monitor
    /// sets the running mode to video and turns on blendshapes and transformation matrices. With several
    /// faces, it smooths each as MediaPipe smooths a single one, unless `smoothing` is set, because eyes are
    /// assessed by thresholds and durations that were set for smoothed landmarks.
    ///
    /// With one face, the default, a passenger may be tracked at first, or while the driver is out of view;
    /// once the seat is known, `selector` does not take the passenger for the driver. With two, both are
    /// found from the start, but each frame in which only one face is found costs a run of the detector.
    public var landmarker: FaceLandmarkerOptions
    /// Whether images are mirrored, like those of a selfie camera.
    public var isMirrored = false
    /// Options of the assessment.
    public var driver = DriverOptions()
    /// Whether to detect a camera that is mounted upside down or on its side. While no upright face is found,
    /// frames are processed with orientations other than their own; `DriverUpdate.orientation` holds the one
    /// used. Mirroring cannot be detected.
    public var findsOrientation = true
    /// Selects the driver among several faces, by the position of the driver's seat.
    public var selector = DriverFaceSelector()

    /// Creates default options for a model bundle such as `face_landmarker.task`.
    public init(model: ModelSource) {
        landmarker = FaceLandmarkerOptions(model: model)
    }
}

/// The outcome of one frame: the driver's state and the landmarks it is based on.
public struct DriverUpdate: Sendable, Hashable, Codable {
    /// The driver's state.
    public let result: DriverResult
    /// The driver's face; nil when it was not found.
    public let face: Face?
    /// Everything the landmarker found.
    public let landmarks: FaceLandmarkerResult
    /// The orientation that the frame was processed with: its own, or the one in which the driver's
    /// face was found upright.
    public let orientation: Orientation

    /// Creates an update from its parts.
    public init(
        result: DriverResult, face: Face?, landmarks: FaceLandmarkerResult,
        orientation: Orientation = .up
    ) {
        self.result = result
        self.face = face
        self.landmarks = landmarks
        self.orientation = orientation
    }
}
