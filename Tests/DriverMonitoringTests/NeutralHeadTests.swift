import DriverMonitoring
import LandmarkCore
import Testing

/// Learning the neutral head pose until it is frozen, whatever the driver does first.
@Suite("The neutral head pose")
struct NeutralHeadTests {
    /// Simulates a driver who turns by `angle` to the left in a frame, and sleeps from 100 s on.
    private static func drive(
        _ seconds: Double, turnedAt frame: Int, by angle: Double,
        analyzer: inout DriverAnalyzer
    ) throws -> SketchedDrive {
        try SketchedDrive(seconds, analyzer: &analyzer) { time in
            var sketch = Sketch(head: HeadPose(yaw: angle / 2))
            if time > (Double(frame) - 0.5) / 30 { sketch.head.yaw = -angle / 2 }
            sketch.blink(time >= 100 || blinking(time) == 0 ? 0.6 : 0.03)
            return sketch.observation(at: time)
        }
    }

    /// Once the new pose has been held for as long as the old one, it is the neutral pose.
    @Test("follows a driver who turns soon after the start", arguments: 91...106, [16.0, 24, 40])
    func turnsEarly(frame: Int, angle: Double) throws {
        var analyzer = DriverAnalyzer()
        let drive = try Self.drive(15, turnedAt: frame, by: angle, analyzer: &analyzer)
        let last = try #require(drive.last)
        #expect(abs(try #require(last.signals.relativeHead).yaw) < 0.5)
        #expect(last.activeAlerts.isEmpty && !last.isLimited)
        #expect(drive.times(.unresponsive).isEmpty)
    }

    @Test("lets calibration continue after a turn", arguments: [91, 104, 105, 106])
    func calibrationContinues(frame: Int) throws {
        var analyzer = DriverAnalyzer()
        let drive = try Self.drive(110, turnedAt: frame, by: 40, analyzer: &analyzer)
        let frozen = try #require(drive.results.firstIndex { $0.calibration == .frozen })
        #expect(frozen < 30 * 70)
        #expect(drive.times(.sleep).count == 1)
        let last = try #require(drive.last)
        #expect(last.fatigueScore == 100 && last.confidence > 0.9)
    }

    @Test("follows a camera moved in the first minute", arguments: [-16.0, 25])
    func cameraMovedEarly(angle: Double) throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(110, analyzer: &analyzer) { time in
            var sketch = Sketch(head: HeadPose(yaw: time < 40 ? 3 : 3 + angle))
            sketch.blink(blinking(time) == 0 ? 0.6 : 0.03)
            return sketch.observation(at: time)
        }
        let last = try #require(drive.last)
        #expect(last.calibration == .frozen && last.activeAlerts.isEmpty)
        #expect(abs(try #require(last.signals.relativeHead).yaw) < 0.5)
    }

    /// A moved camera and a driver who looks away cannot be distinguished.
    @Test("requires recalibration after the camera was moved later")
    func cameraMovedLater() throws {
        var analyzer = DriverAnalyzer()
        func drive(from start: Double, _ seconds: Double) throws -> SketchedDrive {
            try SketchedDrive(seconds, analyzer: &analyzer, from: start) { time in
                var sketch = Sketch(head: HeadPose(yaw: time < 80 ? 3 : 28))
                sketch.blink(blinking(time) == 0 ? 0.6 : 0.03)
                return sketch.observation(at: time)
            }
        }
        let before = try drive(from: 0, 200)
        #expect(before.times(.distractionLong).count == 1)
        #expect(before.last?.activeAlerts.first == .unresponsive)
        analyzer.recalibrate()
        let after = try drive(from: 200.1, 10)
        #expect(after.fired.allSatisfy { $0.kind == .blink })
        #expect(after.last?.activeAlerts.isEmpty == true)
    }

    @Test("is learned from frames with unreadable eyes")
    func unreadableEyes() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(30, analyzer: &analyzer) { time in
            var sketch = Sketch(
                head: HeadPose(yaw: time < 1 ? 60 : within(time, 20, 25) ? -25 : 12))
            // Eyes 3.2 pixels wide cannot be read.
            sketch.width = 16
            return sketch.observation(at: time)
        }
        #expect(drive.results.allSatisfy { !$0.signals.isUsable })
        #expect(drive.times(.distractionLong).count == 1)
        #expect(abs(try #require(drive.last?.signals.relativeHead).yaw) < 0.5)
    }

    /// The head is turned by 30° for the first seconds, as when a driver is getting ready: looking
    /// straight ahead afterwards is not a distraction.
    @Test(
        "follows a driver who starts with the head aside", arguments: [5.0, 10, 20, 40],
        [30.0, -30])
    func startsAside(seconds: Double, angle: Double) throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(120, analyzer: &analyzer) { time in
            var sketch = Sketch(head: HeadPose(yaw: time < seconds ? angle : 0))
            sketch.blink(blinking(time) == 0 ? 0.6 : 0.03)
            return sketch.observation(at: time)
        }
        #expect(drive.fired.allSatisfy { $0.kind == .blink })
        #expect(drive.results.allSatisfy { $0.signals.isOffRoad == false && !$0.isAlert })
        #expect(abs(try #require(drive.last?.signals.relativeHead).yaw) < 0.5)
    }

    /// The camera is 30° to the side for the whole drive. Looks away from it count from the start;
    /// looks toward it count only once the driver has been seen for a minute.
    @Test("tells looks aside before a camera to the side", arguments: [30.0, -30])
    func looksBeforeCameraAside(angle: Double) throws {
        let looks: [(time: Double, by: Double, counts: Bool)] = [
            (10, 25, true), (30, -25, false), (50, -55, true), (80, -25, true), (100, 25, true),
        ]
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(120, analyzer: &analyzer) { time in
            let look = looks.first { within(time, $0.time, $0.time + 4) }
            let side = angle > 0 ? 1.0 : -1
            var sketch = Sketch(head: HeadPose(yaw: angle + side * (look?.by ?? 0)))
            sketch.blink(blinking(time) == 0 ? 0.6 : 0.03)
            return sketch.observation(at: time)
        }
        let expected = looks.filter(\.counts).map { $0.time + 3 }
        let times = drive.times(.distractionLong)
        #expect(times.count == expected.count, "\(times)")
        #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 0.1 }, "\(times)")
        #expect(drive.times(.unresponsive).isEmpty)
    }

    @Test("is not moved by a look aside when it is frozen", arguments: [4.0, 12])
    func looksAsideAtTheEnd(length: Double) throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(120, analyzer: &analyzer) { time in
            let isAside = within(time, 62 - length, 62)
            var sketch = Sketch(head: HeadPose(yaw: isAside ? 30 : 0))
            sketch.blink(blinking(time) == 0 ? 0.6 : 0.03)
            return sketch.observation(at: time)
        }
        #expect(drive.last?.calibration == .frozen)
        let yaw = try #require(drive.last?.signals.relativeHead?.yaw)
        #expect(abs(yaw) < 0.5)
    }
}
