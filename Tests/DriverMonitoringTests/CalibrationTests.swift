import DriverMonitoring
import LandmarkCore
import LandmarkTasks
import Testing

/// What the calibration learns about a driver, and when.
@Suite("The calibration")
struct CalibrationTests {
    /// The blink coefficient, times `scale`, of a driver who blinks to 0.55 every 4 s and has three
    /// longer closures from 70 s on.
    static func blink(_ time: Double, scale: Double = 1, open: Double = 0.03) -> Double {
        let isClosed = within(time, 70, 71.6) || within(time, 80, 83.5) || within(time, 95, 95.9)
        let isNear = within(time, 69, 98)
        let blinks = !isNear && blinking(time) == 0
        return scale * (isClosed || blinks ? 0.55 : open)
    }

    static func drive(
        _ seconds: Double, analyzer: inout DriverAnalyzer, scale: Double = 1,
        _ change: (Double, inout Sketch) -> Void = { _, _ in }
    ) throws -> SketchedDrive {
        try SketchedDrive(seconds, analyzer: &analyzer) { time in
            var sketch = Sketch()
            sketch.blink(blink(time, scale: scale))
            change(time, &sketch)
            return sketch.observation(at: time)
        }
    }

    @Test("is provisional after 90 frames and frozen after 60 s")
    func states() throws {
        var analyzer = DriverAnalyzer()
        let drive = try Self.drive(70, analyzer: &analyzer)
        let states = drive.results.map(\.calibration)
        #expect(states[80] == .uncalibrated)
        #expect(states[110] == .provisional && states[1500] == .provisional)
        #expect(states.last == .frozen)
        #expect(states == states.sorted())
    }

