#if os(Linux)
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Exported networks in ONNX Runtime, and what a comparison with it finds.
@Suite(
    "Exported networks in ONNX Runtime",
    .enabled(
        if: (try? ONNXRuntimeModel.loadLibrary()) != nil,
        "LANDMARK_ONNXRUNTIME names no library that can be loaded"))
struct ExportCheckTests {
    private func differences(
        of other: TFLiteModel? = nil, from model: TFLiteModel,
        _ options: ONNXOptions = ONNXOptions()
    ) throws -> [ExportDifference] {
        let network = try PortableNetwork(model)
        let onnx = try PortableNetwork(other ?? model).onnx(options)
        return try network.differences(
            of: onnx, from: model, batch: options.batch, threads: 2)
    }

    private func model(_ tiny: TinyNetwork) throws -> TFLiteModel {
        try TFLiteModel(bytes: FileBytes(tiny.writer.bytes()), name: "tiny")
    }

    @Test(
        "give this package's numbers, in batches, too",
        .enabled(if: Fixtures.available(Fixtures.model("hand_landmarker.task"))),
        arguments: [ONNXOptions.Batch.fixed(1), .fixed(5), .dynamic])
    func equal(batch: ONNXOptions.Batch) throws {
        let bundle = try ModelBundle(path: Fixtures.model("hand_landmarker.task"))
        let hands = try bundle.model(named: "hand_landmarks_detector.tflite")
        let found = try differences(from: hands, ONNXOptions(batch: batch))
        #expect(found.map(\.output) == ["Identity", "Identity_1", "Identity_2", "Identity_3"])
        for output in found {
            #expect(output.share < 1e-5 && output.largest > 0, "\(output)")
            #expect(output.range.lowerBound.magnitude > 0)
        }
    }

    @Test("give numbers near this package's in half precision")
    func half() throws {
        let tiny = try model(.convolution)
        let found = try #require(
            try differences(from: tiny, ONNXOptions(precision: .half)).first)
        #expect(found.share > 1e-6 && found.share < PortableNetwork.tolerance(of: .half))
    }

    @Test("differ where a constant does, and are refused where a tensor does")
    func planted() throws {
        func sum(_ constant: Float, columns: Int = 4) throws -> TFLiteModel {
            var tiny = TinyNetwork(seed: 1)
            let input = tiny.input(shape: [1, columns], [])
            let other = tiny.writer.constant(
                [1, columns], [Float](repeating: 0, count: columns - 1) + [constant])
            tiny.writer.outputs = [
                tiny.writer.step(0, [input, other], shape: [1, columns], options: (11, [:]))
            ]
            return try model(tiny)
        }
        let found = try #require(try differences(of: sum(1.5), from: sum(1)).first)
        #expect(found.largest == 0.5 && found.range.upperBound > 1 && found.range.upperBound < 2)
        #expect(found.share > 0.25 && found.share <= 0.5)
        #expect(try differences(of: sum(1), from: sum(1)).first?.share == 0)
        #expect(try differences(of: sum(.nan), from: sum(1)).first?.largest == .infinity)
        #expect {
            _ = try differences(of: sum(1, columns: 5), from: sum(1))
        } throws: {
            guard case ONNXRuntimeError.failed(let reason) = $0 else { return false }
            return !reason.isEmpty
        }
        #expect(throws: ONNXRuntimeError.self) {
            _ = try PortableNetwork(sum(1)).differences(
                of: [1, 2, 3], from: sum(1), batch: .dynamic, threads: 1)
        }
        #expect(throws: ONNXRuntimeError.tooLarge(batch: 1 << 40)) {
            _ = try PortableNetwork(sum(1)).differences(
                of: [], from: sum(1), batch: .fixed(1 << 40), threads: 1)
        }
    }
}
#endif
