import DriverMonitoring
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import Testing

@testable import LandmarkReports

@Suite("Incidents of a driver")
struct DriverIncidentTests {
    private func page(_ history: DriverHistory, hasEventLog: Bool = false) -> Page {
        DriverReport.page(
            of: history,
            DriverReport.Run(input: "clip.mp4", speed: nil, hasEventLog: hasEventLog))
    }

    @Test("microsleep, sleep and no reaction of one closure are one incident")
    func closure() {
        var history = DriverScene.history(frames: 600) { DriverScene.result(at: $0) }
        history.add(DriverScene.records(DriverScene.sleep(id: 1, at: 10_000)))
        #expect(history.incidentCount == 1 && history.counts[.sleep] == 1)
        let incident = history.incidents.listed.first
        #expect(incident?.lead.event.kind == .unresponsive && incident?.duration == 7000)
        #expect(
            incident?.steps
                == "microsleep after 1.50 s, sleep after 3.00 s, unresponsive after 6.00 s;"
                + " eyes closed")
        let words = page(history).words
        #expect(words.contains("1 incident: unresponsive at 0:10 for 7.00 s."))
        // It is not listed again among the other events.
        #expect(!words.contains("Other events"))

        history.add(DriverScene.records(DriverScene.sleep(id: 4, at: 30_000)))
        #expect(history.incidentCount == 2 && page(history).words.contains("2 incidents: "))
    }

    @Test("events of one incident that end in different frames are one incident")
    func lateEnds() {
        var history = DriverScene.history(frames: 200) { DriverScene.result(at: $0) }
        for event in DriverScene.sleep(id: 1, at: 5000) {
            history.add(DriverScene.records([event]))
        }
        #expect(history.incidentCount == 1)
        #expect(history.incidents.listed.first?.records.count == 3)
    }

    @Test("events with the number of an incident are one, whenever they start")
    func numbered() {
        var history = DriverScene.history(frames: 200) { DriverScene.result(at: $0) }
        let look = DriverScene.event(
            .distractionLong, id: 1, at: 1000, fire: 3000, end: 8000, incident: 7)
        let silence = DriverScene.event(
            .unresponsive, id: 2, at: 4000, fire: 3000, end: 5000, reason: .gazeAway,
            confidence: 0.5, incident: 7)
        // Two incidents can begin at the same time.
        let other = DriverScene.event(.phoneLike, id: 3, at: 1000, incident: 8)
        history.add(DriverScene.records([look, silence, other]))
        #expect(history.incidentCount == 2)
        let incident = history.incidents.byUrgency.first
        #expect(incident?.lead.event.kind == .unresponsive && incident?.duration == 8000)
        #expect(
            incident?.steps
                == "long distraction after 3.00 s, unresponsive after 6.00 s;"
                + " gaze does not return; confidence 0.50")
    }

    @Test("what is no danger in itself is no incident")
    func others() {
        var history = DriverScene.history(frames: 200) { DriverScene.result(at: $0) }
        let kinds: [DriverEventKind] = [.blink, .longBlink, .yawn, .noFace, .eyesUnreadable]
        for (index, kind) in kinds.enumerated() {
            history.add(
                DriverScene.records([DriverScene.event(kind, id: index + 1, at: index * 3000)]))
        }
        #expect(history.incidentCount == 0 && history.notable.total == 5)
        #expect(page(history).words.contains("There were no incidents."))
        #expect(!page(history).texts.contains("How"))
    }

    @Test("if not all incidents fit, the most urgent are listed and all are counted")
    func many() {
        var history = DriverScene.history(frames: 200) { DriverScene.result(at: $0) }
        for index in 0..<200 {
            let start = index * 10_000
            let events =
                index % 50 == 49
                ? DriverScene.sleep(id: index * 3 + 1, at: start)
                : [DriverScene.event(.distractionShort, id: index * 3 + 1, at: start)]
            history.add(DriverScene.records(events))
        }
        #expect(history.incidentCount == 200)
        let listed = history.incidents.listed
        #expect(listed.count == NotableIncidents.limit)
        #expect(listed.count { $0.lead.event.kind == .unresponsive } == 4)
        #expect(listed.map(\.start) == listed.map(\.start).sorted())
        let words = page(history, hasEventLog: true).words
        #expect(words.contains("168 more, less urgent, are in the --events file."))
        #expect(words.contains("200 incidents: unresponsive at 8:10 for 7.00 s;"))
    }

    // MARK: Images

    /// A run in which each of the incidents fires, with a frame of another shade at each step.
    private func images(_ incidents: [[DriverEvent]]) throws -> DriverHistory {
        var history = DriverHistory(keepsImages: true)
        var shade: UInt8 = 0
        for event in incidents.joined().sorted(by: { $0.fire < $1.fire }) {
            shade &+= 20
            let result = DriverScene.result(at: event.fire.milliseconds, fired: [event])
            history.add(result, [])
            try history.addImage(DriverScene.image(shade), nil, of: result)
        }
        for events in incidents { history.add(DriverScene.records(events)) }
        return history
    }

    private func html(_ history: DriverHistory) -> String {
        let run = DriverReport.Run(input: "clip.mp4", speed: nil, hasEventLog: false)
        return String(decoding: DriverReport.html(of: history, run), as: UTF8.self)
    }

    @Test("there are no images unless they are asked for")
    func notAsked() throws {
        var history = DriverHistory()
        for event in DriverScene.sleep(id: 1, at: 0) {
            let result = DriverScene.result(at: event.fire.milliseconds, fired: [event])
            history.add(result, [])
            try history.addImage(DriverScene.image(9), nil, of: result)
        }
        history.add(DriverScene.records(DriverScene.sleep(id: 1, at: 0)))
        #expect(history.images == nil)
        #expect(!html(history).contains("data:") && !html(history).contains("<image"))
    }

    @Test("an incident has one image: the moment of its most urgent event")
    func mostUrgent() throws {
        let history = try images([DriverScene.sleep(id: 1, at: 0)])
        let moments = try #require(history.images?.moments)
        #expect(moments.map(\.event.kind) == [.unresponsive])
        let image = try ImageFile.decode(try #require(moments.first).image.jpeg, name: "image")
        #expect(max(image.width, image.height) == IncidentImages.side)
        // The third shade.
        #expect(image.rgb(x: 20, y: 20).allSatisfy { abs(Int($0) - 60) < 4 })
        let html = html(history)
        #expect(html.ranges(of: "href=\"data:image/jpeg;base64,").count == 1)
        #expect(!html.contains("src="))
        #expect(html.contains("aria-label=\"Unresponsive: 0:04.50, after 6.00 s\""))
    }

    @Test("the number and the size of images are limited, and the most urgent are kept")
    func limited() throws {
        let incidents = (0..<40).map { index in
            index == 30
                ? DriverScene.sleep(id: index * 3 + 1, at: index * 20_000)
                : [DriverScene.event(.distractionShort, id: index * 3 + 1, at: index * 20_000)]
        }
        let history = try images(incidents)
        let moments = try #require(history.images?.moments)
        #expect(moments.count == IncidentImages.limit)
        #expect(moments.contains { $0.event.kind == .unresponsive })
        #expect(moments.allSatisfy { max($0.image.size.width, $0.image.size.height) <= 320 })
        // The earliest of the less urgent.
        #expect(moments.dropLast().map(\.event.start.milliseconds) == (0..<11).map { $0 * 20_000 })
        #expect(page(history).words.contains("28 more have no image."))
    }

    @Test("a small frame is not enlarged")
    func small() throws {
        var images = IncidentImages()
        try images.add(
            DriverScene.image(9, width: 176, height: 144), nil,
            [DriverScene.event(.microsleep, id: 1, at: 0)])
        #expect(images.moments.first?.image.size == PixelSize(width: 176, height: 144))
    }
}
