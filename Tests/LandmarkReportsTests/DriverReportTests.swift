import DriverMonitoring
import LandmarkCore
import Testing

@testable import LandmarkReports

@Suite("The driver report")
struct DriverReportTests {
    private func page(
        _ history: DriverHistory, input: String = "clip.mp4", hasHands: Bool = false,
        hasEventLog: Bool = false, ending: DriverReport.Ending = .complete,
        _ layout: PageLayout = .wide
    ) -> Page {
        var run = DriverReport.Run(
            input: input, speed: nil, hasHands: hasHands, hasEventLog: hasEventLog)
        run.date = "2026-11-22 23:15 +0000"
        run.program = "LandmarkKit 0.1.0"
        run.ending = ending
        return DriverReport.page(of: history, run, layout)
    }

    // MARK: What could not be seen

    @Test("a run without a frame states that nothing is known", arguments: [true, false])
    func noFrame(isNarrow: Bool) {
        let page = page(DriverHistory(), isNarrow ? .narrow : .wide)
        #expect(page.words.contains("There were no frames, so there are no results."))
        #expect(page.texts.contains("unknown") && page.texts.contains("–"))
        #expect(!page.texts.contains("Eye openness"))
    }

    @Test("an unreadable hour says that nothing was seen, before anything else")
    func unreadableHour() throws {
        let history = DriverScene.history(frames: 36_000) {
            DriverScene.result(at: $0, isUsable: false)
        }
        for layout in [PageLayout.wide, .narrow] {
            let page = page(history, layout)
            let words = page.words
            #expect(words.contains("Could not see: the eyes were never readable"))
            #expect(words.contains("Whether the driver was awake is unknown."))
            #expect(words.contains("The head was readable for 100 % of the time."))
            #expect(words.contains("No incidents were found in the time that was readable."))
            #expect(!words.contains("There were no incidents"))
            let summary = try #require(page.texts.firstIndex { $0.contains("Could not see") })
            let tile = try #require(page.texts.firstIndex(of: "Highest level"))
            #expect(summary < tile)
            let validity = try #require(
                page.texts.firstIndex { $0.hasPrefix("The score, its levels") })
            #expect(validity < summary)
            // Nothing is shown as a level, and "unknown" is a word, not only a pattern.
            #expect(page.texts.contains("unknown") && !page.hatched.isEmpty)
            #expect(page.texts.contains { ["level unknown", "unknown"].contains($0) })
        }
    }

    @Test("a readable hour without events says so, with nothing hatched")
    func goodHour() {
        let history = DriverScene.history(frames: 36_000) { DriverScene.result(at: $0) }
        let page = page(history)
        #expect(page.words.contains("The eyes were readable for 100 % of the time."))
        #expect(page.words.contains("There were no incidents."))
        #expect(page.hatched.isEmpty && !page.words.contains("Could not see"))
    }

    @Test("what was not seen in part of a run is told, with the reason")
    func partlyReadable() {
        let history = DriverScene.history(frames: 1001) { time in
            DriverScene.result(at: time, isFace: time <= 75_000)
        }
        let page = page(history)
        #expect(
            page.words.contains("Could not see the eyes for 25 % of the time (no face 25 %)."))
        #expect(history.readability.reasons(.mouth).map(\.text) == ["no face"])
        // The level is hatched where the face was missing, and nowhere else.
        let right = page.hatched.map(\.left).min() ?? 0
        let box = page.hatched.first { $0.height == 16 }
        #expect(box.map { abs($0.left - right) < 1 } == true)
    }

    @Test("why eyes were unreadable is told, and how small they were")
    func reasons() {
        let history = DriverScene.history(frames: 1001) { time in
            let reason: EyeUnreadableReason =
                time <= 80_000 ? .faceTooSmall(eyeWidth: time % 200 == 0 ? 6 : 8) : .tooDark
            return DriverScene.result(at: time, isUsable: false, reason: reason)
        }
        let words = page(history).words
        #expect(words.contains("(face too small 80 %, too dark 20 %)"))
        #expect(words.contains("eyes were on average 7 pixels wide."))
    }

    @Test("a level that is held while it is unknown is neither shown nor the highest")
    func heldLevel() {
        let history = DriverScene.history(frames: 600) { time in
            DriverScene.result(
                at: time, score: 70, level: .severe, isUsable: time < 100,
                isLevelKnown: false)
        }
        #expect(history.highestLevel == .alert && history.unknownLevelShare == 1)
        let page = page(history)
        #expect(page.texts.contains("level unknown") && !page.texts.contains("score up to 70"))
    }

    @Test("readable data that are too poor to judge leave the level unknown")
    func poorData() {
        let history = DriverScene.history(frames: 600) {
            DriverScene.result(at: $0, confidence: 0.2)
        }
        #expect(history.isUnassessed)
        let words = page(history).words
        #expect(words.contains("Could not judge") && words.contains("mean confidence 0.20"))
    }

    @Test(
        "too few frames for short closures are told",
        arguments: [(step: 333, rate: "3.0"), (200, "5.0"), (125, nil), (33, nil)])
    func frameRate(step: Int, rate: String?) {
        let history = DriverScene.history(frames: 200, step: step) { time in
            var result = DriverScene.result(at: time)
            result.isLimited = step > 250
            return result
        }
        let words = page(history).words
        #expect(words.contains("short closures cannot be seen below 8 frames/s") == (rate != nil))
        if let rate { #expect(words.contains("100 % of the time (\(rate) per second)")) }
        #expect(
            words.contains("How tired the driver was cannot be judged") == (step > 250))
        #expect(words.contains("The eyes were readable for 100 % of the time."))
        #expect(words.contains("too few frames") == (step > 250))
    }

    @Test("eyes that could not be read are marked on the timeline with the reason")
    func reasonOnTimeline() {
        var history = DriverHistory()
        let reasons: [EyeUnreadableReason] = [.faceTooSmall(eyeWidth: 5.6), .tooDark]
        for time in 0..<600 {
            let events = reasons.enumerated().compactMap { index, reason -> DriverEvent? in
                guard time == 200 * (index + 1) else { return nil }
                return DriverEvent(
                    id: index + 1, kind: .eyesUnreadable, start: .milliseconds(100 * time - 8000),
                    fire: .milliseconds(100 * time - 6000), end: .milliseconds(100 * time),
                    peak: 1, eyeUnreadableReason: reason)
            }
            history.add(DriverScene.result(at: time * 100), DriverScene.records(events))
        }
        let page = page(history)
        // Where the full text does not fit, only the reason is written.
        #expect(page.texts.contains("face too small"))
        #expect(page.texts.contains("Eyes unreadable: too dark"))
    }

    @Test("gaps between frames are not readable time")
    func gaps() {
        var history = DriverHistory()
        for index in 0..<100 {
            history.add(DriverScene.result(at: index * 100 + (index >= 50 ? 10_000 : 0)), [])
        }
        #expect(abs((history.availability ?? 0) - 9.8 / 19.9) < 0.001)
        #expect(history.readability.reasons(.eyes).map(\.text) == [DriverReadability.gap])
    }

    @Test("the table of signals has shares, and hands only where they were looked for")
    func signals() {
        let history = DriverScene.history(frames: 101) { time in
            DriverScene.result(at: time, isFace: time > 2000)
        }
        #expect(page(history).texts.contains("not looked for"))
        let table = page(history, hasHands: true)
        #expect(table.words.contains("no hand detector 80 %, no face 20 %"))
        #expect(!table.texts.contains("not looked for"))
    }

    // MARK: Tiles and charts

    @Test("tiles have the highest level, the incidents, and the availability")
    func tiles() {
        let history = DriverScene.history(frames: 100) { time in
            let isTired = (5000..<8000).contains(time)
            return DriverScene.result(
                at: time, score: isTired ? 62 : 0, level: isTired ? .severe : .alert,
                alerts: isTired ? [.fatigue] : [], isUsable: time >= 1000)
        }
        let texts = page(history).texts
        #expect(texts.contains("3 severe") && texts.contains("score up to 62 of 100"))
        #expect(texts.contains("alerts on for 3.00 s") && texts.contains("10.0 per second"))
        #expect(history.usableFrames == 90 && texts.contains("91 %"))
    }

    @Test("eyes that were never readable leave the level unknown")
    func unassessed() {
        let history = DriverScene.history(frames: 1) {
            DriverScene.result(at: $0, isUsable: false)
        }
        #expect(history.isUnassessed && page(history).texts.contains("eyes never readable"))
    }

    @Test("speed has a lane when it is known, confidence always")
    func lanes() {
        let unknown = DriverScene.history(frames: 20) { DriverScene.result(at: $0) }
        #expect(page(unknown).texts.contains("Confidence"))
        #expect(!page(unknown).texts.contains("Speed"))
        let known = DriverScene.history(frames: 20) { DriverScene.result(at: $0, speed: 80) }
        #expect(page(known).texts.contains("Speed") && page(known).texts.contains("120"))
    }

    // MARK: Events

    @Test("the most urgent events are listed, the others counted")
    func events() {
        var history = DriverHistory()
        for id in 1...50 {
            let kind: DriverEventKind = id % 10 == 0 ? .headNod : .longBlink
            let event = DriverScene.event(kind, id: id, at: id * 1000 - 300)
            let result = DriverScene.result(at: id * 1000, fired: [event], ended: [event])
            history.add(result, result.eventRecords)
        }
        #expect(history.counts == [.headNod: 5, .longBlink: 45])
        let listed = history.notable.listed
        #expect(listed.count == NotableEvents.limit)
        #expect(listed.count { $0.event.kind == .headNod } == 5)
        #expect(listed.map(\.event.id) == listed.map(\.event.id).sorted())
        #expect(page(history).texts.contains("18 more, less urgent, are not listed"))
        #expect(
            page(history, hasEventLog: true).texts
                .contains("18 more, less urgent, are in the --events file"))
    }

    @Test("rates are those of readable time, and need a minute of it")
    func rates() {
        // Readable for the first 100 s of 400 s, with two yawns.
        var history = DriverHistory()
        for index in 0...4000 {
            let yawns =
                [100, 900].contains(index)
                ? [DriverScene.event(.yawn, id: index, at: index * 100 - 2000, end: 1900)] : []
            let result = DriverScene.result(
                at: index * 100, isFace: index <= 1000, fired: yawns, ended: yawns)
            history.add(result, result.eventRecords)
        }
        #expect(abs((history.rate(of: .yawn) ?? 0) - 72) < 0.001)
        #expect(page(history).texts.contains("72") && page(history).texts.contains("3.80 s"))

        var short = DriverScene.history(frames: 590) { DriverScene.result(at: $0) }
        short.add(DriverScene.records([DriverScene.event(.yawn, id: 1, at: 500)]))
        #expect(short.rate(of: .yawn) == nil && page(short).texts.contains("Yawn"))
    }

    @Test("an event is recorded when it fires and when it ends, or once if that is one frame")
    func records() {
        var open = DriverScene.event(.microsleep, id: 1, at: 0)
        open.end = nil
        let whole = DriverScene.event(.blink, id: 2, at: 50)
        let fired = DriverScene.result(at: 100, fired: [whole, open], ended: [whole])
        #expect(fired.eventRecords.map(\.phase) == [.fired, .complete])

        var openEvents = OpenEvents()
        openEvents.update(fired.eventRecords)
        let ended = openEvents.end(at: .milliseconds(40), .inputEnd)
        #expect(ended.map(\.event.id) == [1] && ended.first?.phase == .ended)
        #expect(ended.first?.event.end == .milliseconds(100))
        #expect(openEvents.end(at: .milliseconds(50), .inputEnd).isEmpty)
    }

    // MARK: The page

    @Test(
        "a run that ended early has a warning",
        arguments: [
            (DriverReport.Ending.interrupted, "interrupted: the report so far"),
            (.inputFailed, "ended early because of an error: the report so far"),
            (.outputFailed, "ended early because of an output error: the report so far"),
        ])
    func warning(ending: DriverReport.Ending, text: String) {
        #expect(page(DriverHistory(), ending: ending).texts.contains(text))
        #expect(!page(DriverHistory()).texts.contains(text))
    }

    @Test("a long input name is shortened, and control characters are replaced")
    func inputName() {
        let name = String(repeating: "a", count: 60) + "\u{07}" + String(repeating: "b", count: 60)
        let shown = page(DriverHistory(), input: name).texts[1]
        #expect(shown.count <= 76 && shown.hasPrefix("aaa") && shown.hasSuffix("bbb"))
        #expect(page(DriverHistory(), input: "a\u{07}b").texts[1] == "a\u{FFFD}b")
    }

    @Test("the page says when and with what it was made")
    func origin() {
        #expect(
            page(DriverHistory()).texts
                .contains("Made 2026-11-22 23:15 +0000 with LandmarkKit 0.1.0"))
    }

    @Test("the page is read part by part: headings, tables, and charts in words")
    func accessibility() {
        var history = DriverScene.history(frames: 300) {
            DriverScene.result(at: $0, isUsable: $0 > 15_000)
        }
        history.add(DriverScene.records(DriverScene.sleep(id: 1, at: 20_000)))
        let run = DriverReport.Run(input: "a.mp4", speed: nil, hasEventLog: false)
        let html = String(decoding: DriverReport.html(of: history, run), as: UTF8.self)
        #expect(html.contains("role=\"document\"") && html.contains("aria-level=\"1\""))
        for name in ["Incidents", "What was readable", "Events by kind"] {
            #expect(html.contains("<g role=\"table\" aria-label=\"\(name)\">"), "\(name)")
        }
        #expect(html.contains("aria-label=\"Fatigue score over time, from 0 to 0; level unknown"))
        #expect(html.contains("aria-label=\"Eye openness over time, from 90 % to 90 %; readable"))
        #expect(!html.contains(" his ") && !html.contains("href="))
        // Every group that begins ends.
        #expect(html.ranges(of: "<g ").count == html.ranges(of: "</g>").count)
    }

    /// Characters of the page's fonts are on average at most 0.58 of their size wide.
    @Test("no text exceeds the page", arguments: [true, false])
    func textFits(isNarrow: Bool) {
        var history = DriverScene.history(frames: 3000) { time in
            DriverScene.result(
                at: time, isFace: time % 50_000 > 20_000, isUsable: time > 100_000, speed: 90)
        }
        for index in 0..<40 {
            history.add(
                DriverScene.records(
                    DriverScene.sleep(id: index * 4 + 1, at: index * 7000)
                        + [DriverScene.event(.yawn, id: index * 4 + 4, at: index * 6900)]))
        }
        let layout = isNarrow ? PageLayout.narrow : .wide
        let page = page(history, hasHands: true, layout)
        for case .text(let text, let point, let style) in page.marks {
            let length = Double(text.count) * style.size * 0.58
            let left =
                switch style.anchor {
                case .start: point.x
                case .middle: point.x - length / 2
                case .end: point.x - length
                }
            #expect(left >= 0 && left + length <= layout.width, "\(text) at \(point.x)")
            #expect(point.y < page.height)
        }
    }
}
