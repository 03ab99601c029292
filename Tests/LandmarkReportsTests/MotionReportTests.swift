import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import Testing

@testable import LandmarkReports

@Suite("The motion report")
struct MotionReportTests {
    private func run(
        _ definition: ExerciseDefinition? = MotionScene.squat, input: String = "clip.mp4",
        target: Int? = nil, cameras: Int = 1
    ) -> MotionReport.Run {
        MotionReport.Run(
            input: input, measures: MotionScene.measures, definition: definition, target: target,
            cameras: cameras)
    }

    /// The texts of a page, in drawing order, with plain spaces.
    private func texts(
        _ people: [MotionHistory], _ run: MotionReport.Run, _ layout: PageLayout = .wide
    ) -> [String] {
        MotionReport.page(of: people, run, layout).marks.compactMap { mark in
            if case .text(let text, _, _) = mark {
                text.replacing("\u{A0}", with: " ")
            } else {
                nil
            }
        }
    }

    /// The paragraphs of small print, whose lines are joined.
    private func words(
        _ people: [MotionHistory], _ run: MotionReport.Run, _ layout: PageLayout = .wide
    ) -> String {
        texts(people, run, layout).joined(separator: " ")
    }

    @Test("every report states what it is not, and the measured errors", arguments: [1, 4])
    func disclaimer(cameras: Int) throws {
        let squats = try MotionScene.squats(to: [90])
        for people in [[], [squats]] {
            for layout in [PageLayout.wide, .narrow] {
                for definition in [nil, MotionScene.squat] {
                    let words = words(people, run(definition, cameras: cameras), layout)
                    #expect(words.contains("Not a medical device, and not a diagnosis."))
                    #expect(words.contains(cameras == 1 ? "single camera" : "4 cameras"))
                    #expect(words.contains("20° to 26° at the knee, 12° to 15° at the hip"))
                }
            }
        }
    }

    @Test("a report that leaves out frames says so")
    func frameLimit() throws {
        let squats = try MotionScene.squats(to: [90])
        var run = run()
        for layout in [PageLayout.wide, .narrow] {
            run.frameLimit = nil
            #expect(!words([squats], run, layout).contains("too long for a full report"))
            run.frameLimit = 216_000
            #expect(words([squats], run, layout).contains("cover only its first 216000 frames"))
        }
    }

