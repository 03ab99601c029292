import DriverMonitoring
import Testing

/// When alerts start, sound and end, and at which speeds.
@Suite("Alerts and sounds")
struct AlertTests {
    static func sounds(_ drive: Timeline) -> [(time: Double, sound: DriverSound)] {
        drive.results.compactMap { result in
            result.sound.map { (result.timestamp.seconds, $0) }
        }
    }

    @Test("The alert of a sleep ends after the eyes have been open for 0.8 s")
    func sleepAlertEnds() throws {
        let drive = try ClosureScenarioTests.closure(of: 3.2)
        let on = drive.results.filter { $0.activeAlerts.contains(.sleep) }
        #expect(abs(try #require(on.first).timestamp.seconds - 63) < 0.01)
        #expect(abs(try #require(on.last).timestamp.seconds - 64) < 0.1, "0.8 s after 63.2 s")
        // Its level still falls slowly.
        #expect(try drive.result(at: 70).fatigueLevel == .critical)
    }

    @Test("Blinks do not count as open eyes")
    func closureAlertEnds() throws {
        let drive = try Timeline(120) { time, reading in
            reading.openness = within(time, 60, 63.5) || within(time, 63.8, 64) ? 0 : 1
        }
        let on = drive.results.filter { $0.activeAlerts.contains(.sleep) }
        let end = try #require(on.last).timestamp.seconds
        #expect(abs(end - 64.5) < 0.1, "\(end)")
    }

    @Test("A closure of 0.5 s restarts the 0.8 s of open eyes")
    func longClosureRestarts() throws {
        let drive = try Timeline(120) { time, reading in
            reading.openness = within(time, 60, 63.5) || within(time, 63.8, 64.5) ? 0 : 1
        }
        let on = drive.results.filter { $0.activeAlerts.contains(.sleep) }
        #expect(abs(try #require(on.last).timestamp.seconds - 65.3) < 0.1)
    }

    /// No closure starts while the head is lowered, but the eyes are not open either.
    ///
    /// The 0.8 s of open eyes start at 63.5 s; half a second is over when the eyes close, which
    /// restarts them.
    @Test(
        "Closed eyes under a lowered head do not count as open",
        arguments: [(1.0, 64.3), (0.4, 66.8), (0, 67.3)])
    func loweredHead(openness: Double, end: Double) throws {
        let drive = try Timeline(120) { time, reading in
            reading.openness =
                within(time, 60, 63.5) ? 0 : within(time, 64, 66.5) ? openness : 1
            reading.head?.pitch = within(time, 63.9, 66.5) ? -15 : 0
        }
        #expect(drive.times(.sleep).count == 1)
        let on = drive.results.filter { $0.activeAlerts.contains(.sleep) }
        #expect(abs(try #require(on.last).timestamp.seconds - end) < 0.1)
    }

