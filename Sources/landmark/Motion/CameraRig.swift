import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkTasks

/// `--calibration`: calibrated cameras that see one person, whose landmarks are triangulated.
struct CameraRig {
    private let path: String
    private var triangulator: Triangulator
    /// The person followed in each camera.
    private var views: [CameraView]
    private var result = MotionFrame()

    /// Up in the landmarks' frame.
    let up = CameraCalibration.up

    /// Reads the calibration, and finds the camera of each input.
    ///
    /// - Throws: `CommandError.unreadable`, or ``CameraError``.
    init(_ path: String, inputs: [Input]) throws {
        self.path = path
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
        } catch {
            throw CameraError(file: path, cause: error)
        }
        views = inputs.map { _ in CameraView() }
    }

    /// The landmarks in space of the person whom the cameras see, with the id 1; nil if too few
    /// cameras see the person.
    ///
    /// - Throws: ``CameraError`` for images whose shape differs from the camera's.
    mutating func triangulate(_ output: PoseFrame) throws(CameraError) -> MotionFrame? {
        var frames: [MotionFrame?] = []
        for (index, view) in output.views.enumerated() {
            if let view {
                do throws(CalibrationError) {
                    try triangulator.checkImageSize(view.imageSize, camera: index)
                } catch {
                    throw CameraError(file: path, cause: error)
                }
            }
            frames.append(view.flatMap { views[index].frame(of: $0, at: output.time) })
        }
        guard triangulator.triangulate(frames, into: &result) else { return nil }
        result.time = output.time
        result.id = 1
        return result
    }

    /// The pose followed in the first camera; nil if it was not found there.
    func firstPose(in output: PoseFrame) -> Pose? {
        output.views.first.flatMap { $0 }?.poses.first { $0.id == views.first?.id }
    }
}

/// The person followed in one camera.
private struct CameraView {
    private(set) var id: Int?

    /// The followed person's landmarks in pixels.
    ///
    /// The same person is followed while found; after that, the tallest person in the image.
    mutating func frame(of view: PoseView, at time: Double) -> MotionFrame? {
        let pose =
            view.poses.first { $0.id == id }
            ?? view.poses.max { $0.height < $1.height }
        guard let pose else { return nil }
        id = pose.id
        var frame = MotionFrame()
        frame.set(pose, at: time, imageSize: view.imageSize)
        return frame
    }
}

extension Pose {
    /// The height as a fraction of the image's height.
    fileprivate var height: Float {
        let places = landmarks.map(\.y)
        return (places.max() ?? 0) - (places.min() ?? 0)
    }
}

/// An error of a calibration file.
struct CameraError: LandmarkError {
    let file: String
    let cause: CalibrationError

    var description: String { "\(file): \(cause)" }
}
