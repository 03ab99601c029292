import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The vertical, from people who stand in front of a tilted camera.
@Suite struct VerticalEstimatorTests {
    /// The frame of a camera that looks down by `pitch` and leans so that the scene leans to the right
    /// by `roll`, in degrees.
    static func tilted(_ frame: MotionFrame, pitch: Double, roll: Double) -> MotionFrame {
        var frame = frame
        let (p, r) = (pitch * .pi / 180, roll * .pi / 180)
        frame.world = frame.world.map { point in
            // Up leans toward the camera, which is −z, and then to the right.
            let y = point.y * cos(p) - point.z * sin(p)
            let z = point.y * sin(p) + point.z * cos(p)
            return SIMD3(point.x * cos(r) - y * sin(r), point.x * sin(r) + y * cos(r), z)
        }
        return frame
    }

    @Test(
        "the tilt is found, and inclinations are then right",
        arguments: [(0.0, 0.0), (10, 0), (20, 0), (-15, 0), (0, 10), (0, -20), (20, 10)])
    func tilt(pitch: Double, roll: Double) throws {
        var estimator = VerticalEstimator()
        var analyzer = MotionAnalyzer()
        for index in 0..<40 {
            var skeleton = Skeleton()
            // A squat of some frames does not count.
            let isDown = (15..<25).contains(index)
            for side in [BodySide.left, .right] {
                skeleton.legs[side].kneeFlexion = isDown ? 90 : 5
                skeleton.legs[side].hipFlexion = isDown ? 60 : 2.5
            }
            let frame = Self.tilted(
                skeleton.frame(at: Double(index) / 30), pitch: pitch, roll: roll)
            #expect(estimator.add(frame) != isDown)
            if let up = estimator.estimate?.up { analyzer.setUp(up) }
            let sample = try analyzer.update(frame)
            if index > 25 { #expect(sample[.trunkInclination].unfiltered < 0.5) }
        }
        let estimate = try #require(estimator.estimate)
        #expect(estimate.frames == 30)
        // With both, the scene leans in a plane that is itself tilted.
        if pitch == 0 || roll == 0 {
            #expect(abs(estimate.pitch - pitch) < 0.5 && abs(estimate.roll - roll) < 0.5)
        }
        let up = Self.tilted(
            {
                var frame = MotionFrame()
                frame.world[0] = SIMD3(0, -1, 0)
                return frame
            }(), pitch: pitch, roll: roll
        ).world[0]
        #expect(Degrees.between(up, estimate.up) < 0.5)
    }

    @Test("fewer than five frames, and people who lie or are not seen, are no estimate")
    func none() {
        var estimator = VerticalEstimator()
        for index in 0..<4 { estimator.add(Skeleton().frame(at: Double(index))) }
        #expect(estimator.estimate == nil)
        for index in 4..<50 {
            estimator.add(
                Self.tilted(Skeleton().frame(at: Double(index)), pitch: 0, roll: 90))
            estimator.add(Skeleton().frame(at: Double(index), visibility: 0.6))
        }
        #expect(estimator.estimate == nil)
        estimator.add(Skeleton().frame(at: 50))
        #expect(estimator.estimate?.frames == 5)
    }

    @Test("a direction that is zero or not finite means −y", arguments: [0, Double.nan, .infinity])
    func directions(value: Double) throws {
        var analyzer = MotionAnalyzer()
        analyzer.setUp(SIMD3(repeating: value))
        _ = try analyzer.update(Skeleton().frame(at: 0))
        let sample = try analyzer.update(Skeleton().frame(at: 0.1))
        #expect(sample[.trunkInclination].value < 0.01)
    }
}

/// The vertical of calibrated cameras, which is known.
@Suite(
    .enabled(
        if: Fixtures.available(
            Fixtures.model("pose_landmarker_full.task"),
            Fixtures.shared("motion/pose2sim_calibration.toml"),
            Fixtures.shared("motion/pose2sim_cam01.mp4"))))
struct VerticalAccuracyTests {
    /// Up in the axes of each camera, from the rotations of the calibration: its z axis is up.
    private static let cameras: [(name: String, up: SIMD3<Double>, limit: Double)] = [
        ("pose2sim_cam01.mp4", SIMD3(0.214, -0.899, -0.383), 8),
        ("pose2sim_cam02.mp4", SIMD3(-0.043, -0.949, -0.313), 2),
        ("pose2sim_cam03.mp4", SIMD3(-0.045, -0.906, -0.421), 5),
    ]

    @Test("three cameras that are tilted by 18 to 26°", arguments: 0..<3)
    func cameras(index: Int) throws {
        let (name, up, limit) = Self.cameras[index]
        var estimator = VerticalEstimator()
        for frame in try RecordingAccuracyTests.frames(name) { estimator.add(frame) }
        let estimate = try #require(estimator.estimate)
        let error = Degrees.between(up, estimate.up)
        print("\(name): \(error)° from \(estimate.frames) frames")
        #expect(error < limit)
    }
}
