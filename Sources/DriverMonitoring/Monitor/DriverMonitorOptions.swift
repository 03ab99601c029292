public import LandmarkTasks

/// How a `DriverMonitor` is set up.
public struct DriverMonitorOptions: Sendable {
    /// The face landmarker: its model, how many faces it looks for, its confidences, threads.
    /// Running mode, blendshapes and transformation matrices are set by the monitor.
    ///
    /// With one face, the usual, a passenger may be followed when the driver is out of sight; with
    /// two the driver is told from him, and every frame in which only one face is found costs a
    /// detection.
    public var landmarker: FaceLandmarkerOptions
    /// Whether images are mirrored, as those of a selfie camera.
    public var isMirrored = false
    /// Picks the driver out of several faces, by where his seat is.
    public var selector = DriverFaceSelector()

    /// The usual options with a model bundle, such as `face_landmarker.task`.
    public init(model: ModelSource) {
        landmarker = FaceLandmarkerOptions(model: model)
    }
}
