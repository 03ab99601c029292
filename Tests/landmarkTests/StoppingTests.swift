import Foundation
import LandmarkTestSupport
import Testing

@Suite("Stopping early leaves whole files", .enabled(if: Landmark.isReady))
struct StoppingTests {
    /// A folder of pictures that takes seconds to work through.
    private func manyPictures() throws -> Scratch {
        let scratch = try Scratch()
        for number in 100..<400 {
            try FileManager.default.createSymbolicLink(
                atPath: scratch.path("\(number).png"), withDestinationPath: Landmark.astronaut)
        }
        return scratch
    }

    @Test("Ctrl-C ends with 130, and what was written is whole lines")
    func interrupt() throws {
        let pictures = try manyPictures()
        let results = try Scratch()
        let running = try Landmark.launch(
            Landmark.path,
            ["face", pictures.folder, "--json", "-", "--csv", results.path("a.csv")])
        let deadline = Date.now.addingTimeInterval(20)
        while running.output.isEmpty, Date.now < deadline { usleep(10_000) }
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

    @Test("a reader that has seen enough ends the work quietly")
    func brokenPipe() throws {
        let pictures = try manyPictures()
        let outcome = try Landmark.shell(
            "\"$LANDMARK\" face '\(pictures.folder)' --quiet | head -n 1; exit ${PIPESTATUS[0]}")
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        #expect(try outcome.objects().count == 1)
    }
}
