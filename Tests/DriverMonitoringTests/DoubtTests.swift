import DriverMonitoring
import Testing

/// Closures whose eyes become unreadable, and closures in yawns.
@Suite("Closures in doubt")
struct DoubtTests {
    /// Simulates eyes closed for 8 s from 60 s on, which cannot be read from `doubt` on.
    static func sleep(
        doubt: ClosedRange<Double>, openness: Double = 0.28, until end: Double = 68,
        _ change: (Double, inout DriverReading) -> Void = { _, _ in }
    ) throws -> Timeline {
        try Timeline(80, options: DriverOptions()) { time, reading in
            if within(time, 60, end) { reading.openness = 0.05 }
            if within(time, doubt.lowerBound, doubt.upperBound) {
                reading.openness = openness
                reading.eyeReadability = 0.1
                reading.eyeUnreadableReason = .covered
            }
            change(time, &reading)
        }
    }

    @Test("A microsleep goes on while the eyes cannot be read", arguments: [1.3, 3, 5.5])
    func longDoubt(seconds: Double) throws {
        let drive = try Self.sleep(doubt: 62...62 + seconds)
        drive.expect(.microsleep, at: [61])
        drive.expect(.sleep, at: [63])
        drive.expect(.unresponsive, at: [66])
        let event = try #require(drive.events(.unresponsive).first)
        #expect(abs(event.duration - 8) < 0.1)
        #expect(abs(event.doubt - seconds) < 0.1)
        #expect(event.reason == .eyesDoubtful && event.confidence < 1)
        #expect(drive.events(.microsleep).first?.reason == .eyesClosed)
    }

    @Test("It ends when the eyes are seen open, when they seem open, and after 30 s of doubt")
    func ends() throws {
        let seen = try Self.sleep(doubt: 62...64, until: 64)
        #expect(try #require(seen.events(.sleep).first).end?.seconds.rounded() == 64)
        #expect(seen.times(.unresponsive).isEmpty)
        let seeming = try Self.sleep(doubt: 62...80, openness: 0.9)
        #expect(seeming.times(.sleep).isEmpty)
        let endless = try Timeline(110, options: DriverOptions()) { time, reading in
            guard time >= 60 else { return }
            reading.openness = 0.1
            if time >= 62 { reading.eyeReadability = 0.1 }
        }
        let event = try #require(endless.events(.unresponsive).first)
        #expect(abs(event.duration - 32) < 0.2 && abs(event.doubt - 30) < 0.2)
    }

    @Test("What is not a microsleep yet, and a head that turns away, are not bridged")
    func notBridged() throws {
        #expect(try Self.sleep(doubt: 60.5...68).times(.microsleep).isEmpty)
        let turned = try Self.sleep(doubt: 62...68) { time, reading in
            if within(time, 62, 68) { reading.head?.yaw = 60 }
        }
        #expect(turned.times(.sleep).isEmpty)
    }

    @Test("A microsleep in a yawn is marked, and makes no alert while the mouth is open")
    func yawn() throws {
        let drive = try Timeline(80, options: DriverOptions()) { time, reading in
            if within(time, 60, 65) { reading.mouthOpenness = 0.8 }
            if within(time, 60.5, 63) { reading.openness = 0 }
        }
        drive.expect(.yawn, at: [61.5])
        drive.expect(.microsleep, at: [61.5])
        #expect(drive.events(.microsleep).first?.reason == .yawning)
        #expect(drive.results.allSatisfy { !$0.isAlert })
        #expect(drive.results.allSatisfy { $0.signals.microsleeps == 0 })
    }

