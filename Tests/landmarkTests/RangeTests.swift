import Foundation
import LandmarkTestSupport
import Testing

@Suite("rom: the range of a movement", .enabled(if: Landmark.isReady))
struct RangeTests {
    @Test("a line for each side on standard output, and the same as JSON")
    func lines() throws {
        let scratch = try Scratch()
        let squats = StickFigure.lines(seconds: 10) { [StickFigure.squatting(at: $0)] }
        let input = try scratch.file("in.jsonl", Array(squats.utf8))
        let outcome = try Landmark.run([
            "rom", "knee-flexion", input, "--json", scratch.path("r.json"),
        ])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3, "\(outcome.output)")
        for (line, side) in zip(lines, ["left", "right"]) {
            #expect(line.hasPrefix("\(side) knee flexion "), "\(line)")
            #expect(line.contains(", 5 repetitions, in space (front, "), "\(line)")
            #expect(line.hasSuffix("±22°; normal to 135° (AAOS 1965)"), "\(line)")
        }
        #expect(lines.last?.contains("within the error of ±31°") == true, "\(outcome.output)")

        let range = try #require(try Landmark.objects(scratch.text("r.json")).first)
        #expect(range["movement"] as? String == "knee-flexion" && range["normal"] as? Double == 135)
        for side in ["left", "right"] {
            let values = try #require(range[side] as? [String: Any])
            #expect(abs(try #require(values["peak"] as? Double) - 90) < 2, "\(values)")
            #expect(values["repetitions"] as? Int == 5 && values["plane"] as? String == "space")
            let time = try #require(values["peakMs"] as? Double)
            #expect(abs((time / 2000).truncatingRemainder(dividingBy: 1) - 0.5) < 0.1, "\(time)")
        }
        #expect(abs(try #require(range["difference"] as? Double)) < 1)
        let alone = try Landmark.run(["rom", "knee-flexion", input, "--json", "-"])
        #expect(alone.output.hasPrefix("{") && alone.output.split(separator: "\n").count == 1)
    }

    @Test("the movements are listed with their normal ranges, and nobody is not measured")
    func listing() throws {
        let list = try Landmark.run("rom", "--list").output
        #expect(list.contains("shoulder-abduction"), "\(list)")
        #expect(
            list.split(separator: "\n").count == 18 && list.contains("normal to 180° (AAOS 1965)"))
        let scratch = try Scratch()
        let input = try scratch.file(
            "in.jsonl", Array(StickFigure.lines(seconds: 1) { _ in [] }.utf8))
        let outcome = try Landmark.run(["rom", "hip-flexion", input])
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.output)")
        #expect(outcome.errors.contains("no one was found"), "\(outcome.errors)")
    }

    @Test(
        "the picture is the frame of the peak",
        .enabled(
            if: Fixtures.available(
                MotionClips.squats, Fixtures.model("pose_landmarker_full.task"))))
    func picture() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run([
            "rom", "knee-flexion", MotionClips.squats, "--picture", scratch.path("p.png"),
        ])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("left knee flexion"), "\(outcome.output)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("p.png")))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) && bytes.count > 100_000)
    }
}
