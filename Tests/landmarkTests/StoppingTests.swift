import Foundation
import LandmarkTestSupport
import Testing

@Suite("Stopping early leaves complete files", .enabled(if: Landmark.isReady))
struct StoppingTests {
    /// A folder of images that takes seconds to process.
    private func manyImages() throws -> Scratch {
        let scratch = try Scratch()
        for number in 100..<400 {
            try FileManager.default.createSymbolicLink(
                atPath: scratch.path("\(number).png"), withDestinationPath: Landmark.astronaut)
        }
        return scratch
    }

    @Test("Ctrl-C ends with 130 and complete lines")
    func interrupt() throws {
        let images = try manyImages()
        let results = try Scratch()
        let running = try Landmark.launch(
            Landmark.path,
            ["face", images.folder, "--json", "-", "--csv", results.path("a.csv")])
        #expect(running.waits { !$0.isEmpty })
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed)
        let count = try outcome.objects().count
        #expect(count >= 1 && count < 300)
        #expect(outcome.output.hasSuffix("}\n"))
        #expect(results.names == ["a.csv"])
        let lines = results.text("a.csv").split(separator: "\n")
        #expect(lines.count == 1 + 478 * count)
    }

    @Test("a closed pipe ends the run silently")
    func brokenPipe() throws {
        let images = try manyImages()
        let outcome = try Landmark.shell(
            "\"$LANDMARK\" face '\(images.folder)' --quiet | head -n 1; exit ${PIPESTATUS[0]}")
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        #expect(try outcome.objects().count == 1)
    }

    @Test("one Ctrl-C is enough while a pipe has no writer, or an idle one")
    func silentPipe() throws {
        for holdsOpen in [false, true] {
            let scratch = try Scratch()
            let pipe = scratch.path("clip.mp4")
            #expect(mkfifo(pipe, 0o600) == 0)
            // Opened for reading and writing, so that opening does not wait.
            let writer = holdsOpen ? FileHandle(forUpdatingAtPath: pipe) : nil
            let running = try Landmark.launch(
                Landmark.path,
                [
                    "pose", Landmark.astronaut, pipe, "--json", "-", "--csv",
                    scratch.path("a.csv"),
                ])
            #expect(running.waits { !$0.isEmpty })
            running.interrupt()
            let outcome = running.finish()
            #expect(outcome.code == 130 && !outcome.crashed, "\(outcome.errors)")
            #expect(scratch.names == ["a.csv", "clip.mp4"])
            try writer?.close()
        }
    }

    @Test("one Ctrl-C is enough between the images of a slow folder")
    func slowFolder() throws {
        let scratch = try Scratch()
        for name in ["a.png", "b.png"] { _ = try scratch.copy(Landmark.astronaut, as: name) }
        let running = try Landmark.launch(
            Landmark.path, ["face", scratch.folder, "--mode", "live", "--fps", "0.01"])
        #expect(running.waits { !$0.isEmpty })
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed)
        #expect(try outcome.objects().count == 1)
    }

    @Test(
        "a closed pipe of an overlay ends the run silently",
        .enabled(if: Clips.isReady))
    func brokenPipeOfDrawing() throws {
        let scratch = try Scratch()
        let pipe = scratch.path("a.mp4")
        let outcome = try Landmark.shell(
            "mkfifo '\(pipe)'; head -c 100 '\(pipe)' > /dev/null &"
                + " \"$LANDMARK\" face '\(Clips.carphone)' --overlay '\(pipe)' --quiet")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test(
        "Ctrl-C within a video leaves a complete video of the frames so far",
        .enabled(if: Clips.isReady))
    func interruptVideo() throws {
        for mode in ["video", "live"] {
            let results = try Scratch()
            let running = try Landmark.launch(
                Landmark.path,
                [
                    "pose", Clips.carphone, Clips.carphone, "--mode", mode, "--json", "-",
                    "--csv", results.path("a.csv"), "--overlay", results.path("drawn"),
                ])
            #expect(running.waits { $0.filter(\.isNewline).count > 5 })
            running.interrupt()
            let outcome = running.finish()
            #expect(outcome.code == 130 && !outcome.crashed)
            let objects = try outcome.objects()
            #expect(objects.count > 5 && objects.count < 120)
            let lines = results.text("a.csv").split(separator: "\n")
            #expect(lines.count == 1 + 33 * objects.count)
            #expect(results.names == ["a.csv", "drawn"])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: results.path("drawn"))
                    == ["carphone_pristine.partial.mp4"])
            #expect(
                try Clips.times(of: results.path("drawn/carphone_pristine.partial.mp4"))
                    == objects.map { $0["timestampMs"] as? Int })
        }
    }

    @Test(
        "a closed terminal ends the run like Ctrl-C, even with repeated signals, except under nohup",
        .enabled(if: Clips.isReady), arguments: [false, true])
    func closedTerminal(isIgnored: Bool) throws {
        let results = try Scratch()
        let csv = results.path("a.csv")
        let call = "\"$LANDMARK\" pose '\(Clips.carphone)' --json - --csv '\(csv)'"
        let running = try Landmark.launch(
            "/bin/bash", ["-c", (isIgnored ? "trap '' HUP; " : "") + "exec " + call],
            environment: ["LANDMARK": Landmark.path])
        #expect(running.waits { $0.filter(\.isNewline).count > 2 })
        for _ in 0..<3 { running.send(SIGHUP) }
        let outcome = running.finish()
        #expect(outcome.code == (isIgnored ? 0 : 130) && !outcome.crashed, "\(outcome.code)")
        let count = try outcome.objects().count
        #expect(isIgnored ? count == 120 : count > 2 && count < 120)
        #expect(results.names == ["a.csv"])
        #expect(results.text("a.csv").split(separator: "\n").count == 1 + 33 * count)
    }
}
