import DriverMonitoring
import LandmarkCore
import Testing

/// Events that belong together, and sounds that are acknowledged or end.
@Suite("Incidents and acknowledgments")
struct IncidentTests {
    @Test("The events of one closure share an incident, those of another have their own")
    func closures() throws {
        let drive = try Timeline(120, options: DriverOptions()) { time, reading in
            reading.openness =
                within(time, 30, 37) || within(time, 50, 53.5) ? 0 : blinking(time)
        }
        let first = drive.fired.filter { within($0.start.seconds, 30, 30.1) && $0.kind != .blink }
        #expect(first.map(\.kind) == [.microsleep, .sleep, .unresponsive])
        #expect(first.map(\.incident) == [1, 1, 1])
        let second = drive.fired.filter { within($0.start.seconds, 50, 50.1) }
        #expect(second.map(\.incident) == [2, 2])
        let others = drive.fired.filter { $0.kind == .blink || $0.kind == .levelChanged }
        #expect(others.allSatisfy { $0.incident == nil } && !others.isEmpty)
        #expect(drive.ended.filter { $0.incident == 1 }.count == 3, "also when they end")
    }

    @Test("A look off the road and its missing reaction are one incident")
    func looks() throws {
        let drive = try Timeline(60) { $1.head?.yaw = within($0, 30, 38) ? 30 : 0 }
        #expect(drive.fired.map(\.kind) == [.distractionLong, .unresponsive])
        #expect(drive.fired.map(\.incident) == [1, 1])
    }

    /// The times of the critical sounds of a sleep from 60 to 67 s; the sleep is acknowledged at a
    /// time, and another one follows from 80 s on.
    private func critical(acknowledgedAt time: Double) throws -> [Double] {
        var machine = DriverStateMachine()
        var times: [Double] = []
        for index in 0...2550 {
            let now = Double(index) / 30
            let openness = within(now, 60, 67) || now >= 80 ? 0 : blinking(now)
            let result = try machine.update(
                DriverReading(
                    timestamp: .seconds(now), openness: openness, opennessByAspectRatio: openness))
            if result.sound == .critical { times.append((now * 10).rounded() / 10) }
            if within(now, 64, 67) { #expect(result.activeAlerts.contains(.sleep)) }
            if abs(now - time) < 0.01 { machine.acknowledge() }
        }
        return times
    }

    @Test("An acknowledged incident is silent until it ends, and the next one is not")
    func acknowledged() throws {
        #expect(try critical(acknowledgedAt: 1) == [63, 65, 67, 80.5, 82.5, 84.5])
        #expect(try critical(acknowledgedAt: 63.5) == [63, 81, 83, 85])
        #expect(try critical(acknowledgedAt: 61.5) == [81, 83, 85], "before it escalates")
    }

    @Test("The critical sound ends when the eyes have been open for 0.5 s, also at level 4")
    func soundEnds() throws {
        let drive = try Timeline(100) { time, reading in
            reading.openness = within(time, 60, 66.7) ? 0 : blinking(time)
        }
        let sounds = AlertTests.sounds(drive).filter { $0.sound == .critical }
        #expect(sounds.map { $0.time.rounded() } == [63, 65, 67])
        #expect(try drive.result(at: 75).fatigueLevel == .critical)
        #expect(AlertTests.sounds(drive).allSatisfy { $0.time < 67.3 })
    }

    @Test("The critical sound of a look ends when the head is back")
    func gazeBack() throws {
        let drive = try Timeline(60) { $1.head?.yaw = within($0, 30, 38.9) ? 40 : 0 }
        let sounds = AlertTests.sounds(drive)
        #expect(sounds.map(\.sound) == [.distraction, .critical, .critical])
        #expect(try drive.result(at: 40).activeAlerts.contains(.unresponsive), "until 2 s after")
    }

    @Test("Monitoring without a face gives an alert and one soft sound")
    func degraded() throws {
        let drive = try Timeline(60) { $1.isFacePresent = !within($0, 20, 45) }
        #expect(AlertTests.sounds(drive).map(\.sound) == [.notice])
        #expect(abs((AlertTests.sounds(drive).first?.time ?? 0) - 30) < 0.1)
        let on = drive.results.filter { $0.activeAlerts.contains(.degraded) }
        #expect(abs((on.first?.timestamp.seconds ?? 0) - 30) < 0.1)
        #expect(abs((on.last?.timestamp.seconds ?? 0) - 45) < 0.1)
        #expect(DriverAlert.allCases.max() == .degraded, "the least urgent")
    }

    @Test("An analyzer passes on options and acknowledgments, and keeps options when reset")
    func analyzer() throws {
        var analyzer = DriverAnalyzer(options: .specification)
        for isAcknowledged in [false, true] {
            let drive = try SketchedDrive(16, analyzer: &analyzer) { Self.sleeper($0, from: 10) }
            #expect(abs((drive.times(.microsleep).first ?? 0) - 11.5) < 0.05)
            if isAcknowledged { analyzer.acknowledge() }
            let next = try SketchedDrive(4, analyzer: &analyzer, from: 16.03) {
                Self.sleeper($0, from: 10)
            }
            #expect(next.results.contains { $0.sound == .critical } != isAcknowledged)
            #expect(next.results.allSatisfy { $0.activeAlerts.contains(.sleep) })
            analyzer.reset()
        }
    }

    private static func sleeper(_ time: Double, from start: Double) -> DriverObservation {
        var sketch = Sketch()
        sketch.blink(time >= start || blinking(time) == 0 ? 0.7 : 0.05)
        return sketch.observation(at: time)
    }
}
