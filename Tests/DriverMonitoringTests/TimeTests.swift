import DriverMonitoring
import LandmarkCore
import Testing

/// Timestamps out of order, gaps, and the edges of windows.
@Suite("Time and gaps")
struct TimeTests {
    @Test("Readings out of order are refused and change nothing")
    func outOfOrder() throws {
        var machine = DriverStateMachine()
        var undisturbed = DriverStateMachine()
        for index in 0...900 {
            let time = Timestamp.seconds(Double(index) / 30)
            var reading = DriverReading(timestamp: time, openness: blinking(Double(index) / 30))
            let expected = try undisturbed.update(reading)
            #expect(try machine.update(reading) == expected)
            reading.openness = 0
            reading.isFacePresent = index.isMultiple(of: 2)
            let again = DriverError.duplicateTimestamp(time).description
            #expect(errorDescription { _ = try machine.update(reading) } == again)
            reading.timestamp = .milliseconds(time.milliseconds - 20)
            let early = DriverError.timestampOutOfOrder(previous: time, got: reading.timestamp)
            #expect(errorDescription { _ = try machine.update(reading) } == early.description)
        }
    }

    @Test("Observations out of order are refused and change nothing")
    func analyzerOutOfOrder() throws {
        var analyzer = DriverAnalyzer()
        var undisturbed = DriverAnalyzer()
        for index in 0...300 {
            let time = Double(index) / 30
            var sketch = Sketch()
            sketch.blink(blinking(time) == 0 ? 0.6 : 0.05)
            let expected = try undisturbed.update(sketch.observation(at: time))
            #expect(try analyzer.update(sketch.observation(at: time)) == expected)
            sketch.head.yaw = 40
            let again = sketch.observation(at: time)
            let expectedError = DriverError.duplicateTimestamp(.seconds(time)).description
            #expect(errorDescription { _ = try analyzer.update(again) } == expectedError)
        }
        analyzer.reset()
        undisturbed = DriverAnalyzer()
        let first = Sketch().observation(at: 0)
        #expect(try analyzer.update(first) == (try undisturbed.update(first)))
    }

    @Test(
        "Timestamps beyond 2⁵³ ms are refused",
        arguments: [Int.min, Int.max, -(1 << 53) - 1, (1 << 53) + 1])
    func outOfRange(milliseconds: Int) throws {
        let time = Timestamp.milliseconds(milliseconds)
        var machine = DriverStateMachine()
        let reading = DriverReading(timestamp: time)
        let far = DriverError.timestampOutOfRange(time).description
        #expect(errorDescription { _ = try machine.update(reading) } == far)
        _ = try machine.update(DriverReading(timestamp: .milliseconds(-(1 << 53))))
        _ = try machine.update(DriverReading(timestamp: .milliseconds(1 << 53)))
    }

