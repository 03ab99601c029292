import Foundation
import LandmarkTestSupport
import Testing

@Suite("Exported networks", .enabled(if: Landmark.isReady))
struct ExportTests {
    @Test("are a file for each network of a bundle, whose names and sizes are printed")
    func bundle() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run("export", "hand", "--into", scratch.folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(scratch.names == ["hand_detector.onnx", "hand_landmarks_detector.onnx"])
        #expect(
            outcome.output.contains(
                "hand_landmarks_detector.onnx\tinput_1 [1, 224, 224, 3] → Identity [1, 63],"))
    }

    @Test("take the place of earlier ones only when they are complete")
    func replaced() throws {
        let scratch = try Scratch()
        let arguments = [
            "export", "face", "--network", "face_blendshapes", "--format", "coreml", "--into",
            scratch.folder, "--precision",
        ]
        let weights = scratch.path(
            "face_blendshapes.mlpackage/Data/com.apple.CoreML/weights/weight.bin")
        #expect(try Landmark.run(arguments + ["f32"]).code == 0)
        let single = try #require(FileManager.default.contents(atPath: weights)?.count)
        #expect(try Landmark.run(arguments + ["f16"]).code == 0)
        let half = try #require(FileManager.default.contents(atPath: weights)?.count)
        #expect(half < single * 6 / 10)
        #expect(scratch.names == ["face_blendshapes.mlpackage"])
        let inTheWay = try scratch.file("face_detector.mlpackage", [1])
        let outcome = try Landmark.run(
            "export", "face", "--network", "face_detector", "--format", "coreml", "--into",
            scratch.folder)
        #expect(outcome.code == 1 && outcome.errors.contains("face_detector.mlpackage"))
        #expect(FileManager.default.contents(atPath: inTheWay) == Data([1]))
        #expect(scratch.names == ["face_blendshapes.mlpackage", "face_detector.mlpackage"])
    }

    @Test(
        "are refused with the fact",
        arguments: [
            (["export"], 2, "MODEL"),
            (["export", "nothing.task"], 1, "nothing.task"),
            (["export", "hand", "--network", "nose"], 1, "nose.tflite"),
            (["export", "hand", "--batch", "0"], 2, "a number of samples from 1, or dynamic"),
            (["export", "hand", "--batch", "2", "--format", "coreml"], 2, "--batch"),
            (["export", "hand", "--format", "tensorrt"], 2, "onnx, coreml"),
            (["export", "hand", "face"], 2, "face"),
            (["export", "hand", "--into", "Package.swift/networks"], 1, "Package.swift/networks"),
            (["export", "Package.swift"], 1, "Package.swift"),
        ])
    func refused(arguments: [String], code: Int, fact: String) throws {
        let scratch = try Scratch()
        let into = arguments.contains("--into") ? [] : ["--into", scratch.folder]
        let outcome = try Landmark.run(arguments + into)
        #expect(outcome.code == code && outcome.errors.contains(fact), "\(outcome.errors)")
        #expect(scratch.names.isEmpty)
    }
}
