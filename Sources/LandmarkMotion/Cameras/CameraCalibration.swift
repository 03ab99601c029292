/// Calibrated cameras, as Pose2Sim's TOML files describe them.
public struct CameraCalibration: Sendable, Hashable {
    public struct Camera: Sendable, Hashable {
        public var name: String
    }
    public var cameras: [Camera]

    /// Parses a calibration file.
    public init(parsing text: String) throws(CalibrationError) { cameras = [] }
}

public enum CalibrationError: Error, Hashable { case x }