    @Test("a report without people, frames or repetitions says so")
    func nothing() throws {
        #expect(texts([], run()).contains("No one was seen, so there are no results."))
        let empty = MotionHistory(id: 1, measures: MotionScene.measures)
        for layout in [PageLayout.wide, .narrow] {
            #expect(
                texts([empty], run(nil), layout)
                    .contains("There were no frames, so there are no results."))
        }
        let idle = try MotionScene.squats(to: [20, 20])
        let all = texts([idle], run())
        #expect(all.contains("No repetitions were counted.") && all.contains("0"))
        #expect(!all.contains("Repetitions and faults") || all.contains("Squat: signal"))
    }

    @Test("tiles have the repetitions, the target and the faults")
    func tiles() throws {
        let history = try MotionScene.squats(to: [90, 70, 90])
        let all = texts([history], run(target: 10))
        #expect(all.contains("3 / 10") && all.contains("6.50 s") && all.contains("130"))
        #expect(all.contains("most: lower") && all.contains("100 %"))
        #expect(all.contains("Exercise report: Squat") && all.contains("Counts squats."))
    }

    @Test("each repetition has a row, with its faults as instructions", arguments: [true, false])
    func repetitions(isNarrow: Bool) throws {
        let history = try MotionScene.squats(to: [90, 70, 100])
        let all = texts([history], run(), isNarrow ? .narrow : .wide)
        let faults = all.filter { $0.hasSuffix("! lower") && !$0.hasPrefix("most") }
        #expect(faults.filter { $0 == "! lower" || $0 == "faults: ! lower" }.count == 1)
        // The peaks of the signal, which is the mean of both knees.
        for peak in ["91°", "71°", "101°"] { #expect(all.contains(peak), "\(peak)") }
        // The spans of the chart have the numbers, too.
        #expect(all.contains("2!") && all.contains("3"))
    }

    @Test("charts have their thresholds, spans with tooltips, and a text for those who cannot see")
    func charts() throws {
        let history = try MotionScene.squats(to: [90, 70])
        let page = MotionReport.page(of: [history], run())
        let names = page.marks.compactMap { mark in
            if case .beginGroup(.image, let name) = mark { name } else { nil }
        }
        #expect(names.count == 3)
        #expect(names.first == "Squat: signal over time, from 11° to 91°; 2 repetitions")
        #expect(names.contains { $0.hasPrefix("Knee flexion over time: left 10° to ") })
        #expect(texts([history], run()).contains("bottom 60°"))
        #expect(words([history], run(), .narrow).contains("dashed: top 30°, bottom 60°"))
        let tooltips = page.marks.compactMap { mark in
            if case .box(_, _, _, _, let tooltip) = mark { tooltip } else { nil }
        }
        #expect(tooltips.contains { $0.hasPrefix("Repetition 2, ") && $0.hasSuffix(", lower") })
        let html = String(decoding: MotionReport.html(of: [history], run()), as: UTF8.self)
        #expect(html.contains("role=\"document\"") && html.contains("role=\"table\""))
    }

    @Test("what was not seen is named with its time")
    func missing() throws {
        let history = try MotionScene.squats(to: [90, 90, 90], isSeen: { !(2.5...4.5 ~= $0) })
        let all = texts([history], run())
        #expect(all.contains("Not measured") && all.contains("interrupted"))
        #expect(all.contains("left ankle not visible enough"))
        let motion = texts([history], run(nil))
        #expect(motion.contains("right ankle outside the image"))
        #expect(motion.contains("left knee flexion"))
    }

    @Test("ranges of motion have both sides and their difference")
    func ranges() throws {
        var history = MotionHistory(id: 1, measures: MotionScene.measures)
        for frame in 0..<200 {
            let time = Double(frame) / 20
            let depth = frame % 40 < 20 ? Double(frame % 40) : Double(40 - frame % 40)
            let sample = MotionSample(
                time: time, id: 1, viewYaw: 0,
                readings: [
                    .kneeFlexionLeft: MotionScene.reading(4 * depth),
                    .kneeFlexionRight: MotionScene.reading(2 * depth),
                    .trunkForward: MotionScene.missing(.absent),
                ])
            try history.add(.init(sample: sample, pose: nil))
        }
        let all = texts([history], run(nil))
        // 80° and 40°, slightly less after the filter.
        #expect(all.contains("67 %") || all.contains("66 %"), "\(all)")
        #expect(all.contains("left knee flexion") && all.contains("–"))
        let pair = ReportedPerson(history, origin: 0).pairs[0]
        #expect(abs((pair.symmetry ?? 0) - 66.7) < 2)
    }

    @Test("people have sections of their own")
    func people() throws {
        let people = try (1...5).map { try MotionScene.squats(to: [90], id: $0) }
        for layout in [PageLayout.wide, .narrow] {
            let all = texts(people, run(), layout)
            #expect((1...5).allSatisfy { all.contains("Person \($0)") })
        }
        #expect(!texts([people[0]], run()).contains("Person 1"))
    }

    @Test("long names, control characters and long lists fit", arguments: [true, false])
    func extremes(isNarrow: Bool) throws {
        let layout = isNarrow ? PageLayout.narrow : .wide
        var definition = MotionScene.squat
        definition.title = String(repeating: "long name ", count: 12)
        definition.faults[0].say = String(repeating: "lower ", count: 30)
        let peaks = (0..<150).map { Double(65 + $0 % 40) }
        let history = try MotionScene.squats(to: peaks, definition: definition)
        var run = run(definition, input: "a\u{07}" + String(repeating: "x", count: 300))
        run.ending = .interrupted
        let page = MotionReport.page(of: [history], run, layout)
        for mark in page.marks {
            guard case .text(let text, let point, let style) = mark else { continue }
            #expect(!text.contains("\u{07}"))
            let width = Double(text.count) * style.size * (style.isBold ? 0.6 : 0.52)
            let left: Double =
                switch style.anchor {
                case .start: point.x
                case .middle: point.x - width / 2
                case .end: point.x - width
                }
            #expect(left > -2 && left + width < layout.width + 2, "\(text)")
        }
        let all = texts([history], run, layout)
        #expect(all.contains("\(150 - PageTable.limit) more are not listed."))
        #expect(all.contains("interrupted: the report so far"))
        #expect(all.contains("Exercise report"))
    }

    @Test("values that are not numbers are dashes, and times may be far apart")
    func notFinite() throws {
        var history = MotionHistory(id: 1, measures: MotionScene.measures)
        for (time, value) in [(0.0, Double.nan), (1, .infinity), (36_000, -1e30), (36_001, 4)] {
            let sample = MotionScene.sample(at: time, knees: value)
            try history.add(.init(sample: sample, pose: nil))
        }
        for definition in [nil, MotionScene.squat] {
            for layout in [PageLayout.wide, .narrow] {
                let all = texts([history], run(definition), layout)
                #expect(!all.contains { $0.contains("nan") || $0.contains("inf") })
                #expect(all.contains("10 h 0 min") || all.contains("13 h 20 min"))
            }
        }
    }

    @Test("the HTML is one file that loads nothing, with its images in it")
    func selfContained() throws {
        let history = try MotionScene.squats(to: [90, 70, 100], images: true)
        let html = String(decoding: MotionReport.html(of: [history], run()), as: UTF8.self)
        let addresses = html.split(separator: "http").dropFirst()
        #expect(addresses.allSatisfy { $0.hasPrefix("://www.w3.org/2000/svg") })
        #expect(!html.contains("src=") && !html.contains("<script") && !html.contains("@import"))
        // Best and worst; the first fault has the frame of the worst repetition.
        #expect(html.split(separator: "data:image/jpeg;base64,").count == 3)
        let all = texts([history], run())
        #expect(all.contains("Best") && all.contains("Worst") && all.contains("! lower"))
        let image = try MotionReport.image(of: [history], run())
        #expect(image.width == 2400)
    }

    @Test("times are counted from the run's first frame")
    func origin() throws {
        var history = MotionHistory(id: 1, measures: MotionScene.measures)
        for frame in 0..<40 {
            let sample = MotionScene.sample(at: 100 + Double(frame) / 20, knees: 30)
            try history.add(.init(sample: sample, pose: nil))
        }
        #expect(texts([history], run(nil)).contains("from 0:00.0, one camera"))
        var run = run(nil)
        run.start = 97.5
        let all = texts([history], run)
        #expect(all.contains("from 0:02.5, one camera") && all.contains("0:03.0"))
    }
}

