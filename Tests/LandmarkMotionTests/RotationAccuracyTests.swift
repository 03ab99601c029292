import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Rotations and the pelvis's translation of one camera against joint centers from four.
@Suite(
    .enabled(
        if: Fixtures.available(
            Fixtures.model("pose_landmarker_full.task"), Balancing.truth, Balancing.calibration,
            Fixtures.shared("motion/pose2sim_cam01.mp4"))))
struct RotationAccuracyTests {
    private static let rotations: [(name: String, measures: [Measure])] = [
        ("shoulder", [.shoulderRotationLeft, .shoulderRotationRight]),
        ("hip", [.hipRotationLeft, .hipRotationRight]),
    ]

    /// Root mean square errors in degrees by camera, shoulder and hip.
    private static let documented = [[31.9, 14.3], [18.4, 10.5], [24.8, 36.6]]
    /// How much larger they are where another C library rounds differently, and tracking takes another
    /// course: 1.5° at most on the one that was tried.
    private static let tolerance = 3.0

    /// What the landmarks of the reference measure.
    private static func exact(
        _ truth: [PoseJoint: SIMD3<Double>]
    ) throws -> (sample: MotionSample, pelvis: SIMD3<Double>) {
        var frame = MotionFrame()
        for (joint, point) in truth {
            // From OpenSim's axes.
            frame.world[joint.rawValue] = SIMD3(point.x, -point.y, -point.z)
            frame.visibility[joint.rawValue] = 1
        }
        let hips = [PoseJoint.leftHip, .rightHip].map { frame.world[$0.rawValue] }
        return (try MotionAnalyzer.measure(frame), (hips[0] + hips[1]) / 2)
    }

    private static func words(_ errors: [Double]) -> (rms: Double, text: String) {
        let count = Double(max(errors.count, 1))
        let rms = (errors.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
        let bias = errors.reduce(0, +) / count
        return (rms, "\(String(rms, places: 3)) (\(String(bias, places: 3))) of \(errors.count)")
    }

    @Test("rotations err by no more than the documentation says", arguments: [1, 2, 3])
    func rotations(camera: Int) throws {
        let frames = try RecordingAccuracyTests.frames("pose2sim_cam0\(camera).mp4")
        let reference = try RecordingAccuracyTests.reference()
        try #require(frames.count == reference.count)
        let calibration = try CameraCalibration(
            parsing: FileContent.text(Balancing.calibration))
        let axes = calibration.cameras[camera - 1].axes
        var analyzer = MotionAnalyzer()
        var errors: [[Double]] = [[], []]
        var translations: [[Double]] = [[], []]
        /// The farthest from the start.
        var path = 0.0
        var start: (truth: SIMD3<Double>, across: Double, up: Double)?
        for (frame, truth) in zip(frames, reference) {
            let sample = try analyzer.update(frame)
            let (exact, pelvis) = try Self.exact(truth)
            for (index, rotation) in Self.rotations.enumerated() {
                for measure in rotation.measures
                where sample[measure].state == .measured && exact[measure].state == .measured {
                    let error = sample[measure].unfiltered - exact[measure].value
                    errors[index].append(error - 360 * (error / 360).rounded())
                }
            }
            let (across, up) = (sample[.pelvisAcross], sample[.pelvisUp])
            guard across.state == .measured, up.state == .measured else { continue }
            let begin = start ?? (pelvis, across.unfiltered, up.unfiltered)
            start = begin
            let moved = pelvis - begin.truth
            path = max(path, (moved * moved).sum().squareRoot())
            translations[0].append(across.unfiltered - begin.across - (moved * axes[0]).sum())
            translations[1].append(up.unfiltered - begin.up + (moved * axes[1]).sum())
        }
        for (index, rotation) in Self.rotations.enumerated() {
            let (rms, text) = Self.words(errors[index])
            print("camera \(camera), \(rotation.name) rotation:", text)
            #expect(rms <= Self.documented[camera - 1][index] + Self.tolerance)
        }
        for (name, list) in zip(["across", "up"], translations) {
            let (rms, text) = Self.words(list)
            print("camera \(camera), pelvis \(name):", text, "path \(String(path, places: 2))")
            #expect(rms <= 0.05 && list.count > 60)
        }
    }
}
