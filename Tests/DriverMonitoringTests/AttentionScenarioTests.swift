import DriverMonitoring
import Testing

/// Scenarios of mouth, head, hands and missing faces; the numbers are those of the article
/// `HowDriversAreAssessed`.
@Suite("Scenarios: mouth, head, hands, faces")
struct AttentionScenarioTests {
    /// Simulates blinking eyes and the given mouth openness.
    static func mouth(_ seconds: Double, _ opening: (Double) -> Double) throws -> Timeline {
        try Timeline(seconds) { time, reading in
            reading.openness = blinking(time)
            reading.mouthOpenness = opening(time)
        }
    }

    @Test("S09: one yawn is not fatigue")
    func s09() throws {
        let drive = try Self.mouth(60) { within($0, 30, 35) ? 0.8 : 0 }
        drive.expect(.yawn, at: [31.5])
        #expect(drive.kinds == [.yawn] && drive.levels.isEmpty)
        let yawn = try #require(drive.events(.yawn).first)
        #expect(abs(yawn.duration - 5) < 0.05 && abs(yawn.peak - 0.8) < 1e-9)
    }

    @Test("S10: talking is not a yawn")
    func s10() throws {
        let drive = try Self.mouth(60) { 0.45 + 0.45 * sine(2 * .pi * 3 * $0) }
        #expect(drive.kinds.isEmpty)
    }

    @Test("S11: yawns alone do not raise the level")
    func s11() throws {
        let drive = try Self.mouth(300) { time in
            [30, 100, 170].contains { within(time, $0, $0 + 4) } ? 0.8 : 0
        }
        drive.expect(.yawn, at: [31.5, 101.5, 171.5])
        #expect(drive.highestScore == 10 && drive.levels.isEmpty)
    }

    @Test("S12: a yawn is retracted when the mouth stays open for 12 s")
    func s12() throws {
        let drive = try Self.mouth(60) { within($0, 30, 45) ? 0.8 : 0 }
        drive.expect(.yawn, at: [31.5])
        drive.expect(.yawnRetracted, at: [42])
        #expect(try drive.result(at: 41.9).signals.yawns == 1)
        #expect(try drive.result(at: 42.1).signals.yawns == 0)
    }

    @Test("S13: a head that drops with closed eyes and comes back is a nod")
    func s13() throws {
        let drive = try Timeline(120) { time, reading in
            let pitch =
                within(time, 60, 60.6)
                ? -20 * (time - 60) / 0.6
                : within(time, 60.6, 61.2)
                    ? -20 : within(time, 61.2, 61.5) ? -20 + 20 * (time - 61.2) / 0.3 : 0
            reading.head?.pitch = pitch
            reading.openness = within(time, 60.2, 60.9) ? 0 : 1
        }
        drive.expect(.headNod, at: [61.4])
        drive.expect(.longBlink, at: [60.9])
        #expect(drive.kinds == [.headNod, .longBlink] && drive.levels.isEmpty)
        #expect(abs(try #require(drive.events(.headNod).first).peak - 20) < 1e-9)
    }

    @Test("S14: a short look down fires no event")
    func s14() throws {
        let drive = try Timeline(60) { time, reading in
            reading.head?.pitch = within(time, 30, 32) ? -25 : 0
            reading.openness = within(time, 30, 32) ? 0.25 : 1
        }
        #expect(drive.fired.isEmpty)
    }

    @Test("S15: a long look down is distraction, not sleep")
    func s15() throws {
        let drive = try Timeline(60) { time, reading in
            reading.head?.pitch = within(time, 30, 34) ? -30 : 0
            reading.openness = within(time, 30, 34) ? 0.25 : 1
        }
        drive.expect(.distractionLong, at: [33])
        #expect(drive.kinds == [.distractionLong])
        #expect(drive.events(.distractionLong).first?.reason == .headLowered)
    }

    @Test("S16: a look into the mirror fires no event")
    func s16() throws {
        let drive = try Timeline(60) { $1.head?.yaw = within($0, 30, 31.2) ? 35 : 0 }
        #expect(drive.fired.isEmpty)
    }

