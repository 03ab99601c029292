public import LandmarkTasks

/// What a `DriverMonitor` saw and concluded in one frame.
public struct DriverUpdate: Sendable, Hashable {
    /// What is known of the driver.
    public let result: DriverResult
    /// The driver's face; nil when it is not in sight.
    public let face: Face?
    /// All that the landmarker found.
    public let landmarks: FaceLandmarkerResult

    /// Makes an update.
    public init(result: DriverResult, face: Face?, landmarks: FaceLandmarkerResult) {
        self.result = result
        self.face = face
        self.landmarks = landmarks
    }
}
