import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkTestSupport
import Testing

@Suite("Devices of a run", .enabled(if: Landmark.isReady))
struct DeviceOptionTests {
    private func landmarks(_ task: String, _ options: String...) throws -> [[Double]] {
        let outcome = try Landmark.run([task, Landmark.astronaut, "--json", "-"] + options)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let record = try #require(outcome.objects().first)
        let instances = try #require((record["poses"] ?? record["faces"]) as? [[String: Any]])
        return try #require(instances.first?["landmarks"] as? [[Double]])
    }

    @Test("a device that is not available is replaced by the processor, which is said once")
    func missing() throws {
        if ComputeDevice.available.contains(.neuralEngine) {
            try Test.cancel("this machine has the device")
        }
        let command = ["pose", Landmark.astronaut, Landmark.astronaut, "--json", "-"]
        let processor = try Landmark.run(command)
        let other = try Landmark.run(command + ["--device", "neural-engine"])
        #expect(other.code == 0 && other.output == processor.output)
        let notes = other.errors.components(separatedBy: "the processor runs ").count - 1
        #expect(notes == 2, "one for each network: \(other.errors)")
    }

    @Test("a graph runs on the device, or on the processor, which is said once")
    func graph() throws {
        if ComputeDevice.available.contains(.neuralEngine) {
            try Test.cancel("this machine has the device")
        }
        let scratch = try Scratch()
        let file = try scratch.file("g.pbtxt", Array(GraphTests.face.utf8))
        let command = ["graph", file, "--input", "image=\(Landmark.astronaut)"]
        let processor = try Landmark.run(command)
        let other = try Landmark.run(command + ["--device", "neural-engine"])
        #expect(other.code == 0 && other.output == processor.output && !other.output.isEmpty)
        let notes = other.errors.components(separatedBy: "the processor runs ").count - 1
        #expect(notes > 0 && !processor.errors.contains("the processor runs"), "\(other.errors)")
        let wrong = try Landmark.run(
            command + ["--device", "neural-engine", "--precision", "half"])
        #expect(wrong.code == 2 && wrong.errors.contains("--precision half"), "\(wrong.errors)")
    }

    @Test(
        "OpenVINO finds the landmarks that the processor finds",
        .enabled(
            if: ComputeDevice.available.contains(.openVINO),
            "LANDMARK_OPENVINO names no library that can be loaded"),
        arguments: ["pose", "face"])
    func openVINO(task: String) throws {
        let processor = try landmarks(task)
        let other = try landmarks(task, "--device", "openvino")
        #expect(processor.count == other.count)
        for (a, b) in zip(processor, other) {
            // Coordinates of joints outside the image are several times its size.
            #expect(abs(a[0] - b[0]) < 1e-3 && abs(a[1] - b[1]) < 1e-3)
        }
    }

    @Test(
        "the automatic device finds the landmarks that the processor finds",
        arguments: ["pose", "face"])
    func automatic(task: String) throws {
        let processor = try landmarks(task)
        let other = try landmarks(task, "--device", "automatic")
        #expect(processor.count == other.count)
        for (a, b) in zip(processor, other) {
            #expect(abs(a[0] - b[0]) < 1e-3 && abs(a[1] - b[1]) < 1e-3)
        }
    }

    @Test("only the processor has other precisions")
    func precision() throws {
        let outcome = try Landmark.run(
            "pose", Landmark.astronaut, "--device", "openvino", "--precision", "half")
        #expect(outcome.code == 2 && outcome.errors.contains("--precision half"))
    }
}
