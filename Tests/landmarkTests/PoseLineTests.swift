import Foundation
import LandmarkTestSupport
import Testing

@Suite("Landmarks as input: damaged lines", .enabled(if: Landmark.isReady))
struct PoseLineTests {
    /// A change of the fifth of ten lines, and a part of the expected message.
    static let damages: [(name: String, change: @Sendable (String) -> String, message: String)] = [
        ("half", { String($0.prefix($0.count / 2)) + "\n" }, "it is not valid JSON"),
        (
            "NaN", { $0.replacing("\"timestampMs\":133", with: "\"timestampMs\":NaN") },
            "not valid JSON"
        ),
        ("text", { _ in "hello\n" }, "it is not valid JSON"),
        ("number", { _ in "5\n" }, "expected an object"),
        ("hands", { $0.replacing("poses", with: "hands") }, "it contains hands; expected poses"),
        ("faces", { $0.replacing("poses", with: "faces") }, "it contains faces; expected poses"),
        ("no poses", { $0.replacing("poses", with: "x") }, "poses: expected a value"),
        (
            "a landmark less",
            { $0.replacing(#/"landmarks":\[\[[^\]]*\],/#, with: "\"landmarks\":[") },
            "poses[0].landmarks has 32 elements; expected 33"
        ),
        (
            "a number less",
            { $0.replacing(#/"rawWorldLandmarks":\[\[[^,]*,/#, with: "\"rawWorldLandmarks\":[[") },
            "poses[0].rawWorldLandmarks[0]: expected [x, y, z, visibility, presence], got 4"
        ),
        (
            "null", { $0.replacing("\"landmarks\":[[", with: "\"landmarks\":[[null,") },
            "poses[0].landmarks[0][0]: expected a number, got null"
        ),
        (
            "text for a number",
            { $0.replacing("\"landmarks\":[[", with: "\"landmarks\":[[\"1\",") },
            "poses[0].landmarks[0][0]: expected a number"
        ),
        (
            "infinite", { $0.replacing("\"landmarks\":[[", with: "\"landmarks\":[[1e999,") },
            "it is not valid JSON"
        ),
        (
            "same time", { $0.replacing("\"timestampMs\":133", with: "\"timestampMs\":100") },
            "timestampMs is 100, after 100; expected the frames of one video in order"
        ),
        (
            "earlier time", { $0.replacing("\"timestampMs\":133", with: "\"timestampMs\":7") },
            "timestampMs is 7, after 100; expected the frames of one video in order"
        ),
        (
            "negative time", { $0.replacing("\"timestampMs\":133", with: "\"timestampMs\":-7") },
            "timestampMs: expected an integer of at least 0"
        ),
        (
            "huge time", { $0.replacing("\"timestampMs\":133", with: "\"timestampMs\":9e18") },
            "timestampMs: expected"
        ),
        ("no time", { $0.replacing("timestampMs", with: "x") }, "timestampMs: expected a value"),
        (
            "no size", { $0.replacing("\"width\":1000", with: "\"width\":0") },
            "width: expected 1 to"
        ),
        (
            "another recording", { $0.replacing("clip.mp4", with: "other.mp4") },
            "it is from “other.mp4”, but the previous lines are from “clip.mp4”"
        ),
        (
            "no raw landmarks",
            { $0.replacing("rawLandmarks", with: "a").replacing("rawWorldLandmarks", with: "b") },
            "poses[0]: expected rawLandmarks, as in the previous lines"
        ),
    ]

    @Test(
        "each gives exit code 1, file, line and what was expected; lines before it count",
        arguments: damages.map(\.name))
    func damaged(name: String) throws {
        let damage = try #require(Self.damages.first { $0.name == name })
        let scratch = try Scratch()
        var lines = (0..<10).map { StickFigure.line($0, of: [StickFigure(knees: 20)]) }
        let changed = damage.change(lines[4])
        #expect(changed != lines[4])
        lines[4] = changed
        let input = try scratch.file("in.jsonl", Array(lines.joined().utf8))
        let outcome = try Landmark.run(
            "motion", input, "--angles", "kneeFlexion", "--json", "-", "--csv",
            scratch.path("a.csv"), "--report", scratch.path("r.html"))
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("\(input), line 5: "), "\(outcome.errors)")
        #expect(outcome.errors.contains(damage.message), "\(outcome.errors)")
        #expect(try outcome.objects().count == 4)
        #expect(scratch.text("a.csv").split(separator: "\n").count == 1 + 4 * 2)
        #expect(
            scratch.text("r.html").contains("ended early because of an error: the report so far"))
    }

    @Test("a last line that is cut off is reported as such; a missing line feed alone is fine")
    func cutOff() throws {
        let scratch = try Scratch()
        let lines = (0..<3).map { StickFigure.line($0, of: [StickFigure()]) }.joined()
        let whole = try scratch.file("whole.jsonl", Array(lines.dropLast().utf8))
        #expect(try Landmark.run("motion", whole).objects().count == 3)
        let half = try scratch.file("half.jsonl", Array(lines.dropLast(400).utf8))
        let outcome = try Landmark.run("motion", half)
        #expect(outcome.code == 1 && outcome.errors.contains("line 3: it is truncated"))
        #expect(try outcome.objects().count == 2)
    }

    @Test("blank lines and carriage returns do not matter")
    func whiteSpace() throws {
        let scratch = try Scratch()
        let lines = (0..<3).map { StickFigure.line($0, of: [StickFigure()]) }
        let text = "\n" + lines.joined(separator: "\r\n \n")
        let input = try scratch.file("in.jsonl", Array(text.utf8))
        let outcome = try Landmark.run("motion", input)
        #expect(try outcome.code == 0 && outcome.objects().count == 3, "\(outcome.errors)")
    }

    @Test("landmarks are recognized by suffix or first byte")
    func recognized() throws {
        let scratch = try Scratch()
        let lines = Array(StickFigure.line(0, of: [StickFigure()]).utf8)
        for name in ["a.jsonl", "a.ndjson", "a.json", "a.txt", "a"] {
            let outcome = try Landmark.run("motion", try scratch.file(name, lines))
            #expect(try outcome.code == 0 && outcome.objects().count == 1, "\(outcome.errors)")
        }
        let missing = try Landmark.run("motion", scratch.path("none.jsonl"))
        #expect(missing.code == 1 && missing.errors.contains("none.jsonl cannot be read"))
    }
}
