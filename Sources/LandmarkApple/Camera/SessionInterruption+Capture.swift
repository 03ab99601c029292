extension SessionInterruption {
    /// The interruption for a value of `AVCaptureSession.InterruptionReason`.
    init(captureReason: Int?) {
        self =
            switch captureReason {
            case 1: .background
            // Another client is using the microphone or the camera.
            case 2, 3: .inUse
            case 4: .multipleApps
            case 5: .systemPressure
            default: .other
            }
    }
}