@Suite("Results of clinical tests in reports")
struct MotionTestReportTests {
    /// The texts of a test's report at 30 frames a second, on wide and narrow pages.
    private func texts(
        _ name: String, seconds: Double, _ value: (Measure, Double) -> Double
    ) throws -> [String] {
        let definition = try ExerciseDefinition.named(name)
        var session = try ExerciseSession(definition)
        var history = MotionHistory(
            id: 1, measures: definition.measures, definition: definition)
        for frame in 0..<Int(seconds * 30) {
            let time = Double(frame) / 30
            var readings: [Measure: Reading] = [:]
            for measure in definition.measures {
                readings[measure] = MotionScene.reading(value(measure, time))
            }
            let sample = MotionSample(time: time, id: 1, viewYaw: 90, readings: readings)
            let events = session.update(sample)
            try history.add(
                .init(sample: sample, pose: MotionScene.pose(), status: session.status),
                events: events, image: MotionScene.image())
        }
        let events = session.finish()
        history.finish(events: events, report: session.report())
        let run = MotionReport.Run(
            input: "clip", measures: definition.measures, definition: definition)
        return [PageLayout.wide, .narrow].flatMap { layout in
            MotionReport.page(of: [history], run, layout).marks.compactMap { mark in
                if case .text(let text, _, _) = mark {
                    text.replacing("\u{A0}", with: " ")
                } else {
                    nil
                }
            }
        }
    }

