import DriverMonitoring
import Testing

/// When warnings begin, sound, and end; and at which speeds.
@Suite("Alerts")
struct AlertTests {
    static func sounds(_ drive: Timeline) -> [(time: Double, sound: DriverSound)] {
        drive.results.compactMap { result in
            result.sound.map { (result.timestamp.seconds, $0) }
        }
    }

    @Test func closedEyesAreWarnedOfUntilTheyWereOpenForThreeSeconds() throws {
        let drive = try Timeline(120) { time, reading in
            // A blink in between does not count against him.
            reading.openness = within(time, 60, 61.6) || within(time, 63, 63.2) ? 0 : 1
        }
        let on = drive.results.filter { $0.activeAlerts.contains(.microsleep) }
        #expect(abs(try #require(on.first).timestamp.seconds - 61.5) < 0.01)
        let end = try #require(on.last).timestamp.seconds
        #expect(abs(end - 64.8) < 0.1, "\(end)")
    }

    @Test func aLongClosureBeginsTheWaitAnew() throws {
        let drive = try Timeline(120) { time, reading in
            reading.openness = within(time, 60, 61.6) || within(time, 63, 63.7) ? 0 : 1
        }
        let on = drive.results.filter { $0.activeAlerts.contains(.microsleep) }
        #expect(abs(try #require(on.last).timestamp.seconds - 66.7) < 0.1)
    }

    /// With a lowered head closures do not begin, and closed eyes are not open for that.
    ///
    /// 3 s from 61.6 on: one is over when the eyes close, which begins it anew.
    @Test(arguments: [(1.0, 64.6), (0.4, 68.6), (0, 69.6)])
    func closedEyesUnderALoweredHeadAreNotOpen(openness: Double, end: Double) throws {
        let drive = try Timeline(120) { time, reading in
            reading.openness =
                within(time, 60, 61.6) ? 0 : within(time, 62.6, 66.6) ? openness : 1
            reading.head?.pitch = within(time, 62.5, 66.6) ? -15 : 0
        }
        #expect(drive.times(.microsleep).count == 1)
        let on = drive.results.filter { $0.activeAlerts.contains(.microsleep) }
        #expect(abs(try #require(on.last).timestamp.seconds - end) < 0.1)
    }

    @Test func fatigueIsWarnedOfUntilLevelTwo() throws {
        let drive = try Timeline(120) { $1.openness = within($0, 60, 61.6) ? 0 : 1 }
        for result in drive.results {
            #expect(
                result.activeAlerts.contains(.fatigue) == (result.fatigueLevel >= .severe),
                "\(result.timestamp)")
            #expect(result.isAlert == !result.activeAlerts.isEmpty)
        }
    }

    @Test func distractionIsWarnedOfUntilTwoSecondsOnTheRoad() throws {
        let drive = try Timeline(60) { time, reading in
            // One look back is too short to count.
            reading.head?.yaw = within(time, 30, 34) || within(time, 35, 36) ? 30 : 0
        }
        let on = drive.results.filter { $0.activeAlerts.contains(.distractionLong) }
        #expect(abs(try #require(on.first).timestamp.seconds - 33) < 0.01)
        #expect(abs(try #require(on.last).timestamp.seconds - 38) < 0.1)
        let event = try #require(drive.events(.distractionLong).first)
        #expect(event.end == .seconds(36) && drive.times(.distractionLong).count == 1)
    }

    @Test func alertsLastTwoSecondsAtLeast() throws {
        let drive = try Timeline(60) { $1.isPhonePose = within($0, 30, 32.05) }
        let on = drive.results.filter { $0.isAlert }
        let length =
            try #require(on.last).timestamp.seconds - #require(on.first).timestamp.seconds
        #expect(length > 1.9)
    }

    @Test func sleepSoundsEveryTwoSecondsAndFatigueEveryMinute() throws {
        let asleep = Self.sounds(try Timeline(75) { $1.openness = within($0, 60, 70) ? 0 : 1 })
        #expect(asleep.first?.sound == .fatigue, "the microsleep")
        let critical = asleep.filter { $0.sound == .critical && $0.time <= 70 }.map(\.time)
        #expect(critical.map { $0.rounded() } == [63, 65, 67, 69])

        let tired = Self.sounds(
            try Timeline(400) { time, reading in
                reading.openness = [60, 90].contains { within(time, $0, $0 + 1.7) } ? 0 : 1
            })
        #expect(tired.allSatisfy { $0.sound == .fatigue })
        // At each microsleep, and then every minute while two of them hold the level.
        #expect(
            tired.map { ($0.time * 10).rounded() / 10 } == [61.5, 91.5, 151.5, 211.5, 271.5, 331.5])
    }

    @Test func distractionSoundsOnce() throws {
        let drive = try Timeline(60) { $1.head?.yaw = within($0, 30, 35.5) ? 30 : 0 }
        #expect(Self.sounds(drive).map(\.sound) == [.distraction])
    }

    @Test(arguments: [(nil, true), (19.9, false), (20, true), (-30, true), (.nan, true)])
    func looksAwayCountFromTwentyKilometersAnHour(speed: Double?, counts: Bool) throws {
        let drive = try Timeline(60) { time, reading in
            reading.speed = speed
            reading.head?.yaw = within(time, 30, 37) ? 30 : 0
            reading.isPhonePose = within(time, 40, 45)
        }
        #expect(drive.times(.distractionLong).isEmpty != counts)
        #expect(drive.times(.unresponsive).isEmpty != counts)
        #expect(drive.times(.phoneLike).isEmpty != counts)
        // What is seen is told all the same.
        #expect(try drive.result(at: 33).signals.isOffRoad == true)
    }

    @Test func timeAtAStandstillDoesNotCount() throws {
        let drive = try Timeline(60) { time, reading in
            reading.speed = time < 34 ? 0 : 60
            reading.head?.yaw = within(time, 30, 40) ? 30 : 0
        }
        drive.expect(.distractionLong, at: [37])
    }

    @Test(arguments: [(nil, true), (0, false), (49.9, false), (50, true)])
    func fatigueIsWarnedOfFromFiftyKilometersAnHour(speed: Double?, warns: Bool) throws {
        let drive = try Timeline(120) { time, reading in
            reading.speed = speed
            reading.openness = blinking(time, for: 0.8)
        }
        #expect(try #require(drive.last).fatigueLevel == .severe, "the level is told at any speed")
        #expect(try #require(drive.last).isAlert == warns)
    }

    @Test(arguments: [0.0, 30, 80])
    func sleepIsWarnedOfAtAnySpeed(speed: Double) throws {
        let drive = try Timeline(70) { time, reading in
            reading.speed = speed
            reading.openness = within(time, 60, 64) ? 0 : 1
        }
        let result = try drive.result(at: 63.1)
        #expect(result.activeAlerts.first == .sleep && result.activeAlerts.contains(.microsleep))
        #expect(Self.sounds(drive).contains { $0.sound == .critical })
    }

    @Test func aWarningThatBeganStaysWhenTheSpeedFalls() throws {
        let drive = try Timeline(120) { time, reading in
            reading.speed = time < 100 ? 80 : 30
            reading.openness = blinking(time, for: 0.8)
        }
        #expect(try #require(drive.last).activeAlerts.contains(.fatigue))
    }
}
