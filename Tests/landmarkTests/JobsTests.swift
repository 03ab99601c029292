import Foundation
import LandmarkTestSupport
import Testing

@Suite("Several inputs at a time", .enabled(if: Clips.isReady))
struct JobsTests {
    /// Clips of different lengths, and a file that is not a clip.
    private func clips() throws -> Scratch {
        let scratch = try Scratch()
        for (index, count) in [40, 5, 20, 10].enumerated() {
            _ = try Clips.write(count, to: scratch.path("\(index).mp4"))
        }
        try Data("no video".utf8).write(to: URL(fileURLWithPath: scratch.path("2b.mp4")))
        return scratch
    }

    private let names = ["0.mp4", "1.mp4", "2.mp4", "2b.mp4", "3.mp4"]

    @Test("text keeps the order of the inputs, and is the same for any number of jobs")
    func order() throws {
        let clips = try clips()
        let paths = names.map(clips.path)
        let results = try Scratch()
        func run(_ jobs: Int) throws -> Landmark.Outcome {
            try Landmark.run(
                ["face"] + paths + [
                    "--jobs", "\(jobs)", "--csv", results.path("\(jobs).csv"), "--json", "-",
                ])
        }
        let one = try run(1)
        #expect(one.code == 1)
        #expect(try one.objects().count == 75)
        for jobs in [2, 3, 8] {
            let several = try run(jobs)
            #expect(several.code == 1)
            #expect(several.output == one.output)
            #expect(several.errors.contains("4 of 5 inputs complete"))
            #expect(several.errors.contains("incomplete: \(clips.path("2b.mp4"))"))
            #expect(results.text("\(jobs).csv") == results.text("1.csv"))
        }
    }

    @Test("--resume leaves out what is whole")
    func resume() throws {
        let clips = try clips()
        let paths = names.map(clips.path)
        let results = try Scratch()
        let (json, csv) = (results.path("json/"), results.path("csv/"))
        let arguments = ["face"] + paths + ["--json", json, "--csv", csv, "--jobs", "2"]
        #expect(try Landmark.run(arguments).code == 1)
        let files = ["0", "1", "2", "3"]
        #expect(try names(in: json) == files.map { "\($0).jsonl" })
        #expect(try names(in: csv) == files.map { "\($0).csv" })
        let text = results.text("json/0.jsonl")
        #expect(try Landmark.objects(text).count == 40)

        // One file of two is missing, and one input was never complete.
        try FileManager.default.removeItem(atPath: results.path("csv/1.csv"))
        let again = try Landmark.run(arguments + ["--resume"])
        #expect(again.code == 1)
        #expect(again.errors.contains("1 of 2 inputs complete, 3 skipped"))
        #expect(again.errors.contains("5 frames,"))
        #expect(results.text("json/0.jsonl") == text)
        #expect(try names(in: csv) == files.map { "\($0).csv" })
    }

    @Test("an interrupted run leaves nothing that looks whole")
    func interrupt() throws {
        let clips = try Scratch()
        for index in 0..<3 { _ = try Clips.write(300, to: clips.path("\(index).mp4")) }
        let results = try Scratch()
        let running = try Landmark.launch(
            Landmark.path,
            ["pose", clips.folder, "--mode", "image", "--json", results.path("json/")]
                + ["--overlay", results.path("drawn/"), "--jobs", "2"])
        let begun = Date()
        while (try? names(in: results.path("drawn")))?.isEmpty ?? true,
            Date().timeIntervalSince(begun) < 30
        { Thread.sleep(forTimeInterval: 0.01) }
        running.interrupt()
        #expect(running.finish().code == 130)
        #expect(try names(in: results.path("json")).isEmpty)
        let drawn = try names(in: results.path("drawn"))
        #expect(drawn.allSatisfy { $0.hasSuffix(".partial.mp4") })
    }

    @Test(
        "outputs that cannot tell what is whole are refused",
        arguments: [
            ["--json", "x.jsonl"], ["--overlay", "x.mp4"], ["--masks", "masks"], [],
        ])
    func refused(outputs: [String]) throws {
        let outcome = try Landmark.run(["pose", Clips.carphone, "--resume"] + outputs)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--resume"))
    }

    @Test("COCO's numbers follow each other, so there is one job")
    func coco() throws {
        let outcome = try Landmark.run("pose", Clips.carphone, "--coco", "x.json", "--jobs", "2")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--coco can only be used with --jobs 1"))
    }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
}
