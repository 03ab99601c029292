import Foundation
import LandmarkCalculators
import LandmarkCore
import LandmarkGraph
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Motion calculators")
struct ExerciseCalculatorTests {
    /// Knees that bend from 10° to 90° and back in 2 s.
    private func sample(_ time: Double, id: Int = 1) -> MotionSample {
        let angle = 10 + 40 * (1 - cos(.pi * time))
        func reading(_ value: Double) -> Reading {
            Reading(
                value: value, unfiltered: value, speed: 0, confidence: 1, state: .measured,
                reason: nil)
        }
        let knee = reading(angle)
        let hip = reading(60)
        return MotionSample(
            time: time, id: id,
            readings: [
                .kneeFlexionLeft: knee, .kneeFlexionRight: knee, .hipFlexionLeft: hip,
                .hipFlexionRight: hip,
            ])
    }

    private func runner(
        _ options: String = #"exercise: "squat""#, side: String = "",
        _ packets: [String: Packet] = [:]
    ) throws -> GraphRunner {
        try GraphRunner(
            config: GraphConfig(
                parsing: """
                    input_stream: "motion"
                    output_stream: "status"
                    output_stream: "events"
                    output_stream: "reports"
                    node {
                      calculator: "ExerciseCalculator"
                      input_stream: "MOTION:motion"
                      \(side)
                      output_stream: "STATUS:status"
                      output_stream: "EVENTS:events"
                      output_stream: "REPORTS:reports"
                      node_options: {
                        [type.googleapis.com/landmarkkit.ExerciseCalculatorOptions] { \(options) }
                      }
                    }
                    """), sidePackets: packets)
    }

    private func step(
        _ runner: GraphRunner, _ time: Double, _ people: [MotionSample]
    ) throws -> [String: [Packet]] {
        let time = GraphTimestamp.microseconds(Int64((time * 1_000_000).rounded()))
        return try runner.step([("motion", Packet(MotionResult(people: people), at: time))])
    }