    @Test("Errors name the timestamps")
    func errorMessages() {
        #expect(
            DriverError.timestampOutOfOrder(previous: .milliseconds(40), got: .milliseconds(7))
                .description
                == "a frame at 7 ms cannot follow one at 40 ms: timestamps must increase")
        #expect(
            DriverError.duplicateTimestamp(.milliseconds(40)).description
                == "a second frame at 40 ms: timestamps must increase")
    }

    @Test("No condition is assumed to last through a gap", arguments: [0.6, 40])
    func gap(pause: Double) throws {
        let unusual: [(inout DriverReading) -> Void] = [
            { $0.openness = 0 }, { $0.mouthOpenness = 0.8 }, { $0.head?.yaw = 40 },
            { $0.isPhonePose = true }, { $0.isFacePresent = false }, { $0.openness = nil },
        ]
        for change in unusual {
            var machine = DriverStateMachine()
            let before = try Timeline(20, machine: &machine) { if $0 > 19.1 { change(&$1) } }
            #expect(before.fired.isEmpty)
            for index in 0..<15 {
                var reading = DriverReading(
                    timestamp: .seconds(20 + pause + Double(index) / 30))
                change(&reading)
                let result = try machine.update(reading)
                let news = result.firedEvents.filter { $0.kind != .levelChanged }
                // Closed eyes on both sides of a short gap are a closure.
                if pause < 2, reading.openness == 0 { continue }
                #expect(news.isEmpty && result.fatigueScore < 20, "\(news)")
            }
        }
    }

    @Test("Events end where a gap begins")
    func eventsEndAtGap() throws {
        var machine = DriverStateMachine()
        _ = try Timeline(20, machine: &machine) { $1.openness = $0 >= 17 ? 0 : 1 }
        let result = try machine.update(DriverReading(timestamp: .seconds(60)))
        let ended = result.endedEvents.filter { $0.kind != .levelChanged }
        #expect(ended.map(\.kind) == [.microsleep, .sleep])
        #expect(ended.allSatisfy { $0.end == .seconds(20) })
        #expect(result.signals.closureSeconds == nil && result.signals.frameRate == nil)
    }

    @Test("Alerts end at one frame per second")
    func tooFewFrames() throws {
        let changes: [(inout DriverReading) -> Void] = [
            { $0.openness = 0 }, { $0.head?.yaw = 40 }, { $0.isPhonePose = true },
        ]
        for change in changes {
            var machine = DriverStateMachine()
            let before = try Timeline(70, machine: &machine) { if $0 > 62 { change(&$1) } }
            #expect(try #require(before.last).isAlert)
            var results: [DriverResult] = []
            for second in 71...400 {
                results.append(
                    try machine.update(DriverReading(timestamp: .seconds(Double(second)))))
            }
            #expect(try #require(results.last).isAlert == false)
            #expect(try #require(results.last).fatigueScore == 0)
            #expect(try #require(results.last).fatigueLevel == .alert)
            // Distraction ends after 10 s, sleep after 60 s.
            let on = results.filter { $0.isAlert }.count
            #expect(on < 130, "\(on)")
        }
    }

    @Test("The score falls during a gap")
    func scoreInGap() throws {
        var machine = DriverStateMachine()
        let before = try Timeline(62, machine: &machine) { $1.openness = $0 > 60 ? 0 : 1 }
        let score = try #require(before.last).fatigueScore
        let after = try machine.update(DriverReading(timestamp: .seconds(82)))
        #expect(abs(score - 10 - after.fatigueScore) < 1e-9, "\(after.fatigueScore)")
    }

    @Test("Frames before a gap do not affect the visibility after it")
    func visibilityAfterGap() throws {
        var machine = DriverStateMachine()
        _ = try Timeline(20, machine: &machine) { $1.openness = nil }
        var levels: [Double] = []
        for index in 0..<45 {
            let time = 30 + Double(index) / 30
            var reading = DriverReading(timestamp: .seconds(time), openness: 0)
            // Visible enough in the first frame only.
            if index > 0 { reading.visibility = 0.4 }
            if try machine.update(reading).fatigueScore >= 40 { levels.append(time) }
        }
        #expect(abs(try #require(levels.first) - 31) < 0.05, "\(levels)")
    }

    @Test("0.5 s between frames is not a gap")
    func halfSecond() throws {
        let drive = try Timeline(20, rate: 2) { $1.openness = within($0, 10, 12) ? 0 : 1 }
        #expect(drive.times(.microsleep) == [11.5])
    }

    /// Looks of 0.9 s with 1.9 s in between: 11 of them fit into 30 s and add up to 9.9 s.
    @Test(
        "The 30 s window of looks off the road is exact", arguments: [(0.9, false), (0.95, true)])
    func offRoadWindow(length: Double, fires: Bool) throws {
        let drive = try Timeline(120, rate: 20) { time, reading in
            let isAway =
                time >= 30 && (time - 30).truncatingRemainder(dividingBy: 2.8) < length - 1e-9
            reading.head?.yaw = isAway ? 30 : 0
        }
        #expect(!drive.times(.distractionShort).isEmpty == fires)
    }

    @Test("The PERCLOS window is exact to the millisecond")
    func minuteWindow() throws {
        let drive = try Timeline(200, rate: 10) {
            $1.openness = within($0, 60, 61) ? 0 : awake($0)
        }
        let values = [119.9, 120.4, 120.9, 121].map { time in
            drive.results.first { $0.timestamp == .seconds(time) }?.signals.perclos60 ?? -1
        }
        let expected = [1.0, 0.5, 0, 0].map { $0 / 60 }
        #expect(zip(values, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(values)")
        let long = try #require(drive.results.last).signals
        #expect(abs(long.perclos180 - 1 / 180.0) < 1e-9)
    }

    @Test("Thresholds allow for rounded timestamps")
    func rounding() throws {
        // At 29.97 frames per second timestamps are not whole milliseconds.
        for start in 0..<40 {
            let begin = 5 + Double(start) * 1001 / 30_000
            let drive = try Timeline(9, rate: 30_000 / 1001) { time, reading in
                reading.openness = within(time, begin, begin + 1.55) ? 0 : 1
            }
            let fire = try #require(drive.times(.microsleep).first)
            #expect(fire - begin > 1.45 && fire - begin < 1.54, "\(fire - begin)")
        }
    }
}
