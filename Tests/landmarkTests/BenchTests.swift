import Foundation
import LandmarkTestSupport
import Testing

@Suite("bench times what it is told to", .enabled(if: Landmark.isReady))
struct BenchTests {
    static let network = Fixtures.model("face_landmarker.task") + ":face_detector.tflite"

    static let clip = Fixtures.footage("carphone_pristine.mp4")

    @Test("a line of milliseconds for each run")
    func network() throws {
        let outcome = try Landmark.run("bench", "network", Self.network, "--runs", "3")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let times = outcome.output.split(separator: "\n").map { Double($0) ?? -1 }
        #expect(times.count == 3 && times.allSatisfy { $0 > 0 })
    }

    @Test("a line of JSON for each request")
    func interactive() throws {
        let outcome = try Landmark.shell(
            "printf 'run 2\\nrun 1\\nquit\\n' | \"$LANDMARK\" bench network '\(Self.network)'"
                + " --interactive --threads 2")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "{\"ready\":true}")
        let times = try lines.dropFirst().map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [Double]
        }
        #expect(times.map { $0?.count } == [2, 1])
    }

    @Test("an entry that is not there is named")
    func missingEntry() throws {
        let place = Fixtures.model("face_landmarker.task") + ":nose.tflite"
        let outcome = try Landmark.run("bench", "network", place)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("nose.tflite"))
    }

    @Test("a task follows the frames of a file, around and around")
    func task() throws {
        let scratch = try Scratch()
        let frames = scratch.path("two.rgb")
        try Data(repeating: 90, count: 2 * 3 * 40 * 30).write(to: URL(fileURLWithPath: frames))
        let outcome = try Landmark.run(
            "bench", "task", "face", frames, "--size", "40x30", "--runs", "5")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").compactMap { Double($0) }.count == 5)
    }

    @Test("half a frame is no frame")
    func wrongSize() throws {
        let scratch = try Scratch()
        let frames = scratch.path("half.rgb")
        try Data(repeating: 90, count: 100).write(to: URL(fileURLWithPath: frames))
        let outcome = try Landmark.run("bench", "task", "face", frames, "--size", "40x30")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("100 bytes are no whole frames of 3600 bytes"))
    }

    @Test("drawing is timed apart from finding")
    func draw() throws {
        let outcome = try Landmark.run("bench", "draw", "face", Landmark.astronaut, "--runs", "3")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").compactMap { Double($0) }.count == 3)
    }

    @Test(
        "reading and writing video are timed apart", .enabled(if: Fixtures.available(Self.clip)),
        arguments: ["decode", "encode"])
    func video(kind: String) throws {
        // More runs than the clip has frames.
        let outcome = try Landmark.run("bench", kind, Self.clip, "--runs", "130")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").compactMap { Double($0) }.count == 130)
    }
}
