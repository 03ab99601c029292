import DriverMonitoring
import LandmarkCore
import Testing

/// Each eye is calibrated separately: with a camera far to the side only one is used.
@Suite("Calibration of each eye")
struct EachEyeTests {
    /// Simulates a driver whose closed eyes measure 0.45, asleep from 200 s on.
    private static func sleeper(_ sketch: Sketch) throws -> SketchedDrive {
        var analyzer = DriverAnalyzer()
        return try SketchedDrive(210, analyzer: &analyzer) { time in
            var sketch = sketch
            sketch.blink(time >= 200 || blinking(time) == 0 ? 0.45 : 0.03)
            return sketch.observation(at: time)
        }
    }

    @Test(
        "Sleep is detected with a camera far to the side",
        arguments: [(22, 0.8), (-22, 1.25), (30, 0.7)] as [(Double, Double)])
    func cameraAside(yaw: Double, leftWidth: Double) throws {
        let ahead = try Self.sleeper(Sketch())
        let aside = try Self.sleeper(Sketch(head: HeadPose(yaw: yaw), leftWidth: leftWidth))
        #expect(
            aside.last?.calibration == .frozen && aside.last?.confidence == ahead.last?.confidence)
        for kind in [DriverEventKind.microsleep, .sleep, .unresponsive] {
            #expect(aside.times(kind).count == 1 && aside.times(kind) == ahead.times(kind))
        }
        #expect(aside.last?.fatigueScore == 100)
    }

    @Test("An eye that was never used takes the baseline of the other")
    func unusedEye() throws {
        func openness(leftWidth: Double) throws -> Double? {
            var analyzer = DriverAnalyzer()
            let drive = try SketchedDrive(65, analyzer: &analyzer) { time in
                var sketch = Sketch(leftWidth: leftWidth)
                sketch.blink = (left: 0.25, right: 0.35)
                return sketch.observation(at: time)
            }
            return drive.last?.signals.rightEye?.openness
        }
        let known = try openness(leftWidth: 1)
        let copied = try openness(leftWidth: 1.3)
        #expect(abs(try #require(known) - 1) < 0.01)
        #expect(abs(try #require(copied) - 0.35 / 0.45) < 0.01)
    }

    @Test("Fewer than 45 frames of an eye are not learned from")
    func tooFewFrames() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(65, analyzer: &analyzer) { time in
            var sketch = Sketch(leftWidth: within(time, 10, 11.4) ? 1 : 1.3)
            sketch.blink = (left: 0.25, right: 0.35)
            return sketch.observation(at: time)
        }
        let right = try #require(drive.last?.signals.rightEye?.openness)
        #expect(abs(right - 0.35 / 0.45) < 0.01)
    }

    @Test("A driver who cannot be calibrated has limited results after a minute")
    func uncalibratable() throws {
        let uncalibratable: [(Double, Sketch) -> DriverObservation] = [
            { time, sketch in
                var sketch = sketch
                // Pitching faster than 30°/s in every frame.
                sketch.head.pitch = Int((time * 30).rounded()).isMultiple(of: 2) ? 1 : -1
                return sketch.observation(at: time)
            },
            { time, sketch in
                var observation = sketch.observation(at: time)
                observation.face = observation.face?.withoutBlendshapes
                return observation
            },
        ]
        for observe in uncalibratable {
            var analyzer = DriverAnalyzer()
            let drive = try SketchedDrive(80, analyzer: &analyzer) { time in
                var sketch = Sketch()
                sketch.blink(time > 70 ? 1 : awake(time) < 1 ? 0.35 : 0.03)
                return observe(time, sketch)
            }
            #expect(drive.results.allSatisfy { $0.calibration == .uncalibrated })
            #expect(!drive.results[59 * 30].isLimited && drive.results[61 * 30].isLimited)
            #expect(drive.times(.sleep).count == 1 && drive.last?.fatigueScore == 100)
        }
    }

    @Test("Confidence rises with a late calibration, and results are limited before it")
    func calibratedLate() throws {
        let drive = try Timeline(150) { time, reading in
            reading.isFacePresent = !within(time, 30, 50)
            reading.calibration =
                time < 100 ? .uncalibrated : time < 120 ? .provisional : .uncalibrated
        }
        let best = try Timeline.confidence { _ in }
        let uncalibrated = try Timeline.confidence { $0.calibration = .uncalibrated }
        #expect(try !drive.result(at: 79).isLimited, "only time in view counts")
        #expect(try drive.result(at: 81).isLimited)
        #expect(try drive.result(at: 81).confidence == uncalibrated)
        #expect(try drive.result(at: 101).confidence == best && !drive.result(at: 101).isLimited)
        let last = try drive.result(at: 149)
        #expect(last.confidence == uncalibrated && !last.isLimited, "restarted")
    }
}
