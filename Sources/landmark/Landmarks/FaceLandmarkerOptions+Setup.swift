import LandmarkTasks

extension FaceLandmarkerOptions {
    /// What the arguments say; mode and outputs are the caller's.
    init(_ setup: LandmarkSetup) {
        self.init(model: .file(setup.modelPath))
        numFaces = setup.count
        minDetectionConfidence = setup.minDetection
        minPresenceConfidence = setup.minPresence
        minTrackingConfidence = setup.minTracking
        smoothing = setup.smoothing
        if let threads = setup.threads { self.threads = threads }
    }
}
