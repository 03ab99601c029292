import DriverMonitoring
import Testing

/// The content of events, and that each is reported when it fires and when it ends.
@Suite("Events")
struct EventTests {
    /// Simulates a drive with nearly all kinds of events.
    static func drive() throws -> Timeline {
        try Timeline(300) { time, reading in
            reading.openness =
                [60, 90].contains { within(time, $0, $0 + 1.7) } ? 0 : blinking(time)
            if within(time, 150, 157) { reading.openness = 0 }
            reading.mouthOpenness = within(time, 100, 104) || within(time, 170, 185) ? 0.8 : 0
            reading.head?.yaw = within(time, 110, 118) ? 35 : 0
            reading.isPhonePose = within(time, 120, 124)
            reading.isFacePresent = !within(time, 190, 203)
            if within(time, 210, 222) { reading.openness = nil }
            // Two closures that are lost: in one, the driver slumps and returns without readable
            // eyes; in the other, the eyes become unreadable.
            if within(time, 30, 36) { reading.openness = within(time, 30, 31.2) ? 0 : nil }
            if within(time, 31.2, 34) { reading.isFacePresent = false }
            if within(time, 226, 229) { reading.openness = within(time, 226, 227.2) ? 0 : nil }
            if time > 230, (time - 230).truncatingRemainder(dividingBy: 2.5) < 1.5 - 1e-9 {
                reading.head?.pitch = -25
            }
        }
    }

    @Test("are reported once as fired and once as ended")
    func reportedTwice() throws {
        let drive = try Self.drive()
        #expect(drive.fired.map(\.id) == Array(1...drive.fired.count))
        #expect(Set(drive.ended.map(\.id)).count == drive.ended.count)
        // An event in progress at the end of the drive has no end.
        let open = drive.fired.count - drive.ended.count
        #expect(open == 1, "the looks down continue")
        let kinds = Set(drive.fired.map(\.kind))
        #expect(kinds.isSuperset(of: [.microsleep, .sleep, .unresponsive, .yawn, .yawnRetracted]))
        #expect(kinds.isSuperset(of: [.distractionLong, .distractionShort, .phoneLike, .noFace]))
        #expect(kinds.isSuperset(of: [.degraded, .eyesUnreadable, .levelChanged, .blink]))
        for event in drive.ended {
            let fired = try #require(drive.fired.first { $0.id == event.id })
            #expect(fired.kind == event.kind && fired.start == event.start)
            #expect(event.start <= event.fire && fired.peak <= event.peak)
            #expect(try #require(event.end) >= event.fire)
        }
        // Seen until 227.17 s; fires while bridged.
        let bridged = try #require(drive.events(.microsleep).first { $0.start == .seconds(226) })
        #expect(bridged.fire == .seconds(227.5) && bridged.end == bridged.fire)
        let slump = try #require(drive.events(.sleep).first { $0.start == .seconds(30) })
        #expect(slump.fire == .seconds(33) && slump.end == .seconds(33.967))
    }

    @Test("of level changes have a reason")
    func reasons() throws {
        func reasons(_ drive: Timeline) -> [DriverEventReason?] {
            drive.fired.filter { $0.kind == .levelChanged }.map(\.reason)
        }
        let closed = try Timeline(100) { $1.openness = within($0, 60, 61.6) ? 0 : 1 }
        #expect(reasons(closed) == [.eyesClosed, .eyesClosed, .recovery])
        let tired = try Timeline(60) { $1.openness = blinking($0, for: 0.8) }
        #expect(reasons(tired) == [.recentMinutes, .recentMinutes, .recentMinutes])
        // The second microsleep comes 190 s after the first, when the score alone gives level 2.
        let again = try Timeline(400) { time, reading in
            reading.openness = [60, 250].contains { within(time, $0, $0 + 1.52) } ? 0 : awake(time)
        }
        #expect(reasons(again).contains(.recovery))
        let held = again.results.filter { $0.timestamp.seconds > 300 }
        #expect(held.allSatisfy { $0.fatigueLevel == .severe || $0.timestamp.seconds > 361 })
    }

    @Test("of level changes report the three-minute PERCLOS")
    func perclos180() throws {
        let drive = try Timeline(180) { $1.openness = blinking($0, for: 0.8) }
        let change = try #require(drive.fired.last { $0.kind == .levelChanged })
        let levels = try #require(change.levels)
        #expect(levels.from == .moderate && levels.to == .severe)
        #expect(
            levels.perclos180 > 0.04 && levels.perclos180 < 0.06, "the divisor is at least 90 s")
        #expect(levels.from.unvalidatedKSS == 7...7 && levels.to.unvalidatedKSS == 8...9)
    }

    @Test("of blinks are counted by the statistics")
    func blinkStatistics() throws {
        let drive = try Timeline(200) { $1.openness = blinking($0, for: $0 > 100 ? 0.6 : 0.2) }
        let blinks = try #require(drive.last?.signals.blinks)
        #expect(blinks.count == 45)
        #expect(abs(blinks.perMinute - 15) < 0.1)
        #expect(abs(try #require(blinks.longShare) - 25.0 / 45) < 1e-9)
        #expect(abs(blinks.meanDuration - (20 * 0.2 + 25 * 0.6) / 45) < 0.01)
        #expect(try drive.result(at: 30).signals.blinks?.longShare == nil, "fewer than ten blinks")
    }

    @Test("that are weak cues reach level 1 at most")
    func weakCues() throws {
        // Yawns, nods and long blinks without PERCLOS, as the eyes are not deeply closed.
        let drive = try Timeline(280) { time, reading in
            let phase = time.truncatingRemainder(dividingBy: 20)
            reading.mouthOpenness = within(phase, 1, 4) ? 0.9 : 0
            reading.openness = within(phase, 10, 10.9) || within(phase, 14, 14.7) ? 0.25 : 1
            reading.head?.pitch = within(phase, 10.55, 10.85) ? -17 : 0
        }
        let last = try #require(drive.last)
        #expect(last.signals.yawns > 3 && last.signals.nods > 3 && last.signals.perclos60 == 0)
        #expect(last.signals.blinks?.longShare == 1)
        #expect(drive.highestScore == 30 && drive.levels.map(\.level) == [1])
    }
}