    @Test("Eyes that stay closed after a yawn, or for 5 s in it, make an alert")
    func afterYawn() throws {
        let after = try Timeline(80, options: DriverOptions()) { time, reading in
            if within(time, 60, 62) { reading.mouthOpenness = 0.8 }
            if within(time, 60.5, 63) { reading.openness = 0 }
        }
        #expect(try !after.result(at: 61.9).isAlert)
        #expect(try after.result(at: 62.1).activeAlerts.contains(.microsleep))
        #expect(try after.result(at: 61.9).signals.microsleeps == 0)
        #expect(try after.result(at: 63).signals.microsleeps == 1)
        let long = try Timeline(80, options: DriverOptions()) { time, reading in
            if within(time, 60, 67) { reading.mouthOpenness = 0.8 }
            if within(time, 60.5, 67) { reading.openness = 0 }
        }
        #expect(try !long.result(at: 65.4).isAlert)
        #expect(try long.result(at: 65.6).activeAlerts.contains(.sleep))
        let event = try #require(long.events(.sleep).first)
        #expect(event.reason == .eyesClosed && event.confidence == 1)
    }

    @Test("Eyes that a laugh closes make no alert, but those that stay closed do")
    func laugh() throws {
        func drive(smile: ClosedRange<Double>, closed: ClosedRange<Double>) throws -> Timeline {
            try Timeline(80, options: DriverOptions()) { time, reading in
                if smile ~= time { reading.smile = 0.8 }
                if closed ~= time { reading.openness = 0 }
            }
        }
        let laugh = try drive(smile: 60...63, closed: 60.4...62.8)
        #expect(laugh.events(.microsleep).first?.reason == .laughing)
        #expect(laugh.results.allSatisfy { !$0.isAlert && $0.signals.microsleeps == 0 })
        let after = try drive(smile: 60...61.6, closed: 60.2...63)
        #expect(try !after.result(at: 62).isAlert)
        #expect(try after.result(at: 62.3).activeAlerts.contains(.microsleep))
        #expect(try after.result(at: 63).signals.microsleeps == 1)
        let long = try drive(smile: 60...66, closed: 60.2...66)
        #expect(try !long.result(at: 65.1).isAlert)
        #expect(try long.result(at: 65.3).activeAlerts.contains(.sleep))
        // PERCLOS counts what is no laugh any more, with all of its time.
        #expect(laugh.results.allSatisfy { $0.signals.perclos60 == 0 })
        #expect(try abs(long.result(at: 65.9).signals.perclos60 - 5.7 / 60) < 0.01)
        // A smile that comes in sleep, and one that was there before, explain nothing.
        for smile in [61.0...66, 20...66] {
            let asleep = try drive(smile: smile, closed: 60.2...63)
            #expect(asleep.events(.microsleep).first?.reason == .eyesClosed)
            #expect(try asleep.result(at: 61.3).isAlert)
        }
    }

    @Test("A mouth that falls open in sleep, or was open for long before, is no yawn")
    func asleep() throws {
        let open = try Timeline(80, options: DriverOptions()) { time, reading in
            if within(time, 54.5, 64) { reading.mouthOpenness = 0.8 }
            if within(time, 60, 62) { reading.openness = 0 }
        }
        #expect(try open.result(at: 61.1).isAlert)
        let drive = try Timeline(80, options: DriverOptions()) { time, reading in
            if within(time, 60, 62) { reading.openness = 0 }
            if within(time, 60.8, 64) { reading.mouthOpenness = 0.8 }
        }
        #expect(drive.events(.microsleep).first?.reason == .eyesClosed)
        #expect(try drive.result(at: 61.1).isAlert)
    }

    @Test("Singing is one yawn at most")
    func singing() throws {
        let drive = try Timeline(80, options: DriverOptions()) { time, reading in
            let phase = time.truncatingRemainder(dividingBy: 4)
            if within(time, 10, 70), phase < 2 { reading.mouthOpenness = 0.8 }
        }
        #expect(drive.times(.yawn).count == 1)
        let yawns = try Timeline(80, options: DriverOptions()) { time, reading in
            if within(time, 10, 13) || within(time, 19, 22) { reading.mouthOpenness = 0.8 }
        }
        #expect(yawns.times(.yawn).count == 2)
    }
}
