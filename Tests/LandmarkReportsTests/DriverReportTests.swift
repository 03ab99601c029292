import DriverMonitoring
import LandmarkCore
import Testing

@testable import LandmarkReports

@Suite("The driver report")
struct DriverReportTests {
    private func result(
        at milliseconds: Int, score: Double = 0, level: FatigueLevel = .alert,
        alerts: [DriverAlert] = [], isUsable: Bool = true, ended: [DriverEvent] = []
    ) -> DriverResult {
        var signals = DriverSignals()
        signals.isFacePresent = isUsable
        signals.isUsable = isUsable
        signals.openness = isUsable ? 0.9 : nil
        return DriverResult(
            timestamp: .milliseconds(milliseconds), fatigueScore: score, confidence: 1,
            fatigueLevel: level, activeAlerts: ActiveAlerts(alerts), signals: signals,
            firedEvents: ended, endedEvents: ended)
    }

    private func event(_ kind: DriverEventKind, id: Int, at start: Int) -> DriverEvent {
        DriverEvent(
            id: id, kind: kind, start: .milliseconds(start), fire: .milliseconds(start + 100),
            end: .milliseconds(start + 200), peak: 1)
    }

    /// The texts of a page, in drawing order.
    private func texts(
        _ history: DriverHistory, input: String = "clip.mp4", hasEventLog: Bool = false,
        ending: DriverReport.Ending = .complete, _ layout: PageLayout = .wide
    ) -> [String] {
        var run = DriverReport.Run(input: input, speed: nil, hasEventLog: hasEventLog)
        run.ending = ending
        return DriverReport.page(of: history, run, layout).marks.compactMap { mark in
            if case .text(let text, _, _) = mark { text } else { nil }
        }
    }

    @Test("a run without a frame states that nothing is known", arguments: [true, false])
    func noFrame(isNarrow: Bool) {
        let texts = texts(DriverHistory(), isNarrow ? .narrow : .wide)
        #expect(texts.contains("There was no frame: nothing can be said."))
        #expect(texts.contains("unknown") && texts.contains("–"))
        #expect(!texts.contains("Eye openness"))
    }

    @Test("tiles have the highest level, the alerts, and the availability")
    func tiles() {
        var history = DriverHistory()
        for index in 0..<100 {
            let isTired = (50..<80).contains(index)
            history.add(
                result(
                    at: index * 100, score: isTired ? 62 : 0, level: isTired ? .severe : .alert,
                    alerts: isTired ? [.fatigue] : [], isUsable: index >= 10), [])
        }
        let texts = texts(history)
        #expect(texts.contains("3 severe") && texts.contains("score up to 62 of 100"))
        #expect(texts.contains("on for 3.00 s") && texts.contains("10.0 a second"))
        #expect(history.alerts == 1 && history.usableFrames == 90)
        #expect(texts.contains("91 %"))
    }

    @Test("eyes that were never readable leave the level unknown")
    func unassessed() {
        var history = DriverHistory()
        history.add(result(at: 0, isUsable: false), [])
        #expect(history.isUnassessed && texts(history).contains("eyes never readable"))
    }

    @Test("the most urgent events are listed, the others counted")
    func events() {
        var history = DriverHistory()
        for id in 1...50 {
            let kind: DriverEventKind = id % 10 == 0 ? .microsleep : .longBlink
            let result = result(at: id * 1000, ended: [event(kind, id: id, at: id * 1000 - 300)])
            history.add(result, result.eventRecords)
        }
        #expect(history.counts == [.microsleep: 5, .longBlink: 45])
        let listed = history.notable.listed
        #expect(listed.count == NotableEvents.limit)
        #expect(listed.count { $0.event.kind == .microsleep } == 5)
        #expect(listed.map(\.event.id) == listed.map(\.event.id).sorted())
        #expect(texts(history).contains("18 more, of the less urgent, are not listed"))
        #expect(
            texts(history, hasEventLog: true)
                .contains("18 more, of the less urgent, are in the file of --events"))
    }

    @Test(
        "a run that ended early has a warning",
        arguments: [
            (DriverReport.Ending.interrupted, "interrupted: the report so far"),
            (.inputFailed, "ended early by an error: the report so far"),
            (.outputFailed, "ended early by an output's error: the report so far"),
        ])
    func warning(ending: DriverReport.Ending, text: String) {
        #expect(texts(DriverHistory(), ending: ending).contains(text))
        #expect(!texts(DriverHistory()).contains(text))
    }

    @Test("a long input name is shortened, and control characters are replaced")
    func inputName() {
        let name = String(repeating: "a", count: 60) + "\u{07}" + String(repeating: "b", count: 60)
        let shown = texts(DriverHistory(), input: name)[1]
        #expect(shown.count <= 76 && shown.hasPrefix("aaa") && shown.hasSuffix("bbb"))
        #expect(texts(DriverHistory(), input: "a\u{07}b")[1] == "a\u{FFFD}b")
    }

    @Test("an event is recorded when it fires and when it ends, or once if that is one frame")
    func records() {
        var open = event(.microsleep, id: 1, at: 0)
        open.end = nil
        let whole = event(.blink, id: 2, at: 50)
        var fired = result(at: 100, ended: [whole])
        fired.firedEvents = [whole, open]
        #expect(fired.eventRecords.map(\.phase) == [.fired, .complete])

        var openEvents = OpenEvents()
        openEvents.update(fired.eventRecords)
        let ended = openEvents.end(at: .milliseconds(40), .inputEnd)
        #expect(ended.map(\.event.id) == [1] && ended.first?.phase == .ended)
        #expect(ended.first?.event.end == .milliseconds(100))
        #expect(openEvents.end(at: .milliseconds(50), .inputEnd).isEmpty)
    }
}
