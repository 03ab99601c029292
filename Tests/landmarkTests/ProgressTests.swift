import Foundation
import LandmarkTestSupport
import Testing

@Suite("progress: several visits, and a person's own thresholds", .enabled(if: Landmark.isReady))
struct ProgressTests {
    /// The lines of a person whose knees bend to an angle every two seconds.
    private static func knees(to angle: Double, seconds: Double = 10) -> [UInt8] {
        Array(
            StickFigure.lines(seconds: seconds) { time in
                [StickFigure(knees: 10 + (angle - 10) / 2 * (1 - cos(Double.pi * time)))]
            }.utf8)
    }

    @Test("ranges of motion at two visits: text, JSON and CSV")
    func ranges() throws {
        let scratch = try Scratch()
        for (name, angle) in [("a", 50.0), ("b", 95)] {
            let input = try scratch.file("\(name).jsonl", Self.knees(to: angle))
            let outcome = try Landmark.run([
                "rom", "knee-flexion", input, "--json", scratch.path("\(name).json"),
            ])
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        let visits = [scratch.path("a.json"), scratch.path("b.json")]
        let outcome = try Landmark.run(
            ["progress"] + visits + [
                "--json", scratch.path("p.json"), "--csv", scratch.path("p.csv"),
            ])
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("visit 1: \(visits[0])\nvisit 2: \(visits[1])\n"))
        #expect(
            outcome.output.contains("45° more, beyond the error of ±31°: progress"),
            "\(outcome.output)")
        #expect(outcome.output.contains("not a medical device"))

