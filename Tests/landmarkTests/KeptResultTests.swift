import Foundation
import LandmarkTestSupport
import Testing

@Suite("Inputs without a readable frame leave existing files", .enabled(if: Clips.isReady))
struct KeptResultTests {
    /// Files that stand for the results of a run before, and inputs of which none can be read.
    private func results() throws -> (scratch: Scratch, inputs: [String]) {
        let scratch = try Scratch()
        for name in ["a", "b", "c.html", "c.png"] { _ = try scratch.file(name, Array("old".utf8)) }
        let inputs = [
            scratch.path("missing.mp4"), try scratch.file("empty.mp4", []),
            try scratch.file("text.mp4", Array("no video at all".utf8)),
        ]
        return (scratch, inputs)
    }

    private func expectKept(
        _ scratch: Scratch, _ outcome: Landmark.Outcome, _ input: String,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.code == 1 && !outcome.crashed, sourceLocation: location)
        #expect(outcome.errors.contains(input), "\(outcome.errors)", sourceLocation: location)
        #expect(
            scratch.names == ["a", "b", "c.html", "c.png", "empty.mp4", "text.mp4"],
            sourceLocation: location)
        for name in ["a", "b", "c.html", "c.png"] {
            #expect(scratch.text(name) == "old", "\(name)", sourceLocation: location)
        }
    }

    @Test("of drive")
    func drive() throws {
        let (scratch, inputs) = try results()
        for input in inputs {
            let outcome = try Landmark.run(
                "drive", input, "--json", scratch.path("a"), "--events", scratch.path("b"),
                "--report", scratch.path("c"))
            expectKept(scratch, outcome, input)
        }
    }

    @Test("of hand, pose and face", arguments: ["hand", "pose", "face"])
    func landmarks(task: String) throws {
        let (scratch, inputs) = try results()
        for input in inputs + [scratch.path("missing.png")] {
            let outcome = try Landmark.run(
                task, input, "--json", scratch.path("a"), "--csv", scratch.path("b"))
            expectKept(scratch, outcome, input)
        }
        let all = try Landmark.run(
            [task] + inputs + ["--json", scratch.path("a"), "--csv", scratch.path("b")])
        expectKept(scratch, all, inputs[0])
    }

    @Test("of graph")
    func graph() throws {
        let (scratch, inputs) = try results()
        for input in inputs {
            let outcome = try Landmark.run(
                "graph", "dms_graph.pbtxt", "--input", "input=\(input)", "--output",
                "result=\(scratch.path("a"))")
            expectKept(scratch, outcome, input)
        }
    }

    @Test("one readable input replaces them")
    func oneOfTwo() throws {
        let (scratch, inputs) = try results()
        let outcome = try Landmark.run(
            "face", inputs[0], Landmark.astronaut, "--json", scratch.path("a"))
        #expect(outcome.code == 1)
        #expect(try Landmark.objects(scratch.text("a")).count == 1)
    }
}
