import LandmarkCore

/// What the options of all three landmarkers have in common.
protocol LandmarkerOptions {
    var model: ModelSource { get }
    var runningMode: RunningMode { get }
    /// How many objects to look for, and the option's name.
    var count: (value: Int, name: String) { get }
    var minDetectionConfidence: Float { get }
    var minPresenceConfidence: Float { get }
    var minTrackingConfidence: Float { get }
    var smoothing: Smoothing { get }
    var trackRetention: Duration { get }
    var threads: Int { get }
    var device: ComputeDevice { get }
    var logger: Logger { get }
}

extension HandLandmarkerOptions: LandmarkerOptions {
    var count: (value: Int, name: String) { (numHands, "numHands") }
}

extension PoseLandmarkerOptions: LandmarkerOptions {
    var count: (value: Int, name: String) { (numPoses, "numPoses") }
}

extension FaceLandmarkerOptions: LandmarkerOptions {
    var count: (value: Int, name: String) { (numFaces, "numFaces") }
}
