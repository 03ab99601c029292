import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkTasks

/// `--calibration`: calibrated cameras, and the person whose landmarks are triangulated.
struct CameraRig {
    private let path: String
    private let scene: SceneView
    private var triangulator: Triangulator
    private var associator: PersonAssociator
    private var result = MotionFrame()
    /// The pose of the person in the last frame of the first camera; nil if not found there.
    private(set) var firstPose: Pose?

    /// Up in the landmarks' frame.
    let up = CameraCalibration.up

    /// Reads the calibration and finds the camera of each input.
    ///
    /// - Throws: `CommandError.unreadable`, or ``CameraError``.
    init(_ path: String, inputs: [Input], _ scene: SceneView) throws {
        self.path = path
        self.scene = scene
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.read(path)
        } catch {
            throw CommandError.unreadable(file: path, reason: "\(error)")
        }
        do throws(CalibrationError) {
            let calibration = try CameraCalibration(
                parsing: String(decoding: bytes, as: UTF8.self))
            let cameras = try calibration.cameras(
                forRecordings: inputs.map { Path.name(of: $0.name) })
            triangulator = try Triangulator(cameras)
            associator = try PersonAssociator(cameras)
        } catch {
            throw CameraError(file: path, cause: error)
        }
    }

    /// The landmarks in space of the person followed, with an id that changes when someone else takes their
    /// place; nil if too few cameras see the person.
    ///
    /// - Throws: ``CameraError`` for images whose shape differs from the camera's.
    mutating func triangulate(_ output: PoseFrame) throws(CameraError) -> MotionFrame? {
        var people: [[MotionFrame]] = []
        for (index, view) in output.views.enumerated() {
            if let view {
                do throws(CalibrationError) {
                    try triangulator.checkImageSize(view.imageSize, camera: index)
                } catch {
                    throw CameraError(file: path, cause: error)
                }
            }
            people.append(view?.frames(in: scene, at: output.time) ?? [])
        }
        let places = associator.associate(people, at: output.time)
        let frames = zip(people, places).map { people, place in place.map { people[$0] } }
        let first = places.first ?? nil
        firstPose = first.flatMap { output.views.first??.poses[$0] }
        guard triangulator.triangulate(frames, into: &result) else { return nil }
        result.time = output.time
        result.id = associator.person
        return result
    }
}

/// An error of a calibration file.
struct CameraError: LandmarkError {
    let file: String
    let cause: CalibrationError

    var description: String { "\(file): \(cause)" }
}
