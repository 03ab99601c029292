/// Computes a person's landmarks in space from several calibrated cameras.
public struct Triangulator: Sendable {
    public init(_ cameras: [CameraCalibration.Camera]) throws(CalibrationError) {}

    /// Fills `frame.world` and `frame.visibility` from what the cameras saw at the same time.
    ///
    /// - Parameter views: One for each camera, nil where it did not find the person. Only `image`
    ///   and `visibility` are used.
    public func triangulate(_ views: [MotionFrame?], into frame: inout MotionFrame) {}
}
