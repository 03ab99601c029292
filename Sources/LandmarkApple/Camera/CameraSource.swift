public import LandmarkCore
public import LandmarkImaging

/// A source of live frames for a session: a camera, or something that behaves like one.
///
/// All methods may be called from any thread and return immediately.
public protocol CameraSource: AnyObject, Sendable {
    /// Starts delivering frames.
    ///
    /// A source that is already running continues with the new handler.
    ///
    /// - Parameter handler: Receives every event, one call at a time, on a thread of the source. The source
    ///   retains it until `stop()`, the end or a failure.
    func start(_ handler: @escaping @Sendable (CameraEvent) -> Void)
    /// Stops delivering frames; a frame in delivery may still arrive.
    func stop()
    /// Changes between the front and the back camera, if there are two.
    func switchCamera()
    /// The requested frames per second; nil if the source sets its own rate. Sessions with a load policy
    /// never exceed it.
    var framesPerSecond: Double? { get }
    /// Limits how many frames are delivered per second, if the source can. Otherwise sessions skip frames
    /// themselves.
    func setFrameRate(_ framesPerSecond: Double)
}

extension CameraSource {
    /// Does nothing: there is one camera.
    public func switchCamera() {}
    /// Nil: the source sets its own rate.
    public var framesPerSecond: Double? { nil }
    /// Does nothing: the source sets its own rate.
    public func setFrameRate(_ framesPerSecond: Double) {}
}

/// An event that a camera reports.
public enum CameraEvent: Sendable {
    /// The camera is running; frames follow.
    case started
    /// A frame.
    case frame(CameraFrame)
    /// The camera has dropped a frame because earlier frames are still in use.
    case dropped
    /// The system is temporarily keeping the camera from delivering frames.
    case interrupted(SessionInterruption)
    /// An interruption is over.
    case resumed
    /// The last frame has been delivered.
    case ended
    /// The camera has stopped with an error.
    case failed(CameraError)
}

/// A frame of a camera, and how a preview shows it.
///
/// The pixels are as the sensor delivers them, neither rotated nor mirrored, so that left and right
/// of landmarks are the person's own.
public struct CameraFrame: Sendable {
    /// The image, its time, and its orientation relative to gravity: the input of a landmarker.
    public var frame: Frame
    /// The orientation of the image in the preview. It follows the interface, which may be locked
    /// while the device turns.
    public var displayOrientation: Orientation
    /// Whether the preview shows the image mirrored, as for a front camera.
    public var isMirrored: Bool
    /// The time at which the frame arrived, in seconds of the system's uptime.
    public var arrival: Double

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - frame: The image, its time and its orientation.
    ///   - displayOrientation: The orientation in the preview; nil for that of the frame.
    ///   - isMirrored: Whether the preview is mirrored.
    ///   - arrival: The arrival time, in seconds of the system's uptime.
    public init(
        _ frame: Frame, displayOrientation: Orientation? = nil, isMirrored: Bool = false,
        arrival: Double = Uptime.now
    ) {
        self.frame = frame
        self.displayOrientation = displayOrientation ?? frame.orientation
        self.isMirrored = isMirrored
        self.arrival = arrival
    }

    /// The position of the image in a preview.
    public var geometry: FrameGeometry {
        FrameGeometry(
            imageSize: frame.image.size, orientation: displayOrientation, isMirrored: isMirrored)
    }
}

/// A source whose frames a preview must draw itself, because the system has no preview layer for it.
public protocol PreviewImageSource: CameraSource {
    /// Sets the closure that receives each frame for a preview, on a thread of the source; nil for none.
    func setPreview(_ handler: (@Sendable (CameraFrame) -> Void)?)
}
