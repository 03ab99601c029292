import Foundation
import LandmarkTestSupport
import Testing

@Suite("A closed pipe ends only its own output", .enabled(if: Clips.isReady))
struct ClosedPipeTests {
    /// Runs the command with a reader that reads one line of its standard output.
    private func run(_ arguments: String) throws -> Landmark.Outcome {
        try Landmark.shell("\"$LANDMARK\" \(arguments) | head -n 1; exit ${PIPESTATUS[0]}")
    }

    @Test(
        "hands, poses and faces: CSV and overlay are written to the end",
        arguments: ["face", "pose"])
    func landmarks(task: String) throws {
        let scratch = try Scratch()
        let outcome = try run(
            "\(task) '\(Clips.carphone)' --quiet --json - --csv '\(scratch.path("a.csv"))'"
                + " --overlay '\(scratch.path("a.mp4"))'")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try outcome.objects().count == 1)
        #expect(scratch.names == ["a.csv", "a.mp4"])
        #expect(try Clips.times(of: scratch.path("a.mp4")) == Clips.allTimes)
        let points = task == "face" ? 478 : 33
        #expect(scratch.text("a.csv").split(separator: "\n").count == 1 + points * 120)
    }

    @Test("drive: events and report are written to the end, and every event that ends has fired")
    func drive() throws {
        let scratch = try Scratch()
        let raw = try scratch.file("raw", [UInt8](repeating: 128, count: 64 * 48 * 3 * 400))
        let outcome = try run(
            "drive - --size 64x48 --fps 10 --quiet --json - --events '\(scratch.path("e"))'"
                + " --report '\(scratch.path("r.html"))' < '\(raw)'")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try outcome.objects().count == 1)
        let events = try Landmark.objects(scratch.text("e"))
        try expectTold(events)
        #expect(events.last?["endMs"] as? Int == 39_900)
        #expect(events.last?["endedBy"] as? String == "inputEnd")
        #expect(!scratch.text("r.html").contains("ended early"))
    }

    @Test("graph: the other stream is written to the end")
    func graph() throws {
        let scratch = try Scratch()
        let graph = try scratch.file("g.pbtxt", Array(GraphTests.face.utf8))
        let outcome = try run(
            "graph '\(graph)' --quiet --input image='\(Clips.carphone)' --output faces=-"
                + " --output drawn='\(scratch.path("a.mp4"))'")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try outcome.objects().count == 1)
        #expect(try Clips.times(of: scratch.path("a.mp4")) == Clips.allTimes)
    }

    @Test("an overlay to a closed pipe: JSON is written to the end")
    func drawing() throws {
        let scratch = try Scratch()
        let (pipe, json) = (scratch.path("a.mp4"), scratch.path("a.jsonl"))
        let outcome = try Landmark.shell(
            "mkfifo '\(pipe)'; head -c 100 '\(pipe)' > /dev/null & \"$LANDMARK\" face"
                + " '\(Clips.carphone)' --quiet --overlay '\(pipe)' --json '\(json)'")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try Landmark.objects(scratch.text("a.jsonl")).count == 120)
    }

    @Test("a closed pipe as the only output ends every command at once")
    func nothingElse() throws {
        let scratch = try Scratch()
        let raw = try scratch.file("raw", [UInt8](repeating: 128, count: 64 * 48 * 3 * 400))
        let size = "--size 64x48 --quiet < '\(raw)'"
        for call in [
            "face - \(size)", "drive - \(size)",
            "graph dms_graph.pbtxt --input input=- --output result=- \(size)",
        ] {
            let outcome = try run(call)
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(call): \(outcome.errors)")
            #expect(try outcome.objects().count == 1)
        }
    }

    @Test("an output that exceeds the file size limit ends events with outputFailure")
    func full() throws {
        let scratch = try Scratch()
        let raw = try scratch.file("raw", [UInt8](repeating: 128, count: 64 * 48 * 3 * 200))
        let failing = try Landmark.shell(
            "ulimit -f 40; \"$LANDMARK\" drive - --size 64x48 --fps 10 --json"
                + " '\(scratch.path("j"))' --events '\(scratch.path("e"))' < '\(raw)'")
        #expect(failing.code == 1 && failing.errors.contains("File too large"))
        #expect(scratch.names == ["e.partial", "j.partial", "raw"])
        let events = try Landmark.objects(scratch.text("e.partial"))
        try expectTold(events)
        #expect(events.last?["endedBy"] as? String == "outputFailure")
    }

    /// Checks that every event that ended has fired before.
    private func expectTold(_ events: [[String: Any]]) throws {
        var open: Set<Int> = []
        for event in events {
            let id = try #require(event["id"] as? Int)
            switch event["phase"] as? String {
            case "fired": open.insert(id)
            case "ended": #expect(open.remove(id) != nil, "\(event)")
            default: break
            }
        }
        #expect(open.isEmpty && !events.isEmpty)
    }
}