    @Test("repetitions are counted, with a report 1 µs after the last sample")
    func counts() throws {
        let runner = try runner(#"exercise: "squat" target: 8"#)
        var count = 0
        var last: ExerciseResult?
        for frame in 0...300 {
            let time = Double(frame) / 30
            let packets = try step(runner, time, [sample(time)])
            for packet in packets["events"] ?? [] {
                for event in try packet.get([ExerciseEvent].self) {
                    if case .rep = event.kind { count += 1 }
                }
            }
            last = try packets["status"]?.first?.get(ExerciseResult.self)
            #expect(packets["reports"] == nil)
        }
        #expect(count == 5)
        #expect(last?.people.map(\.id) == [1] && last?.people.first?.status.count == 5)
        #expect(last?.target == 8)
        let reports = try #require(try runner.close()["reports"]?.first)
        #expect(reports.timestamp == .microseconds(10_000_001))
        #expect(try reports.get([SessionReport].self).first?.counters.first?.repetitions.count == 5)
    }

    @Test("people have sessions of their own, which end when they are gone")
    func leaving() throws {
        let runner = try runner()
        for frame in 0...90 {
            let time = Double(frame) / 30
            let people = frame <= 75 ? [sample(time), sample(time, id: 4)] : [sample(time, id: 4)]
            let packets = try step(runner, time, people)
            let reports = try packets["reports"]?.first?.get([SessionReport].self)
            #expect(reports?.map(\.id) == (frame == 76 ? [1] : nil))
            let status = try packets["status"]?.first?.get(ExerciseResult.self)
            #expect(status?.people.map(\.id) == people.map(\.id))
        }
        let rest = try runner.close()["reports"]?.first?.get([SessionReport].self)
        #expect(rest?.map(\.id) == [4])
    }

    @Test("the exercise is a name, a file, text in the graph, or a side packet")
    func sources() throws {
        let definition = try ExerciseDefinition.named("lunge")
        let json = try JSONEncoder().encode(definition)
        let path = NSTemporaryDirectory() + "exercise-\(UUID().uuidString).json"
        try json.write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = String(decoding: json, as: UTF8.self)
            .replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'")
        let side = #"input_side_packet: "EXERCISE:name" input_side_packet: "TARGET:goal""#
        let runners = [
            try runner(#"exercise: "lunge""#), try runner("file: '\(path)'"),
            try runner("definition: '\(text)'"),
            try runner(
                #"exercise: "squat" target: 2"#, side: side,
                ["name": Packet("lunge"), "goal": Packet(7)]),
            try runner("", side: side, ["name": Packet("lunge"), "goal": Packet(7)]),
        ]
        for (index, runner) in runners.enumerated() {
            let packets = try step(runner, 0, [sample(0)])
            let status = try packets["status"]?.first?.get(ExerciseResult.self)
            #expect(status?.definition == definition, "source \(index)")
            #expect(status?.target == (index < 3 ? nil : 7))
        }
    }

    @Test("a person's own thresholds come from a file beside the graph, and decide what counts")
    func thresholds() throws {
        let folder = try TemporaryFolder()
        let written = #"{"exercises": {"squat": {"bottom": 95}}}"#
        let path = try folder.put(Array(written.utf8), as: "anna.json")
        let config = try GraphConfig(
            parsing: """
                node {
                  calculator: "ExerciseCalculator"
                  input_stream: "MOTION:motion"
                  node_options: {
                    [type.googleapis.com/landmarkkit.ExerciseCalculatorOptions] {
                      exercise: "squat" thresholds_file: "anna.json"
                    }
                  }
                }
                """)
        let located = config.locatingFiles(beside: folder.path("graph.pbtxt"))
        let options = try #require(
            located.nodes.first?.options.message("ExerciseCalculatorOptions"))
        #expect(try options.string("thresholds_file") == path)
        #expect(config.missingFiles.map(\.option) == ["thresholds_file"])

        for (file, expected) in [("", 5), (" thresholds_file: '\(path)'", 0)] {
            let runner = try runner(#"exercise: "squat""# + file)
            var last: ExerciseResult?
            for frame in 0...300 {
                let time = Double(frame) / 30
                let packets = try step(runner, time, [sample(time)])
                last = try packets["status"]?.first?.get(ExerciseResult.self)
            }
            // Knees bend to 90°.
            #expect(last?.people.first?.status.count == expected)
            #expect(
                last?.definition.repetitions?.thresholds
                    == .absolute(top: 30, bottom: file.isEmpty ? 60 : 95))
        }

        for (text, words) in [
            (#"{"exercises": {"plank": {"minHold": 3}}}"#, "squat"),
            (#"{"exercises": {"squat": {"botom": 3}}}"#, "exercises.squat.botom"),
            (#"{"exercises": {"squat": {"bottom": "x"}}}"#, "exercises.squat.bottom"),
            ("{", "line 1"),
        ] {
            let wrong = try folder.put(Array(text.utf8), as: "wrong.json")
            do {
                _ = try runner(#"exercise: "squat""# + " thresholds_file: '\(wrong)'")
                Issue.record("no error was thrown")
            } catch {
                #expect("\(error)".contains(wrong) && "\(error)".contains(words), "\(error)")
            }
        }
    }

    @Test(
        "wrong options are errors before the run",
        arguments: [
            ("", "no exercise is specified: set one of the options exercise, file, definition"),
            (#"exercise: "squat" file: "a.json""#, "only one of the options exercise, file"),
            (#"exercise: "sqat""#, "squat"), (#"file: "/nowhere.json""#, "/nowhere.json"),
            (
                #"definition: "no json""#,
                "definition: line 1, column 1: expected a value, found \"n\""
            ),
            (#"definition: "{\"name\":\"a\"}""#, "definition: "),
            (#"exercise: "squat" target: 0"#, "target"), (#"exercize: "squat""#, "exercise"),
        ])
    func wrongOptions(options: String, words: String) {
        do {
            _ = try runner(options)
            Issue.record("no error was thrown")
        } catch {
            #expect("\(error)".contains("ExerciseCalculator"), "\(error)")
            #expect("\(error)".contains(words), "\(error)")
        }
    }

    @Test("angles are chosen by name, of one side or both; other names are errors")
    func angles() throws {
        func measures(_ options: String) throws -> [Measure]? {
            let runner = try GraphRunner(
                config: GraphConfig(
                    parsing: """
                        input_stream: "poses"
                        input_stream: "size"
                        output_stream: "motion"
                        node {
                          calculator: "PoseMotionCalculator"
                          input_stream: "POSES:poses"
                          input_stream: "SIZE:size"
                          output_stream: "MOTION:motion"
                          node_options: {
                            [type.googleapis.com/landmarkkit.PoseMotionCalculatorOptions] {
                              \(options)
                            }
                          }
                        }
                        """))
            let time = GraphTimestamp.microseconds(5)
            let packets = try runner.step([
                ("poses", Packet([Pose](), at: time)),
                ("size", Packet(PixelSize(width: 4, height: 3), at: time)),
            ])
            return try packets["motion"]?.first?.get(MotionResult.self).measures
        }
        #expect(try measures("") == nil)
        #expect(
            try measures(#"angles: "trunk.forward" angles: "kneeFlexion" calibrate: true"#)
                == [.trunkForward, .kneeFlexionLeft, .kneeFlexionRight])
        do {
            _ = try measures(#"angles: "kneeFlexoin""#)
            Issue.record("no error was thrown")
        } catch {
            #expect(
                "\(error)".contains("there is no measure \"kneeFlexoin\"; did you mean"), "\(error)"
            )
        }
        #expect(try measures("body_height: 1.7") == nil)
        #expect(throws: GraphRunnerError.self) { try measures("body_height: 170") }
    }
}
