public import LandmarkCore
public import LandmarkImaging

/// A source of live frames for a session: a camera, or something that behaves like one.
///
/// All methods may be called from any thread and return at once.
public protocol CameraSource: AnyObject, Sendable {
    /// Starts delivering frames.
    ///
    /// A source that runs already goes on with the new handler.
    ///
    /// - Parameter handler: Receives everything that happens, one call at a time, on a thread of
    ///   the source. The source keeps it until `stop()`, the end or a failure.
    func start(_ handler: @escaping @Sendable (CameraEvent) -> Void)
    /// Stops delivering frames; a frame in delivery may still arrive.
    func stop()
    /// Changes between the front and the back camera, if there are two.
    func switchCamera()
    /// The frames per second that the source was asked for; nil if its rate is its own. Sessions with a
    /// load policy never exceed it.
    var framesPerSecond: Double? { get }
    /// Limits how many frames are delivered in a second, if the source can. Sessions skip frames
    /// themselves where it cannot.
    func setFrameRate(_ framesPerSecond: Double)
}

extension CameraSource {
    /// Does nothing: there is one camera.
    public func switchCamera() {}
    /// Nil: the rate is the source's own.
    public var framesPerSecond: Double? { nil }
    /// Does nothing: the rate is the source's own.
    public func setFrameRate(_ framesPerSecond: Double) {}
}

/// What a camera reports.
public enum CameraEvent: Sendable {
    /// The camera runs; frames follow.
    case started
    /// A frame.
    case frame(CameraFrame)
    /// The camera has dropped a frame, because the frames before it are still in use.
    case dropped
    /// The system keeps the camera from delivering frames for a while.
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
    /// The image, its time, and its orientation to gravity: what a landmarker takes.
    public var frame: Frame
    /// The orientation of the image in the preview. It follows the interface, which may be locked
    /// while the device turns.
    public var displayOrientation: Orientation
    /// Whether the preview shows the image mirrored, as that of a front camera.
    public var isMirrored: Bool
    /// When the frame arrived, in seconds of the system's uptime.
    public var arrival: Double

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - frame: The image, its time and its orientation.
    ///   - displayOrientation: The orientation in the preview; nil for that of the frame.
    ///   - isMirrored: Whether the preview is mirrored.
    ///   - arrival: When it arrived, in seconds of the system's uptime.
    public init(
        _ frame: Frame, displayOrientation: Orientation? = nil, isMirrored: Bool = false,
        arrival: Double = Uptime.now
    ) {
        self.frame = frame
        self.displayOrientation = displayOrientation ?? frame.orientation
        self.isMirrored = isMirrored
        self.arrival = arrival
    }

    /// Where the image is in a preview.
    public var geometry: FrameGeometry {
        FrameGeometry(
            imageSize: frame.image.size, orientation: displayOrientation, isMirrored: isMirrored)
    }
}

/// A source whose frames a preview draws itself, because the system has no preview layer for it.
public protocol PreviewImageSource: CameraSource {
    /// Sets who receives each frame for a preview, on a thread of the source; nil for no one.
    func setPreview(_ handler: (@Sendable (CameraFrame) -> Void)?)
}
