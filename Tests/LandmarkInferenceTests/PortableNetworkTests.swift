import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Networks as ONNX and Core ML: what the files say. `Tools/exports` runs them.
struct PortableNetworkTests {
    /// A convolution of an image of 6×4 pixels and 3 channels, with 8 filters of 3×3 pixels.
    private func model(weight: Float? = nil) throws -> TFLiteModel {
        var tiny = TinyNetwork(seed: 5)
        let (image, _) = tiny.input(6, 4, 3)
        var numbers = tiny.numbers(8 * 3 * 3 * 3)
        if let weight { numbers[7] = weight }
        let weights = tiny.constant([8, 3, 3, 3], numbers)
        let bias = tiny.constant([8], tiny.numbers(8))
        let result = tiny.writer.step(
            3, [image, weights, bias], shape: [1, 6, 4, 8],
            options: (1, [0: .byte(0), 1: .int(1), 2: .int(1)]))
        tiny.writer.outputs = [result]
        return try TFLiteModel(bytes: FileBytes(tiny.writer.bytes()), name: "tiny")
    }

    @Test("ONNX names the operators' version, and the sizes of inputs and outputs")
    func onnx() throws {
        let network = try PortableNetwork(model())
        #expect(network.inputs.map(\.shape) == [[1, 6, 4, 3]])
        #expect(network.outputs.map(\.shape) == [[1, 6, 4, 8]])
        let file = try WireMessage(
            network.onnx(ONNXOptions(batch: .dynamic, properties: ["license": "free"])))
        #expect(file.message(8)?.number(2) == 18)
        #expect(file.message(14)?.text(1) == "license" && file.message(14)?.text(2) == "free")
        let graph = try #require(file.message(7))
        let nodes = graph.messages(1).map { $0.text(4) }
        #expect(nodes == ["Transpose", "Conv", "Transpose", "Identity"])
        #expect(dimensions(of: graph.message(11)) == ["batch", "6", "4", "3"])
        #expect(dimensions(of: graph.message(12)) == ["batch", "6", "4", "8"])
        let fixed = try WireMessage(network.onnx(ONNXOptions(batch: .fixed(4))))
        #expect(dimensions(of: fixed.message(7)?.message(11)) == ["4", "6", "4", "3"])
    }

    private func dimensions(of value: WireMessage?) -> [String]? {
        value?.message(2)?.message(1)?.message(2)?.messages(1).map { dimension in
            dimension.text(2) ?? dimension.number(1).map { "\($0)" } ?? "?"
        }
    }

    @Test("Core ML has the version of iOS 15, and its weights are where the program says")
    func coreML() throws {
        let network = try PortableNetwork(model())
        let package = try network.coreMLPackage()
        #expect(package.files.count == 3)
        let file = try WireMessage(
            #require(package.files["Data/com.apple.CoreML/model.mlmodel"]))
        #expect(file.number(1) == 6)
        let function = try #require(file.message(502)?.message(2)?.message(2))
        let block = try #require(function.message(3)?.message(2))
        let blob = try #require(package.files["Data/com.apple.CoreML/weights/weight.bin"])
        var sizes: [Int] = []
        for operation in block.messages(3) where operation.text(1) == "const" {
            let value = operation.messages(5).first { $0.text(1) == "val" }?.message(2)
            guard let offset = value?.message(5)?.number(2) else { continue }
            #expect(blob[offset..<offset + 4].elementsEqual([0xef, 0xbe, 0xad, 0xde]))
            sizes.append(Int(blob[offset + 8]) + Int(blob[offset + 9]) << 8)
        }
        #expect(sizes == [8 * 27 * 4, 8 * 4])
    }

    @Test("equal networks give equal bytes, and half precision halves the weights")
    func bytes() throws {
        let (one, other) = (try PortableNetwork(model()), try PortableNetwork(model()))
        #expect(try one.onnx() == other.onnx())
        #expect(try one.coreMLPackage().files == other.coreMLPackage().files)
        let weights = "Data/com.apple.CoreML/weights/weight.bin"
        let single = try one.coreMLPackage().files[weights]?.count
        let half = try one.coreMLPackage(precision: .half).files[weights]?.count
        // A header, and two arrays with a record of 64 bytes each.
        let (headers, bias) = (3 * 64, 64)
        #expect(single == headers + 896 + bias)
        #expect(half == headers + 448 + bias)
    }

    @Test("names that the model has are not given to other tensors")
    func names() throws {
        for hostile in ["constant_1", "tensor_5", "parameter_1", "integers_0", "tensor_3_f16"] {
            var writer = ModelWriter()
            writer.inputs = [writer.tensor([1, 4, 4, 2], name: hostile)]
            let pads = writer.constant([4, 2], [0, 0, 1, 1, 1, 1, 0, 0])
            let padded = writer.step(34, [0, pads], shape: [1, 6, 6, 2])
            let result = writer.tensor([1, 6, 6, 2], name: "tensor_3")
            writer.step(21, [padded], outputs: [result])
            writer.outputs = [result]
            let model = try TFLiteModel(bytes: FileBytes(writer.bytes()), name: "tiny")
            let network = try PortableNetwork(model)
            #expect(network.inputs.map(\.name) == [hostile])
            #expect(network.outputs.map(\.name) == ["tensor_3"])
            for precision in ExportPrecision.allCases {
                let graph = try #require(
                    WireMessage(network.onnx(ONNXOptions(precision: precision))).message(7))
                // Inputs, constants and the results of nodes.
                var defined: [String?] = []
                for (field, name) in [(11, 1), (5, 8), (1, 2)] {
                    defined += graph.messages(field).map { $0.text(name) }
                }
                #expect(Set(defined).count == defined.count, "\(hostile): \(defined)")
                #expect(try coreMLNames(network, precision).isUnique, "\(hostile)")
            }
        }
    }

