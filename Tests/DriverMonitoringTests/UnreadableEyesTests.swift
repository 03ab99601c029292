import DriverMonitoring
import LandmarkCore
import Testing

/// What is reported for eyes that cannot be read, and what is assessed without them.
@Suite("Unreadable eyes")
struct UnreadableEyesTests {
    static let reasons: [EyeUnreadableReason] = [
        .faceTooSmall(eyeWidth: 9.2), .tooDark, .blurred, .noisy, .overexposed, .covered,
        .turnedAway, .notMeasured,
    ]

    @Test("They are told within 2 s, with the reason, and the level is unknown", arguments: reasons)
    func told(reason: EyeUnreadableReason) throws {
        let drive = try Timeline(40) { time, reading in
            guard time >= 20 - 1e-9 else { return }
            // For example, asleep behind dark glasses: the openness is invented.
            reading.openness = time > 30 ? 0 : 0.9
            reading.eyeReadability = 0.2
            reading.eyeUnreadableReason = reason
        }
        drive.expect(.eyesUnreadable, at: [22])
        #expect(drive.kinds == [.eyesUnreadable])
        #expect(drive.fired.first { $0.kind == .eyesUnreadable }?.eyeUnreadableReason == reason)
        let before = try drive.result(at: 19.9)
        #expect(before.knownLevel == .alert && before.signals.eyeUnreadableReason == nil)
        for result in drive.results where result.timestamp >= .seconds(22.1) {
            #expect(!result.isLevelKnown && result.knownLevel == nil)
            #expect(result.confidence < 0.3 && !result.signals.isUsable)
            #expect(result.signals.openness == nil && result.signals.eyeReadability == 0.2)
            #expect(result.signals.eyeUnreadableReason == reason)
        }
        #expect(try drive.result(at: 20.1).confidence < 0.3, "at once")
    }

    @Test("Eyes readable again end the event and are known", arguments: [0.5, 0.9])
    func again(readability: Double) throws {
        let drive = try Timeline(40) { time, reading in
            reading.eyeReadability = within(time, 20, 25) ? 0.49 : readability
        }
        let event = try #require(drive.events(.eyesUnreadable).first)
        #expect(event.end == .seconds(25) && event.start == .seconds(20))
        #expect(try drive.result(at: 24).knownLevel == nil)
        #expect(try drive.result(at: 26.1).knownLevel == .alert)
        let last = try #require(drive.last)
        #expect(last.confidence == (try Timeline.confidence { $0.eyeReadability = readability }))
    }

    @Test("Eyes that can be read in a third of the frames are told as well")
    func flicker() throws {
        let drive = try Timeline(40) { time, reading in
            let frame = Int((time * 30).rounded())
            if time >= 20, !frame.isMultiple(of: 4) { reading.eyeReadability = 0 }
        }
        let times = drive.times(.eyesUnreadable)
        #expect(times.count == 1 && abs((times.first ?? 0) - 22.7) < 0.3, "\(times)")
        #expect(drive.last?.isLevelKnown == false)
        let rarely = try Timeline(40) { time, reading in
            if Int((time * 30).rounded()).isMultiple(of: 2) { reading.eyeReadability = 0 }
        }
        #expect(rarely.times(.eyesUnreadable).isEmpty && rarely.last?.isLevelKnown == true)
    }

    @Test("The level is unknown before the eyes were read, and without a face")
    func unknown() throws {
        let never = try Timeline(5) { $1.openness = nil }
        #expect(never.results.allSatisfy { $0.knownLevel == nil })
        let lost = try Timeline(30) { $1.isFacePresent = $0 < 20 }
        #expect(try lost.result(at: 21.9).isLevelKnown)
        #expect(try !lost.result(at: 22.1).isLevelKnown)
        #expect(lost.results.allSatisfy { $0.signals.eyeUnreadableReason == nil })
    }

    @Test("Reasons without a cause are named", arguments: [46.0, -60])
    func derivedReasons(yaw: Double) throws {
        let turned = try Timeline(10) { if $0 > 5 { $1.head?.yaw = yaw } }
        #expect(turned.last?.signals.eyeUnreadableReason == .turnedAway)
        let missing = try Timeline(10) { if $0 > 5 { $1.openness = nil } }
        #expect(missing.last?.signals.eyeUnreadableReason == .notMeasured)
        let invalid = try Timeline(10) { _, reading in
            reading.eyeReadability = .nan
            reading.eyeUnreadableReason = .faceTooSmall(eyeWidth: .nan)
        }
        #expect(invalid.last?.signals.eyeUnreadableReason == .notMeasured)
        #expect(invalid.last?.isFinite == true)
    }