    @Test("The fatigue alert is active at level 3 and above")
    func fatigueAlert() throws {
        let drive = try Timeline(120) { $1.openness = within($0, 60, 61.6) ? 0 : 1 }
        for result in drive.results {
            #expect(
                result.activeAlerts.contains(.fatigue) == (result.fatigueLevel >= .severe),
                "\(result.timestamp)")
            #expect(result.isAlert == !result.activeAlerts.isEmpty)
        }
    }

    @Test("A distraction alert ends after 2 s on the road")
    func distractionAlert() throws {
        let drive = try Timeline(60) { time, reading in
            // The look back in between is too short to count.
            reading.head?.yaw = within(time, 30, 34) || within(time, 35, 36) ? 30 : 0
        }
        let on = drive.results.filter { $0.activeAlerts.contains(.distractionLong) }
        #expect(abs(try #require(on.first).timestamp.seconds - 33) < 0.01)
        #expect(abs(try #require(on.last).timestamp.seconds - 38) < 0.1)
        let event = try #require(drive.events(.distractionLong).first)
        #expect(event.end == .seconds(36) && drive.times(.distractionLong).count == 1)
    }

    @Test("An alert lasts at least 2 s")
    func minimumDuration() throws {
        let drive = try Timeline(60) { $1.isPhonePose = within($0, 30, 32.05) }
        let on = drive.results.filter { $0.isAlert }
        let length =
            try #require(on.last).timestamp.seconds - #require(on.first).timestamp.seconds
        #expect(length > 1.9)
    }

    @Test("The sound of sleep repeats every 2 s, that of fatigue every 60 s")
    func repeatedSounds() throws {
        let asleep = Self.sounds(try Timeline(75) { $1.openness = within($0, 60, 70) ? 0 : 1 })
        #expect(asleep.first?.sound == .fatigue, "the sound of the microsleep")
        let critical = asleep.filter { $0.sound == .critical && $0.time <= 70 }.map(\.time)
        #expect(critical.map { $0.rounded() } == [63, 65, 67, 69])
        #expect(!asleep.contains { $0.sound == .critical && $0.time > 70.5 })

        let tired = Self.sounds(
            try Timeline(400) { time, reading in
                reading.openness =
                    [60, 90].contains { within(time, $0, $0 + 1.7) } ? 0 : awake(time)
            })
        #expect(tired.allSatisfy { $0.sound == .fatigue })
        // At each microsleep, then every 60 s while two of them hold the level.
        #expect(
            tired.map { ($0.time * 10).rounded() / 10 } == [61.5, 91.5, 151.5, 211.5, 271.5, 331.5])
    }

    @Test("The sound of distraction plays once")
    func distractionSound() throws {
        let drive = try Timeline(60) { $1.head?.yaw = within($0, 30, 35.5) ? 30 : 0 }
        #expect(Self.sounds(drive).map(\.sound) == [.distraction])
    }

    @Test(
        "Distraction events require 20 km/h, or an unknown speed",
        arguments: [(nil, true), (19.9, false), (20, true), (-30, true), (.nan, true)])
    func distractionSpeed(speed: Double?, counts: Bool) throws {
        let drive = try Timeline(60) { time, reading in
            reading.speed = speed
            reading.head?.yaw = within(time, 30, 37) ? 30 : 0
            reading.isPhonePose = within(time, 40, 45)
        }
        #expect(drive.times(.distractionLong).isEmpty != counts)
        #expect(drive.times(.unresponsive).isEmpty != counts)
        #expect(drive.times(.phoneLike).isEmpty != counts)
        // The measurement is reported at every speed.
        #expect(try drive.result(at: 33).signals.isOffRoad == true)
    }

    @Test("Time off the road at a standstill does not count later")
    func standstill() throws {
        let drive = try Timeline(60) { time, reading in
            reading.speed = time < 34 ? 0 : 60
            reading.head?.yaw = within(time, 30, 40) ? 30 : 0
        }
        drive.expect(.distractionLong, at: [37])
    }

    @Test(
        "The fatigue alert requires 50 km/h, or an unknown speed",
        arguments: [(nil, true), (0, false), (49.9, false), (50, true)])
    func fatigueSpeed(speed: Double?, warns: Bool) throws {
        let drive = try Timeline(120) { time, reading in
            reading.speed = speed
            reading.openness = blinking(time, for: 0.8)
        }
        #expect(
            try #require(drive.last).fatigueLevel == .severe, "the level is reported at every speed"
        )
        #expect(try #require(drive.last).isAlert == warns)
    }

    @Test("Sleep triggers an alert at every speed", arguments: [0.0, 30, 80])
    func sleepAtAnySpeed(speed: Double) throws {
        let drive = try Timeline(70) { time, reading in
            reading.speed = speed
            reading.openness = within(time, 60, 64) ? 0 : 1
        }
        let result = try drive.result(at: 63.1)
        #expect(result.activeAlerts.first == .sleep && result.activeAlerts.contains(.microsleep))
        #expect(Self.sounds(drive).contains { $0.sound == .critical })
    }

    @Test("An active fatigue alert stays when the speed falls")
    func speedFalls() throws {
        let drive = try Timeline(120) { time, reading in
            reading.speed = time < 100 ? 80 : 30
            reading.openness = blinking(time, for: 0.8)
        }
        #expect(try #require(drive.last).activeAlerts.contains(.fatigue))
    }
}

/// The set of active alerts.
@Suite("Active alerts")
struct ActiveAlertsTests {
    @Test("are sorted by urgency, whatever the order of insertion")
    func order() {
        var alerts = ActiveAlerts([.distractionShort, .sleep, .fatigue])
        #expect(Array(alerts) == [.sleep, .fatigue, .distractionShort])
        alerts.remove(.sleep)
        alerts.insert(.unresponsive)
        #expect(Array(alerts) == [.unresponsive, .fatigue, .distractionShort])
        #expect(alerts.contains(.fatigue) && !alerts.contains(.sleep))
    }

    @Test("can hold every alert, or none")
    func all() {
        #expect(Array(ActiveAlerts(DriverAlert.allCases.reversed())) == DriverAlert.allCases)
        #expect(ActiveAlerts().isEmpty)
    }

    @Test("are printed by name and created from literals")
    func description() {
        let alerts: ActiveAlerts = [.fatigue, .sleep]
        #expect("\(alerts)" == "[sleep, fatigue]")
        #expect("\(ActiveAlerts())" == "[]")
    }
}
