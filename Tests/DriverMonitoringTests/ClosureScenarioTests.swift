import DriverMonitoring
import Testing

/// Scenarios of eye closures; the numbers are those of the article `HowDriversAreAssessed`.
@Suite("Scenarios: eye closures")
struct ClosureScenarioTests {
    /// Simulates blinks, and a closure of `length` seconds at 60 s without blinks around it.
    static func closure(
        of length: Double, for seconds: Double = 240, microsleep: Double = 1.5
    ) throws -> Timeline {
        let options = DriverOptions(microsleepDuration: microsleep)
        return try Timeline(seconds, options: options) { time, reading in
            let isNear = within(time, 59, 62 + length)
            reading.openness =
                within(time, 60, 60 + length) ? 0 : isNear ? 1 : blinking(time)
        }
    }

    @Test("S01: an awake driver blinks, and nothing else is reported")
    func s01() throws {
        let drive = try Timeline(120) { $1.openness = blinking($0) }
        #expect(drive.times(.blink).count == 30)
        #expect(drive.kinds.isEmpty && drive.levels.isEmpty)
        #expect(drive.highestScore == 0)
        #expect(drive.results.allSatisfy { !$0.isAlert && $0.sound == nil })
    }

    @Test("S02: a long blink is not a microsleep")
    func s02() throws {
        let drive = try Self.closure(of: 0.9)
        drive.expect(.longBlink, at: [60.9])
        #expect(drive.kinds == [.longBlink])
        #expect(drive.highestScore <= 5 && drive.levels.isEmpty)
    }

    /// The specification's microsleep, and the usual one.
    static let microsleeps = [1.5, DriverOptions().microsleepDuration]

    @Test("S03: a microsleep triggers an alert at once", arguments: microsleeps)
    func s03(microsleep: Double) throws {
        let drive = try Self.closure(of: 1.6, microsleep: microsleep)
        drive.expect(.microsleep, at: [60 + microsleep])
        #expect(drive.kinds == [.microsleep])
        drive.expectLevels([(61, 2), (61.5, 3), (83.4, 2), (123.4, 1)])
        #expect(try drive.result(at: 60 + microsleep).isAlert)
        #expect(try !drive.result(at: 59.9 + microsleep).isAlert)
    }

    @Test("S04: sleep is critical", arguments: microsleeps)
    func s04(microsleep: Double) throws {
        let drive = try Self.closure(of: 3.5, microsleep: microsleep)
        drive.expect(.microsleep, at: [60 + microsleep])
        drive.expect(.sleep, at: [63])
        #expect(drive.kinds == [.microsleep, .sleep])
        drive.expectLevels([(61, 2), (61.5, 3), (63, 4), (89.7, 3), (129.7, 2), (169.7, 1)])
        #expect(abs(drive.highestScore - 83.1) < 0.1)
    }

    @Test("S05: a driver whose eyes stay closed is unresponsive", arguments: microsleeps)
    func s05(microsleep: Double) throws {
        let drive = try Self.closure(of: 7, microsleep: microsleep)
        drive.expect(.microsleep, at: [60 + microsleep])
        drive.expect(.sleep, at: [63])
        drive.expect(.unresponsive, at: [66])
        #expect(drive.highestScore == 100)
        let event = try #require(drive.events(.unresponsive).first)
        #expect(event.reason == .eyesClosed && event.peak == 1)
        #expect(abs(event.duration - 7) < 0.05)
    }

    @Test("S06: long closures add up")
    func s06() throws {
        let drive = try Timeline(180) { $1.openness = blinking($0, for: 0.8) }
        drive.expectLevels([(10.8, 1), (18.4, 2), (22.5, 3)])
        let last = try #require(drive.last)
        #expect(abs(last.signals.perclos60 - 0.2) < 1e-3)
        #expect(abs(last.fatigueScore - 77) < 1 && drive.highestScore < 80)
        #expect(drive.times(.longBlink).count == 45)
    }

    @Test("S07: a PERCLOS of 10 % is level 1 without an alert")
    func s07() throws {
        let drive = try Timeline(180) { $1.openness = blinking($0, for: 0.4) }
        drive.expectLevels([(22.4, 1)])
        #expect(abs(drive.highestScore - 33) < 1)
        #expect(drive.kinds.isEmpty && drive.results.allSatisfy { !$0.isAlert })
    }

    @Test("S08: frequent blinks are not fatigue")
    func s08() throws {
        let drive = try Timeline(180) { $1.openness = blinking($0, every: 4 / 3) }
        #expect(drive.results.allSatisfy { $0.signals.perclos60 == 0 && $0.fatigueScore == 0 })
        #expect(drive.times(.blink).count > 130)
    }

    @Test("A closure of 1.2 s is a microsleep by default, and a long blink by the specification")
    func usualMicrosleep() throws {
        let usual = try Self.closure(of: 1.2, microsleep: 1)
        usual.expect(.microsleep, at: [61])
        #expect(usual.kinds == [.microsleep])
        let specified = try Self.closure(of: 1.2)
        specified.expect(.longBlink, at: [61.2])
        #expect(specified.kinds == [.longBlink])
    }

    @Test(
        "The duration of a microsleep is kept in range",
        arguments: [(.nan, 1.0), (-3, 0.8), (0, 0.8), (.infinity, 2.5)] as [(Double, Double)])
    func microsleepRange(option: Double, duration: Double) throws {
        try Self.closure(of: 2.9, for: 70, microsleep: option)
            .expect(.microsleep, at: [60 + duration])
    }

    @Test("S25: 10 frames per second are enough for microsleeps, not for blinks")
    func s25() throws {
        let drive = try Timeline(120, rate: 10) { $1.openness = within($0, 60, 61.6) ? 0 : 1 }
        drive.expect(.microsleep, at: [61.5])
        #expect(drive.results.allSatisfy { $0.signals.blinks == nil })
        #expect(try drive.result(at: 59).confidence == Timeline.confidence { _ in })
    }

    @Test("S27: a score near a threshold does not make the level oscillate")
    func s27() throws {
        let drive = try Timeline(600) { time, reading in
            let isLonger = !Int(time / 60).isMultiple(of: 2)
            reading.openness = blinking(time, for: isLonger ? 0.5 : 0.46)
        }
        #expect(drive.levels.map(\.level) == [1, 2])
    }

    @Test("S29: levels fall one at a time")
    func s29() throws {
        let drive = try Timeline(400) { $1.openness = within($0, 60, 63.5) ? 0 : awake($0) }
        drive.expectLevels([
            (61, 2), (61.5, 3), (63, 4), (89.7, 3), (129.7, 2), (169.7, 1), (261.5, 0),
        ])
    }

    @Test("S30: repeated microsleeps hold level 3")
    func s30() throws {
        let drive = try Timeline(400) { time, reading in
            reading.openness =
                [60, 90, 120].contains { within(time, $0, $0 + 1.7) } ? 0 : awake(time)
        }
        drive.expect(.microsleep, at: [61.5, 91.5, 121.5])
        let held = drive.results.filter { within($0.timestamp.seconds, 91.5, 391) }
        #expect(held.allSatisfy { $0.fatigueLevel == .severe && $0.isAlert })
    }

    @Test("S31: eyes that stay half closed are not detected (known limitation)")
    func s31() throws {
        let drive = try Timeline(120) { $1.openness = $0 >= 30 ? 0.4 : 1 }
        #expect(drive.fired.isEmpty && drive.highestScore == 0)
    }
}