    @Test("Reasons are described in English and encoded")
    func descriptions() throws {
        #expect(
            "\(EyeUnreadableReason.faceTooSmall(eyeWidth: 9.2))"
                == "face too small: eyes are 9 pixels wide")
        #expect("\(EyeUnreadableReason.tooDark)" == "too dark")
        #expect(Set(Self.reasons.map(\.name)).count == Self.reasons.count)
        #expect(try CodingTests.roundTrip(Self.reasons) == Self.reasons)
    }

    @Test("Eyes that do not blink for a minute are covered, until the lids move")
    func noBlinks() throws {
        let drive = try Timeline(120) { time, reading in
            reading.openness = within(time, 100, 103.5) ? 0 : 0.9
        }
        let event = try #require(drive.fired.first { $0.kind == .eyesUnreadable })
        #expect(abs(event.fire.seconds - 62) < 0.1 && event.eyeUnreadableReason == .covered)
        #expect(event.confidence < 1)
        #expect(try drive.result(at: 80).knownLevel == nil)
        // Eyes that close were real, and are followed from their first frame on.
        drive.expect(.sleep, at: [103])
        let blinks = try Timeline(120) { $1.openness = blinking($0, every: 50) }
        #expect(blinks.kinds.isEmpty)
        let slow = try Timeline(120, rate: 5) { $1.openness = 1 }
        #expect(slow.fired.isEmpty, "blinks are missed at 5 frames per second")
    }

    @Test("Before open eyes were seen, closed ones raise the level to 2 at most")
    func neverOpen() throws {
        let drive = try Timeline(60, options: DriverOptions()) { time, reading in
            reading.openness = time < 30 ? 0.1 : 1
        }
        drive.expect(.microsleep, at: [1])
        #expect(drive.kinds == [.microsleep])
        #expect(drive.results.allSatisfy { $0.fatigueLevel <= .moderate && $0.sound != .critical })
        #expect(drive.results.allSatisfy { $0.signals.perclos60 == 0 })
        #expect(try #require(drive.fired.first).confidence < 1)
        let recalibrated = try Timeline(60) { time, reading in
            reading.calibration = time < 20 ? .frozen : .uncalibrated
            reading.openness = time < 20 ? 1 : 0
        }
        #expect(recalibrated.kinds == [.microsleep])
        let seen = try Timeline(60) { $1.openness = $0 < 0.55 ? 1 : 0 }
        #expect(seen.kinds == [.microsleep, .sleep, .unresponsive, .lockedOut])
    }

    /// Nods without readable eyes: a jerk, and a look down that rests at the bottom.
    @Test("A jerk of the head is a nod without eyes, a look down is none")
    func nodWithoutEyes() throws {
        func drive(rest: Double, isReadable: Bool) throws -> Timeline {
            try Timeline(40) { time, reading in
                reading.head?.pitch =
                    -20 * fallen(time, from: 30, within: 0.6, until: 30.6 + rest)
                if !isReadable { reading.eyeReadability = 0.1 }
            }
        }
        let nod = try drive(rest: 0.3, isReadable: false)
        let event = try #require(nod.events(.headNod).first)
        #expect(event.reason == .eyesUnseen && event.confidence < 0.5)
        #expect(try drive(rest: 1.2, isReadable: false).times(.headNod).isEmpty)
        #expect(try drive(rest: 0.3, isReadable: true).times(.headNod).isEmpty)
    }

    @Test(
        "A head that hangs is a slump when the eyes cannot be read",
        arguments: [HeadPose(pitch: -25), HeadPose(roll: 30), HeadPose(roll: -30)])
    func slump(head: HeadPose) throws {
        func drive(readability: Double) throws -> Timeline {
            try Timeline(45) { time, reading in
                reading.head = within(time, 30, 38) ? head : HeadPose()
                reading.eyeReadability = readability
            }
        }
        let hidden = try drive(readability: 0.1)
        hidden.expect(.slump, at: [33])
        hidden.expect(.unresponsive, at: [36])
        let slump = try #require(hidden.events(.slump).first)
        #expect(slump.end == .seconds(38) && slump.confidence == 0.5 && slump.peak >= 25)
        let sounds = AlertTests.sounds(hidden).filter { $0.sound == .critical }
        #expect(sounds.first?.time.rounded() == 36)
        #expect(try hidden.result(at: 44).activeAlerts.isEmpty)
        let open = try drive(readability: 1)
        #expect(open.times(.slump).isEmpty)
    }

    @Test("Yawns and looks without readable eyes are less sure")
    func lessSure() throws {
        for (readability, confidence) in [(0.1, 0.7), (1, 1)] {
            let drive = try Timeline(40) { time, reading in
                reading.mouthOpenness = within(time, 10, 13) ? 0.8 : 0
                reading.head?.yaw = within(time, 20, 28) ? 30 : 0
                reading.eyeReadability = readability
            }
            for kind in [DriverEventKind.yawn, .distractionLong, .unresponsive] {
                #expect(drive.events(kind).map(\.confidence) == [confidence], "\(kind)")
            }
        }
    }
}