    /// The knees and hips of someone who sits for a second and then stands up every two seconds.
    private func standing(_ measure: Measure, _ time: Double) -> Double {
        guard ["kneeFlexion", "hipFlexion"].contains(measure.baseName) else { return 0 }
        return time < 1 || (time - 1).truncatingRemainder(dividingBy: 2) > 1.2 ? 90 : 5
    }

    @Test("the chair stand has STEADI's limits")
    func chairStand() throws {
        let all = try texts("chair-stand", seconds: 33, standing)
        #expect(all.contains("Result of the test") && all.contains("lasted 30 seconds"))
        #expect(all.contains("60–64") && all.contains("90–94"))
        #expect(all.contains { $0.contains("CDC, STEADI") })
        #expect(all.joined(separator: " ").contains("This is not a diagnosis"))
    }

    @Test("five stands have their times")
    func fiveTimes() throws {
        let all = try texts("five-times-sit-to-stand", seconds: 15, standing)
        #expect(all.contains("time for five stands") && all.contains("stand 5"))
        #expect(all.joined(separator: " ").contains("This is not a diagnosis"))
    }

    @Test("Timed Up and Go has its limit")
    func timedUpAndGo() throws {
        let all = try texts("timed-up-and-go", seconds: 20) { measure, time in
            ["kneeFlexion", "hipFlexion"].contains(measure.baseName)
                ? (2...15 ~= time ? 5 : 90) : 0
        }
        #expect(all.contains("12 seconds or more"))
        #expect(all.contains { $0.contains("Timed Up & Go") })
    }

    @Test("gait has both sides and its source")
    func gait() throws {
        let all = try texts("gait", seconds: 10) { measure, time in
            let phase = 2 * Double.pi * time + (measure.side == .left ? 0 : .pi)
            return 0.3 * cosine(phase) + (measure.baseName == "toeForward" ? 0.15 : 0)
        }
        #expect(all.contains("Steps") && all.contains("Foot strikes and offs"))
        #expect(!all.contains("Repetitions") && all.contains("100 %"))
        #expect(all.contains("Gait") && all.contains("step length") && all.contains("foot strikes"))
        #expect(all.joined(separator: " ").contains("Zeni et al. (2008)"))
    }

    @Test("single-leg stance names the leg that stands")
    func singleLegStance() throws {
        let all = try texts("single-leg-stance", seconds: 12) { measure, time in
            switch measure {
            // The left foot is up from 2 to 10 s.
            case .footLiftLeft: 2...10 ~= time ? 0.3 : 0
            case .footLiftRight: 2...10 ~= time ? -0.3 : 0
            default: 0
            }
        }
        #expect(all.contains("longest time on the right leg"))
        #expect(all.contains { $0.hasPrefix("8.0") && $0.hasSuffix("in 1 attempt") }, "\(all)")
        #expect(all.contains("none") && all.contains("Holds"))
    }

    /// A cosine without a library: its series, which is good enough between −π and π.
    private func cosine(_ angle: Double) -> Double {
        let turns = (angle / (2 * .pi)).rounded()
        let x = angle - turns * 2 * .pi
        var (term, sum) = (1.0, 1.0)
        for index in 1...12 {
            term *= -x * x / Double((2 * index - 1) * 2 * index)
            sum += term
        }
        return sum
    }
}
