import Foundation
import LandmarkTestSupport
import Testing

@Suite("bench times what it is told to", .enabled(if: Landmark.isReady))
struct BenchTests {
    static let network = Fixtures.model("face_landmarker.task") + ":face_detector.tflite"

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
}