    /// The names of all tensors in a Core ML program.
    private func coreMLNames(
        _ network: PortableNetwork, _ precision: ExportPrecision
    ) throws -> [String?] {
        let files = try network.coreMLPackage(precision: precision).files
        let file = try WireMessage(#require(files["Data/com.apple.CoreML/model.mlmodel"]))
        let function = try #require(file.message(502)?.message(2)?.message(2))
        let block = try #require(function.message(3)?.message(2))
        let inputs: [String?] = function.messages(1).map { $0.text(1) }
        let results: [String?] = block.messages(3).map { $0.message(3)?.text(1) }
        return inputs + results
    }

    @Test("what a format cannot express is reported")
    func errors() throws {
        let network = try PortableNetwork(model(weight: 70000))
        #expect(throws: Never.self) { try network.onnx() }
        #expect(throws: InferenceError.self) {
            try network.onnx(ONNXOptions(precision: .half))
        }
        #expect(throws: InferenceError.self) { try network.coreMLPackage(precision: .half) }
        let batch = #expect(throws: InferenceError.self) {
            try network.onnx(ONNXOptions(batch: .fixed(0)))
        }
        #expect(batch?.description == "a batch of 0 samples; expected at least 1")
        let output = #expect(throws: InferenceError.self) {
            _ = try PortableNetwork(model(), outputs: [1])
        }
        #expect(output?.description == "tiny: no output 1; there are 1")
    }

    @Test("every half-precision number survives, and others round to the nearest one, ties to even")
    func narrowing() {
        for bits in UInt16.min...UInt16.max {
            var value: Float = 0
            withUnsafeBytes(of: bits) { bytes in
                withUnsafeMutablePointer(to: &value) { value in
                    guard let base = bytes.baseAddress else { return }
                    HalfPrecision.widen(base, to: value, count: 1)
                }
            }
            if value.isNaN {
                #expect(HalfPrecision.narrow(value) & 0x7fff == 0x7e00)
            } else {
                #expect(HalfPrecision.narrow(value) == bits)
            }
        }
        let cases: [(Float, UInt16)] = [
            (1 + 0x1p-11, 0x3c00), (1 + 0x1.8p-10, 0x3c02), (1 + 0x1p-11 + 0x1p-23, 0x3c01),
            (65519.996, 0x7bff), (65520, 0x7c00), (-1e9, 0xfc00), (0x1p-25, 0), (0x1.8p-24, 2),
            (0x1.ff8p-15, 0x03ff), (0x1.ffcp-15, 0x0400),
        ]
        for (value, bits) in cases {
            #expect(HalfPrecision.narrow(value) == bits, "\(value)")
        }
    }
}

extension Array where Element: Hashable {
    fileprivate var isUnique: Bool { Set(self).count == count }
}