    @Test("gives the same events for drivers whose eyes measure less", arguments: [1, 0.8, 0.6])
    func scaledEyes(scale: Double) throws {
        var usual = DriverAnalyzer()
        var other = DriverAnalyzer()
        let expected = try Self.drive(200, analyzer: &usual)
        let drive = try Self.drive(200, analyzer: &other, scale: scale)
        // Until five blinks have been seen, the default for closed eyes applies.
        let after = { (event: DriverEvent) in event.fire > .seconds(25) }
        #expect(
            drive.fired.filter(after).map { [$0.kind.rawValue, "\($0.fire.milliseconds)"] }
                == expected.fired.filter(after).map {
                    [$0.kind.rawValue, "\($0.fire.milliseconds)"]
                })
        #expect(drive.times(.microsleep).count == 2 && drive.times(.sleep).count == 1)
        #expect(drive.times(.longBlink).count == 1)
    }

    @Test("takes lids that went down further than the default as closed from the first blink on")
    func firstBlink() throws {
        func openness(squint: Double, lowest: Double) throws -> Double {
            var analyzer = DriverAnalyzer()
            let drive = try SketchedDrive(8, rate: 15, analyzer: &analyzer) { time in
                var sketch = Sketch()
                let isBlink = within(time, 4, 4.2)
                sketch.blink(isBlink ? 0.6 : 0.05)
                sketch.aspectRatio = isBlink ? lowest : time < 7 ? 0.3 : squint
                return sketch.observation(at: time)
            }
            return try #require(drive.last?.signals.opennessByAspectRatio)
        }
        // Relative to 0.04 and 0.30; a shallow blink leaves the default of 0.12.
        #expect(abs(try openness(squint: 0.17, lowest: 0.04) - 0.5) < 0.02)
        #expect(abs(try openness(squint: 0.21, lowest: 0.15) - 0.5) < 0.02)
    }

    @Test("gives a driver who squints no alert, and notices when the eyes close")
    func squint() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(40, rate: 15, analyzer: &analyzer) { time in
            var sketch = Sketch()
            let isClosed = within(time, 4, 4.2) || within(time, 25, 27)
            let isSquinting = within(time, 8, 35)
            sketch.blink(isClosed ? 0.6 : isSquinting ? 0.3 : 0.05)
            sketch.aspectRatio = isClosed ? 0.04 : isSquinting ? 0.14 : 0.3
            var observation = sketch.observation(at: time)
            observation.eyeImages = EyeImages(left: EyeImage(), right: EyeImage())
            return observation
        }
        let microsleeps = drive.times(.microsleep)
        #expect(microsleeps.count == 1 && drive.times(.sleep).isEmpty)
        #expect(within(microsleeps.first ?? 0, 26, 26.3))
        let squinting = drive.results.filter { within($0.timestamp.seconds, 9, 25) }
        #expect(squinting.allSatisfy { !$0.isAlert })
    }

    @Test("does not follow eyes that close gradually below 0.9 of the range")
    func drowsyEyes() throws {
        var analyzer = DriverAnalyzer()
        let drive = try Self.drive(400, analyzer: &analyzer) { time, sketch in
            if time >= 100 { sketch.blink(0.25) }
        }
        let last = try #require(drive.last?.signals.openness)
        // 0.25 relative to 0.9 of the range from closed (0.55) to open (0.03).
        #expect(abs(last - 0.30 / (0.9 * 0.52)) < 0.02, "\(last)")
    }

    @Test("raises the baseline with eyes that open further")
    func widerEyes() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(300, analyzer: &analyzer) { time in
            var sketch = Sketch()
            let open = time < 100 ? 0.12 : time < 299 ? 0.02 : 0.12
            sketch.blink(blinking(time) == 0 ? 0.6 : open)
            return sketch.observation(at: time)
        }
        let last = try #require(drive.last?.signals.openness)
        #expect(abs(last - 0.48 / 0.58) < 0.02, "\(last)")
    }

    @Test("restarts when a face returns after 30 s")
    func longAbsence() throws {
        var analyzer = DriverAnalyzer()
        _ = try Self.drive(65, analyzer: &analyzer)
        var sketch = Sketch()
        sketch.head = HeadPose(pitch: 5, yaw: 25, roll: 10)
        let soon = try analyzer.update(sketch.observation(at: 90))
        #expect(soon.calibration == .frozen)
        let late = try analyzer.update(sketch.observation(at: 125))
        #expect(late.calibration == .uncalibrated)
        #expect(abs(try #require(late.signals.relativeHead).yaw) < 0.2)
    }

    @Test("restarts on request")
    func recalibrate() throws {
        var analyzer = DriverAnalyzer()
        _ = try Self.drive(65, analyzer: &analyzer)
        analyzer.recalibrate()
        #expect(try analyzer.update(Sketch().observation(at: 66)).calibration == .uncalibrated)
    }

    @Test("does not learn closed eyes from looks down")
    func looksDown() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(60, analyzer: &analyzer) { time in
            var sketch = Sketch()
            let isDown = within(time.truncatingRemainder(dividingBy: 4), 2, 2.4)
            sketch.blink(isDown ? 0.35 : 0.03)
            sketch.head.pitch = isDown ? -11 : 0
            return sketch.observation(at: time)
        }
        // With 0.35 learned as closed eyes, these would be blinks.
        #expect(drive.fired.isEmpty)
    }

    /// Naturally half-closed eyes measure 0.38 when open and 0.57 when closed.
    @Test("learns the small range of eyes that are half closed by nature")
    func narrowEyes() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(110, analyzer: &analyzer) { time in
            var sketch = Sketch()
            let isClosed = time >= 100 || (time < 98 && blinking(time) == 0)
            sketch.blink(isClosed ? 0.57 : 0.38)
            return sketch.observation(at: time)
        }
        for (kind, time) in [
            (DriverEventKind.microsleep, 101.0), (.sleep, 103), (.unresponsive, 106),
        ] {
            let times = drive.times(kind)
            #expect(times.count == 1 && abs((times.first ?? 0) - time) < 0.1, "\(kind) \(times)")
        }
    }

    @Test("does not take a squint of wide eyes for a blink")
    func squints() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(60, analyzer: &analyzer) { time in
            var sketch = Sketch()
            sketch.blink(blinking(time, for: 0.3) == 0 ? 0.22 : 0.05)
            return sketch.observation(at: time)
        }
        #expect(drive.fired.isEmpty)
    }
}
