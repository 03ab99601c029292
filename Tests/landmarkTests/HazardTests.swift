import Foundation
import LandmarkTestSupport
import Testing

@Suite("Signals, limits and damage", .enabled(if: Clips.isReady))
struct HazardTests {
    @Test(
        "one signal is enough while an image's pipe has no writer, and the old file stays",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func silentImage(number: Int32) throws {
        let scratch = try Scratch()
        let pipe = scratch.path("in.png")
        #expect(mkfifo(pipe, 0o600) == 0)
        let (json, csv) = (
            try scratch.file("a.json", Array("old".utf8)),
            try scratch.file("a.csv", Array("old".utf8))
        )
        let running = try Landmark.launch(
            Landmark.path, ["face", pipe, "--json", json, "--csv", csv])
        #expect(running.waits { _ in scratch.names.contains { $0.hasSuffix(".tmp") } })
        usleep(300_000)
        running.send(number)
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed, "\(outcome.errors)")
        #expect(scratch.names == ["a.csv", "a.json", "in.png"])
        #expect(scratch.text("a.json") == "old" && scratch.text("a.csv") == "old")
    }

    @Test("one Ctrl-C is enough while a graph waits for a pipe")
    func silentGraph() throws {
        let scratch = try Scratch()
        let pipe = scratch.path("in.png")
        #expect(mkfifo(pipe, 0o600) == 0)
        let running = try Landmark.launch(
            Landmark.path,
            ["graph", "dms_graph.pbtxt", "--input", "input=\(pipe)", "--output", "result=-"])
        usleep(1_000_000)
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed, "\(outcome.errors)")
    }

    @Test("a second signal ends the program at once")
    func secondSignal() throws {
        let scratch = try Scratch()
        let pipe = scratch.path("out.json")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Held open and never read, so writing to it waits forever.
        let reader = FileHandle(forUpdatingAtPath: pipe)
        let running = try Landmark.launch(
            Landmark.path, ["face", Clips.carphone, "--json", pipe, "--quiet"])
        usleep(2_000_000)
        running.send(SIGTERM)
        usleep(300_000)
        running.send(SIGTERM)
        let outcome = running.finish()
        #expect(outcome.crashed ? outcome.code == SIGTERM : outcome.code == 130)
        try reader?.close()
    }

    @Test("SIGQUIT ends the program with that signal")
    func quit() throws {
        let running = try Landmark.launch(
            Landmark.path, ["face", Clips.carphone, Clips.carphone, "--json", "-"])
        #expect(running.waits { !$0.isEmpty })
        running.send(SIGQUIT)
        let outcome = running.finish()
        #expect(outcome.crashed && outcome.code == SIGQUIT, "\(outcome.code)")
        #expect(!outcome.errors.contains("rogram crashed"))
    }

    @Test("what a killed run leaves is removed by the next one in the folder")
    func killed() throws {
        let scratch = try Scratch()
        let json = scratch.path("a.json")
        let running = try Landmark.launch(
            Landmark.path, ["face", Clips.carphone, Clips.carphone, "--json", json])
        #expect(running.waits { _ in scratch.names.contains { $0.hasSuffix(".tmp") } })
        running.send(SIGKILL)
        _ = running.finish()
        #expect(scratch.names.count == 1)
        let outcome = try Landmark.run("face", Landmark.astronaut, "--json", json)
        #expect(outcome.code == 0 && scratch.names == ["a.json"])
    }

    @Test("an output may have the longest name that the file system has")
    func longName() throws {
        let scratch = try Scratch()
        let name = String(repeating: "n", count: 251) + ".mp4"
        let outcome = try Landmark.run("face", Clips.carphone, "--overlay", scratch.path(name))
        #expect(outcome.code == 0 && scratch.names == [name], "\(outcome.errors)")
    }

    @Test("a damaged bundle is named, with the entry and both checksums")
    func damagedModel() throws {
        let scratch = try Scratch()
        var bytes = [UInt8](
            try Data(contentsOf: URL(fileURLWithPath: Fixtures.model("face_landmarker.task"))))
        for index in 1_000_000..<1_000_004 { bytes[index] ^= 0x5a }
        let model = try scratch.file("bad.task", bytes)
        let outcome = try Landmark.run("face", Landmark.astronaut, "--model", model)
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("bad.task"))
        #expect(outcome.errors.contains("of \"face_landmarks_detector.tflite\" instead of 0x"))
        #expect(outcome.errors.contains("at byte"))
    }

    @Test(
        "too few descriptors, too little stack or memory are told",
        arguments: ["-n 8", "-s 64", "-v 100000"])
    func limits(limit: String) throws {
        let outcome = try Landmark.shell(
            "ulimit \(limit) && exec \"$LANDMARK\" face '\(Landmark.astronaut)'")
        #expect(outcome.code == 1 && !outcome.crashed, "\(outcome.code)")
        #expect(outcome.errors.contains("(ulimit \(limit.prefix(2)))"), "\(outcome.errors)")
    }

    @Test("drive finds the blinks also among several faces")
    func severalFaces() throws {
        let outcome = try Landmark.run(
            "drive", Clips.carphone, "--max", "2", "--events", "-", "--quiet")
        let events = try outcome.objects()
        #expect(events.map { $0["event"] as? String } == ["BLINK", "BLINK"])
        let start = try #require(events.first?["startMs"] as? Int)
        #expect(abs(start - 1400) <= 100)
    }

    @Test("a bundle given to bench network: its networks are named")
    func benchBundle() throws {
        let outcome = try Landmark.run(
            "bench", "network", Fixtures.model("hand_landmarker.task"))
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("hand_landmarker.task:hand_detector.tflite"))
    }

    @Test("Ctrl-C ends a soak with what it has measured")
    func soak() throws {
        let running = try Landmark.launch(
            Landmark.path, ["bench", "soak", "face", Clips.carphone, "--frames", "4000"])
        usleep(3_000_000)
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed)
        #expect(outcome.output.contains("resident MB"))
        #expect(outcome.errors.contains("of 4000 frames"))
    }
}