    @Test("S17: repeated looks off the road add up")
    func s17() throws {
        let drive = try Timeline(90) { $1.head?.yaw = Self.looking($0, 1.5, 2.5) ? 30 : 0 }
        drive.expect(.distractionShort, at: [46])
        #expect(drive.kinds == [.distractionShort])
        let event = try #require(drive.fired.first { $0.kind == .distractionShort })
        #expect(event.start == .seconds(30), "the first frame off the road")
    }

    @Test("S18: 2 s on the road reset repeated looks")
    func s18() throws {
        let drive = try Timeline(120) { $1.head?.yaw = Self.looking($0, 1.5, 3.7) ? 30 : 0 }
        #expect(drive.fired.isEmpty)
    }

    static func looking(_ time: Double, _ away: Double, _ period: Double) -> Bool {
        time >= 30 && (time - 30).truncatingRemainder(dividingBy: period) < away - 1e-9
    }

    @Test(
        "S19, S20: a missing face is not fatigue",
        arguments: [(3.0, [DriverEventKind.noFace]), (12, [.noFace, .degraded])])
    func s19s20(length: Double, kinds: [DriverEventKind]) throws {
        let drive = try Timeline(60) { time, reading in
            reading.isFacePresent = !within(time, 30, 30 + length)
            reading.openness = blinking(time)
        }
        drive.expect(.noFace, at: [32])
        drive.expect(.degraded, at: length > 10 ? [40] : [])
        #expect(drive.kinds == Set(kinds) && drive.highestScore == 0)
    }

    @Test("S21: a driver who slumps out of view is still asleep")
    func s21() throws {
        let drive = try Timeline(70) { time, reading in
            reading.openness = time >= 60 - 1e-9 ? 0 : 1
            reading.isFacePresent = time < 61.2 - 1e-9
        }
        drive.expect(.microsleep, at: [61.5])
        drive.expect(.sleep, at: [63])
        drive.expect(.unresponsive, at: [66])
        drive.expect(.noFace, at: [63.2])
        #expect(drive.events(.sleep).first?.reason == .faceLost)
        #expect(try #require(drive.last).isAlert)
    }

    @Test("S22: short dropouts do not hide a microsleep")
    func s22() throws {
        let drive = try Timeline(80) { time, reading in
            reading.openness = within(time, 60, 62) ? 0 : 1
            reading.isFacePresent = ![60.5, 61, 61.5].contains { within(time, $0, $0 + 0.1) }
        }
        drive.expect(.microsleep, at: [61.5])
        #expect(drive.kinds == [.microsleep])
    }

    @Test("S23: unreadable eyes are not closed")
    func s23() throws {
        let drive = try Timeline(90) { time, reading in
            reading.openness = time >= 20 ? nil : 1
            reading.head?.yaw = within(time, 60, 64) ? 30 : 0
        }
        drive.expect(.eyesUnreadable, at: [22])
        drive.expect(.distractionLong, at: [63])
        #expect(drive.kinds == [.eyesUnreadable, .distractionLong])
        #expect(drive.results.allSatisfy { $0.signals.perclos60 == 0 && $0.fatigueScore == 0 })
        #expect(try drive.result(at: 50).isLimited && drive.result(at: 50).knownLevel == nil)
    }

    @Test("S28: a hand at the ear counts after 2 s")
    func s28() throws {
        let drive = try Timeline(60) { time, reading in
            reading.isPhonePose = within(time, 20, 20.8) || within(time, 30, 32.5)
        }
        drive.expect(.phoneLike, at: [32])
        #expect(drive.kinds == [.phoneLike])
        #expect(try drive.result(at: 34).activeAlerts.contains(.phoneLike))
        #expect(try !drive.result(at: 35).isAlert)
    }

    @Test("S32: a driver who does not look back after a warning is unresponsive")
    func s32() throws {
        let drive = try Timeline(60) { $1.head?.yaw = within($0, 30, 37) ? 40 : 0 }
        drive.expect(.distractionLong, at: [33])
        drive.expect(.unresponsive, at: [36])
        #expect(drive.events(.unresponsive).first?.reason == .gazeAway)
        let event = try #require(drive.events(.distractionLong).first)
        #expect(event.reason == .headTurned && abs(event.duration - 7) < 0.05)
        #expect(drive.highestScore == 0)
    }
}
