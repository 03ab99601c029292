extension DriverSignals {
    /// Takes over what is known of this frame only where landmarks are.
    mutating func takeFrame(_ frame: DriverSignals) {
        leftEye = frame.leftEye
        rightEye = frame.rightEye
        opennessByAspectRatio = frame.opennessByAspectRatio
        mouthAspectRatio = frame.mouthAspectRatio
        head = frame.head
        gaze = frame.gaze
    }
}