        let report = try #require(try Landmark.objects(scratch.text("p.json")).first)
        #expect(report["visits"] as? [String] == visits)
        let rows = try #require(report["quantities"] as? [[String: Any]])
        #expect(rows.count == 4)
        for row in rows {
            #expect(row["of"] as? String == "knee-flexion" && row["unit"] as? String == "degrees")
            let values = try #require(row["values"] as? [[String: Any]])
            #expect(values.count == 2 && values[0]["plane"] as? String == "space")
            let changes = try #require(row["changes"] as? [[String: Any]])
            #expect(changes.count == 1 && changes[0]["verdict"] as? String == "progress")
            #expect(changes[0]["from"] as? Int == 1 && changes[0]["to"] as? Int == 2)
        }
        let table = scratch.text("p.csv").split(separator: "\n")
        #expect(table.count == 5)
        #expect(
            table[0]
                == "source,of,side,name,unit,from,fromFile,fromValue,to,toFile,toValue,change,error,verdict"
        )
        #expect(table[1].hasPrefix("rangeOfMotion,knee-flexion,left,peak,degrees,1,"))
        #expect(table.dropFirst().allSatisfy { $0.hasSuffix(",progress") })
    }

    @Test("summaries of an exercise and of angles are visits, too, and fewer degrees show nothing")
    func summaries() throws {
        let scratch = try Scratch()
        for (name, angle, seconds) in [("a", 85.0, 6.0), ("b", 95, 10)] {
            let input = try scratch.file(
                "\(name).jsonl", Self.knees(to: angle, seconds: seconds))
            for command in [["exercise", "squat"], ["motion"]] {
                let outcome = try Landmark.run(
                    command + [
                        input, "--summary", scratch.path("\(command[0])-\(name).json"),
                    ])
                #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
            }
            let lines = scratch.text("exercise-\(name).json") + scratch.text("motion-\(name).json")
            _ = try scratch.file("\(name).json", Array(lines.utf8))
        }
        let summary = try #require(try Landmark.objects(scratch.text("exercise-a.json")).first)
        #expect(summary["exercise"] as? String == "squat" && summary["thresholds"] == nil)
        #expect((summary["counters"] as? [Any])?.count == 1)
        let outcome = try Landmark.run(
            "progress", scratch.path("a.json"), scratch.path("b.json"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        for line in [
            "squat: repetitions: 3 → 5; 2 more, error unknown\n",
            "10° more, within the error of ±31°\n", "kneeFlexion, left: greatest: ",
        ] {
            #expect(outcome.output.contains(line), "\(line): \(outcome.output)")
        }
        #expect(!outcome.output.contains(": progress\n"), "\(outcome.output)")
        let json = try Landmark.run(
            "progress", scratch.path("a.json"), scratch.path("b.json"), "--json", "-")
        #expect(json.output.hasPrefix("{\"visits\":["))
        #expect(json.output.split(separator: "\n").count == 1)
    }

    @Test("files that are not reports are errors with their path, and nothing is written")
    func mistakes() throws {
        let scratch = try Scratch()
        let input = try scratch.file("poses.jsonl", Self.knees(to: 90, seconds: 2))
        let good = scratch.path("good.json")
        _ = try Landmark.run(["rom", "knee-flexion", input, "--json", good])
        for (name, bytes, words) in [
            (
                "poses.json", Self.knees(to: 20, seconds: 1),
                "line 1: this is not a session's report"
            ),
            ("empty.json", [UInt8](" \n\n".utf8), "it is empty"),
            ("text.json", [UInt8]("\n<html>".utf8), "line 2, column 1: expected"),
            (
                "damaged.json",
                [UInt8](#"{"movement":"knee-flexion","left":{"peak":"far","plane":"space"}}"#.utf8),
                "line 1: left.peak: expected a number"
            ),
            (
                "huge.json",
                [UInt8](#"{"movement":"knee-flexion","left":{"peak":1e308,"plane":"space"}}"#.utf8),
                "line 1: left knee-flexion peak is 1e+308 ± 0.0; expected"
            ),
            (
                "infinite.json",
                [UInt8](#"{"movement":"knee-flexion","left":{"peak":1e999,"plane":"space"}}"#.utf8),
                "line 1: a number is too large"
            ),
            (
                "plane.json",
                [UInt8](#"{"movement":"knee-flexion","left":{"peak":90,"plane":"moon"}}"#.utf8),
                "line 1: left.plane: “moon” is not known"
            ),
        ] {
            let bad = try scratch.file(name, bytes)
            let outcome = try Landmark.run(
                "progress", good, bad, "--json", scratch.path("out.json"))
            #expect(outcome.code == 1 && outcome.output.isEmpty, "\(name): \(outcome.output)")
            #expect(outcome.errors.contains("\(bad): \(words)"), "\(outcome.errors)")
            #expect(!scratch.names.contains("out.json"))
        }
        let twice = try scratch.file(
            "twice.json", Array((scratch.text("good.json") + scratch.text("good.json")).utf8))
        for (files, words) in [
            ([good], "progress needs the files of two visits, got 1"),
            ([good, scratch.path("none.json")], "none.json cannot be read"),
            ([good, twice], "\(twice) has two values of left knee-flexion peak"),
        ] {
            let outcome = try Landmark.run(["progress"] + files)
            #expect(outcome.code != 0 && outcome.errors.contains(words), "\(outcome.errors)")
        }
        // A name from a file does not reach the terminal's control.
        let odd = try scratch.file(
            "odd.json",
            [UInt8](#"{"movement":"a\u001b[31m","left":{"peak":90,"plane":"space"}}"#.utf8))
        let shown = try Landmark.run("progress", odd, good)
        #expect(shown.code == 0 && !shown.output.contains("\u{1B}"), "\(shown.output)")
        #expect(shown.output.contains("No number was measured at more than one visit"))
        let over = try Landmark.run("progress", good, good, "--csv", good)
        #expect(over.code == 2 && over.errors.contains("--csv"), "\(over.errors)")
    }

    // MARK: Thresholds

    @Test("a person's thresholds from a file decide what counts, and reports state them")
    func thresholds() throws {
        let scratch = try Scratch()
        let input = try scratch.file("in.jsonl", Self.knees(to: 90))
        let file = try scratch.file(
            "anna.json",
            Array(
                #"""
                {"note": "week 6",
                 "exercises": {"squat": {"bottom": 80, "faults": {"shallow": {"below": 95}}},
                               "plank": {"minHold": 5}}}
                """#.utf8))
        func repetitions(_ arguments: [String]) throws -> (count: Int, outcome: Landmark.Outcome) {
            let outcome = try Landmark.run(
                ["exercise", "squat", input, "--csv", "-", "--quiet"] + arguments)
            #expect(outcome.code == 0, "\(outcome.errors)")
            return (outcome.output.split(separator: "\n").count - 1, outcome)
        }
        let usual = try repetitions([])
        #expect(usual.count == 5 && !usual.outcome.output.contains("shallow"))
        let own = try repetitions([
            "--thresholds", file, "--summary", scratch.path("s.json"), "--report",
            scratch.path("r.html"),
        ])
        #expect(own.count == 5)
        #expect(own.outcome.output.split(separator: "\n").count { $0.contains("shallow") } == 5)
        #expect(try repetitions(["--bottom", "95"]).count == 0)
        // Options have priority.
        #expect(try repetitions(["--thresholds", file, "--bottom", "95"]).count == 0)
        let summary = try #require(try Landmark.objects(scratch.text("s.json")).first)
        let stated = try #require(summary["thresholds"] as? [String: Any])
        #expect(stated["file"] as? String == file && stated["note"] as? String == "week 6")
        let changes = try #require(stated["changes"] as? [[String: Any]])
        #expect(changes.map { $0["name"] as? String } == ["bottom", "faults.shallow.below"])
        #expect(changes[0]["before"] as? Double == 60 && changes[0]["after"] as? Double == 80)
        #expect(scratch.text("r.html").contains("bottom 80 instead of 60"))
        let printed = try Landmark.run("exercise", "squat", "--thresholds", file, "--print")
        #expect(printed.output.contains("\"bottom\": 80"), "\(printed.output)")
    }

    @Test("a mistake in the file of thresholds is reported with its place, and nothing runs")
    func thresholdMistakes() throws {
        let scratch = try Scratch()
        let exercise = ["exercise", "squat", "none.mp4", "--thresholds"]
        var runs = [(exercise, #"{"exercises":{"lunge":{}}}"#, "missing key \"exercises.squat\"")]
        for (json, words) in [
            (#"{"exercises":{"squat":{"botom":45}}}"#, "unknown key \"exercises.squat.botom\""),
            (#"{"exercises":{"squat":{"faults":{"x":false}}}}"#, "exercises.squat.faults.x"),
            ("{", "line 1, column 2"),
        ] {
            runs.append((exercise, json, words))
            #if os(Linux)
            runs.append((["serve", "none.mp4", "--thresholds"], json, words))
            #endif
        }
        for (arguments, json, words) in runs {
            let file = try scratch.file("t.json", Array(json.utf8))
            let outcome = try Landmark.run(arguments + [file])
            #expect(outcome.code != 0, "\(json)")
            #expect(
                outcome.errors.contains(file) && outcome.errors.contains(words),
                "\(outcome.errors)")
        }
    }

    // MARK: Measures that must be named

    @Test("rotations and the pelvis are measured where they are named, and lengths can be scaled")
    func named() throws {
        let scratch = try Scratch()
        let input = try scratch.file("in.jsonl", Self.knees(to: 90, seconds: 4))
        func values(_ arguments: [String]) throws -> [String: [Double]] {
            let outcome = try Landmark.run(["motion", input, "--csv", "-", "--quiet"] + arguments)
            #expect(outcome.code == 0, "\(outcome.errors)")
            var values: [String: [Double]] = [:]
            for line in outcome.output.split(separator: "\n").dropFirst() {
                let fields = line.split(separator: ",", omittingEmptySubsequences: false)
                let angle = fields.firstIndex { field in
                    ["Rotation", "pelvis.", "toeForward"].contains(where: field.contains)
                }
                guard let angle, let value = Double(fields[angle + 1]) else { continue }
                values[String(fields[angle]), default: []].append(value)
            }
            return values
        }
        let usual = try values([])
        #expect(Set(usual.keys) == ["toeForward.left", "toeForward.right"])
        let named = try values(["--angles", "hipRotation,pelvis.up,toeForward.left"])
        #expect(named["toeForward.left"] == usual["toeForward.left"])
        let hips = try #require(named["hipRotation.left"])
        #expect(hips.count > 50 && hips.allSatisfy { abs($0) < 1 }, "only while the knee is bent")
        #expect(hips.count < 110)
        #expect(try #require(named["pelvis.up"]).allSatisfy { abs($0) < 0.02 })
        let tall = try values(["--angles", "toeForward.left", "--height", "2"])
        let lengths = try #require(tall["toeForward.left"])
        // 1.3 m of trunk and legs are those of a person of 1.67 m.
        let factor = 2 / (1.3 / 0.779)
        let plain = try #require(usual["toeForward.left"])
        #expect(lengths.count > 100 && lengths.count < plain.count)
        let last = try #require(lengths.last), expected = try #require(plain.last)
        #expect(abs(last - factor * expected) < 0.01, "\(last) \(expected)")
    }
}
