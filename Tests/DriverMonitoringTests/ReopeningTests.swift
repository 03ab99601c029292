import DriverMonitoring
import Testing

/// When closed eyes count as open again, and what ends or interrupts a closure.
@Suite("Reopening and gaps")
struct ReopeningTests {
    /// Simulates eyes closed for 7 s from 60 s on with `frames` open frames every 2.6 s.
    static func flicker(
        _ frames: Int, byAspectRatio: Double?, rate: Double = 30
    ) throws -> Timeline {
        try Timeline(80, rate: rate, hasOpinions: false, options: DriverOptions()) {
            time, reading in
            let phase = (time - 60 + 1e-9).truncatingRemainder(dividingBy: 2.6)
            let isOpen = time > 60.1 && phase < Double(frames) / rate - 1e-6
            guard within(time, 60, 67) else { return }
            reading.openness = isOpen ? 0.8 : 0.05
            reading.opennessByAspectRatio = byAspectRatio
        }
    }

    @Test("One open frame does not end a sleep", arguments: [nil, 0.15, 0.8], [10, 25, 30])
    func oneFrame(byAspectRatio: Double?, rate: Double) throws {
        let drive = try Self.flicker(1, byAspectRatio: byAspectRatio, rate: rate)
        drive.expect(.microsleep, at: [61])
        drive.expect(.sleep, at: [63])
        drive.expect(.unresponsive, at: [66])
        let event = try #require(drive.events(.unresponsive).first)
        #expect(abs(event.duration - 7) < 0.11)
    }

    @Test("Open eyes of more than 120 ms end it", arguments: [(3, 1), (5, 3)])
    func moreFrames(frames: Int, closures: Int) throws {
        let drive = try Self.flicker(frames, byAspectRatio: nil)
        #expect(drive.times(.microsleep).count == closures)
        #expect(drive.times(.unresponsive).count == (closures == 1 ? 1 : 0))
    }

    @Test("Each of three frames a second counts")
    func slowFrames() throws {
        let drive = try Timeline(80, rate: 3, hasOpinions: false) { time, reading in
            reading.openness = within(time, 60, 67) && !within(time, 63.2, 63.5) ? 0 : 1
        }
        #expect(drive.times(.microsleep).count == 2)
    }

    @Test("A blink ends at once by both opinions, and after 120 ms by one")
    func blink() throws {
        for (hasOpinions, delay) in [(true, 0.0), (false, 0.12)] {
            let drive = try Timeline(20, hasOpinions: hasOpinions) {
                $1.openness = within($0, 10, 10.2) ? 0 : 1
            }
            let blink = try #require(drive.events(.blink).first)
            #expect(abs(blink.duration - 0.2) < 0.01, "until the first open frame")
            #expect(abs(blink.fire.seconds - 10.2 - delay) < 0.02)
        }
    }

    @Test("A closure goes on over a gap with closed eyes on both sides", arguments: [0.6, 1, 2])
    func gap(pause: Double) throws {
        let drive = try Self.gap(from: 61, pause: pause) { within($0, 60, 66.5) ? 0 : 1 }
        #expect(drive.map(\.kind) == [.microsleep, .sleep, .unresponsive])
        let first = try #require(drive.first)
        #expect(first.start == .seconds(60) && first.reason == .eyesClosed)
        let last = try #require(drive.last)
        #expect(last.reason == .framesMissing && last.confidence == 0.6)
        #expect(last.incident == first.incident)
    }

    @Test("It ends at a longer gap, and at one with open eyes after it")
    func ends() throws {
        let long = try Self.gap(from: 61, pause: 2.5) { within($0, 60, 64) ? 0 : 1 }
        #expect(long.map(\.kind) == [.microsleep])
        let opened = try Self.gap(from: 61, pause: 1) { within($0, 60, 61.5) ? 0 : 1 }
        #expect(opened.map(\.kind) == [.microsleep])
        let blink = try Self.gap(from: 60.02, pause: 1) { within($0, 60, 61.5) ? 0 : 1 }
        #expect(blink.allSatisfy { $0.kind != .microsleep }, "one closed frame before the gap")
    }

    /// The closure events of a drive whose frames are missing for `pause` seconds after `start`.
    static func gap(
        from start: Double, pause: Double, _ openness: (Double) -> Double
    ) throws -> [DriverEvent] {
        var machine = DriverStateMachine()
        var events: [DriverEvent] = []
        for index in 0..<2100 {
            let time = Double(index) / 30
            if time > start + 1e-9, time < start + pause - 1e-9 { continue }
            let reading = DriverReading(
                timestamp: .seconds(time), openness: openness(time),
                opennessByAspectRatio: openness(time))
            events += try machine.update(reading).firedEvents
        }
        return events.filter { ![.blink, .longBlink, .levelChanged].contains($0.kind) }
    }
}
