public import LandmarkCore

/// Why cameras cannot be used to triangulate landmarks.
public enum CalibrationError: LandmarkError, Hashable {
    /// The text is not TOML at a line (from 1).
    case syntax(line: Int, expected: String)
    /// A part of TOML that is not read, such as dates.
    case unsupportedSyntax(line: Int, feature: String)
    /// A table, or a key of one, that already appeared in the file.
    case repeatedKey(line: Int, key: String)
    /// A camera without one of its keys.
    case missingKey(camera: String, key: String)
    /// A camera's value of the wrong type or count, or out of range.
    case invalidValue(camera: String, key: String, line: Int, expected: String)
    /// A camera that is calibrated as a fisheye lens.
    case fisheyeUnsupported(camera: String)
    /// Two cameras of the same name.
    case repeatedCamera(name: String)
    /// Fewer cameras than triangulation needs.
    case tooFewCameras(count: Int, least: Int)
    /// The recordings cannot be assigned to the cameras, by name or by order.
    case recordingsDoNotMatch(recordings: [String], cameras: [String])
    /// Images that do not match, at any scale, those that the camera was calibrated with.
    case imageShape(camera: String, calibrated: PixelSize, got: PixelSize)

    /// One sentence with the line or camera, what was found and what was expected.
    public var description: String {
        switch self {
        case .syntax(let line, let expected): "line \(line): expected \(expected)"
        case .unsupportedSyntax(let line, let feature): "line \(line): \(feature) are not supported"
        case .repeatedKey(let line, let key): "line \(line): \(key) is defined twice"
        case .missingKey(let camera, let key): "camera \(camera) has no \(key)"
        case .invalidValue(let camera, let key, let line, let expected):
            "line \(line): \(key) of camera \(camera) must be \(expected)"
        case .fisheyeUnsupported(let camera):
            "camera \(camera) is calibrated as a fisheye lens, which is not supported; undistort"
                + " the video and calibrate it without fisheye"
        case .repeatedCamera(let name): "there are two cameras named \(name)"
        case .tooFewCameras(let count, let least):
            "\(count) cameras are not enough; triangulation requires at least \(least)"
        case .recordingsDoNotMatch(let recordings, let cameras):
            "\(recordings.count) recordings (\(recordings.joined(separator: ", "))) cannot be"
                + " assigned to \(cameras.count) cameras (\(cameras.joined(separator: ", "))): name"
                + " each after its camera, or give one for each camera in the file's order"
        case .imageShape(let camera, let calibrated, let got):
            "camera \(camera) was calibrated with images of \(calibrated) pixels, not \(got)"
        }
    }
}
