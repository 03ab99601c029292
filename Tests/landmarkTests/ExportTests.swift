import Foundation
import LandmarkInference
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

    @Test("print the shapes with their batch", arguments: [("4", "4"), ("dynamic", "batch")])
    func batch(option: String, dimension: String) throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "export", "hand", "--network", "hand_detector", "--batch", option, "--into",
            scratch.folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.output.hasSuffix(
                "input_1 [\(dimension), 192, 192, 3] → Identity [\(dimension), 2016, 18],"
                    + " Identity_1 [\(dimension), 2016, 1]\n"), "\(outcome.output)")
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

    @Test("never replace a folder with other contents, nor follow a link")
    func kept() throws {
        let scratch = try Scratch()
        let package = scratch.path("face_detector.mlpackage")
        let document = package + "/document.txt"
        try FileManager.default.createDirectory(
            atPath: package, withIntermediateDirectories: false)
        _ = try scratch.file("face_detector.mlpackage/document.txt", [7])
        let arguments = [
            "export", "face", "--network", "face_detector", "--format", "coreml", "--into",
            scratch.folder,
        ]
        let occupied = try Landmark.run(arguments)
        #expect(occupied.code == 1 && occupied.errors.contains(package))
        #expect(FileManager.default.contents(atPath: document) == Data([7]))
        try FileManager.default.moveItem(atPath: package, toPath: scratch.path("elsewhere"))
        try FileManager.default.createSymbolicLink(
            atPath: package, withDestinationPath: scratch.path("elsewhere"))
        #expect(try Landmark.run(arguments).code == 1)
        #expect(scratch.names == ["elsewhere", "face_detector.mlpackage"])
        #expect(
            FileManager.default.contents(atPath: scratch.path("elsewhere/document.txt"))
                == Data([7]))
    }

    @Test(
        "have names from the bundle that stay in the folder",
        arguments: [
            (["a/../../b.tflite"], "a_.._.._b.onnx", 0), (["a\u{1b}.tflite"], nil, 1),
            (["a/b.tflite", "a_b.tflite"], nil, 1), ([".tflite"], nil, 1), (["a.txt"], nil, 1),
        ] as [([String], String?, Int)])
    func names(entries: [String], file: String?, code: Int) throws {
        var writer = ModelWriter()
        let input = writer.input([1, 2, 2, 1])
        writer.outputs = [writer.step(19, [input], shape: [1, 2, 2, 1])]
        let zip = ZipWriter(entries.map { ZipWriter.Entry($0, writer.bytes()) })
        let scratch = try Scratch()
        let bundle = try scratch.file("bundle.task", zip.bytes())
        let outcome = try Landmark.run("export", bundle, "--into", scratch.path("out"))
        #expect(outcome.code == code, "\(outcome.errors)")
        let written = try? FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))
        #expect(written ?? [] == (file.map { [$0] } ?? []))
    }

    @Test(
        "are refused with the fact",
        arguments: [
            (["export"], 2, "MODEL"),
            (["export", "nothing.task"], 1, "nothing.task"),
            (["export", "hand", "--network", "nose"], 1, "nose.tflite"),
            (
                ["export", "hand", "--batch", "0"], 2,
                "a number of samples from 1 to 65536, or dynamic"
            ),
            (["export", "hand", "--batch", "2", "--format", "coreml"], 2, "--batch"),
            (["export", "hand", "--check", "--format", "coreml"], 2, "--check"),
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

    #if os(Linux)
    private static let hasRuntime = (try? ONNXRuntimeModel.loadLibrary()) != nil
    private static let noRuntime: Comment =
        "LANDMARK_ONNXRUNTIME names no library that can be loaded"

    @Test(
        "are compared with this package's results in ONNX Runtime",
        .enabled(if: hasRuntime, noRuntime), arguments: ["1", "dynamic"])
    func compared(batch: String) throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "export", "face", "--check", "--batch", batch, "--into", scratch.folder)
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 6, "\(outcome.output)")
        #expect(lines.count { $0.contains("\tlargest difference ") } == 3, "\(outcome.output)")
    }

    @Test(
        "whose results differ from this package's are reported and fail",
        .enabled(if: hasRuntime, noRuntime))
    func different() throws {
        // Half precision has no 4097.5, and takes 4096: 1.5 is missing in the result.
        var writer = ModelWriter()
        let input = writer.input([1, 8])
        let added = writer.constant([1, 8], [Float](repeating: 4097.5, count: 8))
        let subtracted = writer.constant([1, 8], [Float](repeating: 4096, count: 8))
        let sum = writer.step(0, [input, added], shape: [1, 8], options: (11, [:]))
        writer.outputs = [
            writer.step(41, [sum, subtracted], shape: [1, 8], options: (28, [:]))
        ]
        let scratch = try Scratch()
        let model = try scratch.file("sum.tflite", writer.bytes())
        let arguments = ["export", model, "--check", "--into", scratch.folder, "--precision"]
        let same = try Landmark.run(arguments + ["f32"])
        #expect(same.code == 0 && same.errors.isEmpty, "\(same.errors)")
        let outcome = try Landmark.run(arguments + ["f16"])
        #expect(outcome.code == 1, "\(outcome.output)")
        #expect(outcome.output.contains("\tlargest difference "), "\(outcome.output)")
        #expect(outcome.errors.contains("but rounding explains 0.1 at most"), "\(outcome.errors)")
    }

    @Test("are not written where ONNX Runtime is asked for and missing")
    func withoutRuntime() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            ["export", "hand", "--check", "--into", scratch.path("out")],
            environment: ["LANDMARK_ONNXRUNTIME": scratch.path("missing.so")])
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("missing.so"), "\(outcome.errors)")
        #expect(outcome.errors.contains("set LANDMARK_ONNXRUNTIME to the path"))
        #expect(outcome.errors.split(separator: "\n").count == 1 && scratch.names.isEmpty)
    }
    #endif
}
