import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Faulty models and calls, and the facts that their errors carry.
struct NetworkErrorTests {
    private func error(_ writer: ModelWriter, outputs: [Int]? = nil) throws -> InferenceError? {
        let model = try TFLiteModel(bytes: FileBytes(writer.bytes()), name: "m")
        do {
            _ = try Network(
                model, options: NetworkOptions(outputs: outputs), pool: WorkerPool(threads: 1))
            return nil
        } catch {
            return error
        }
    }

    /// A model whose second operator is `code` over [1, 4, 4, 3].
    private func model(
        _ code: Int, custom: String? = nil, options: (kind: Int, [Int: FlatField])? = nil,
        extra: [Int] = [], shape: [Int] = [1, 4, 4, 3]
    ) -> ModelWriter {
        var writer = ModelWriter()
        let input = writer.input([1, 4, 4, 3])
        let step = writer.step(19, [input], shape: [1, 4, 4, 3])
        let result = writer.tensor(shape)
        writer.step(code, [step] + extra, outputs: [result], custom: custom, options: options)
        writer.outputs = [result]
        return writer
    }

    @Test("an unsupported operator is reported with its name, index and tensors")
    func unsupported() throws {
        for (writer, name) in [
            (model(105), "REVERSE_V2"), (model(32, custom: "Mine"), "Mine"),
            (model(999), "OPERATOR_999"),
        ] {
            guard
                case .unsupportedOperator("m", name, 1, ["t1[1, 4, 4, 3]"], ["t2[1, 4, 4, 3]"])? =
                    try error(writer)
            else {
                Issue.record("\(name): \(String(describing: try error(writer)))")
                continue
            }
            #expect(try error(writer)?.description.contains("operator 1 is \(name)") == true)
        }
    }

    @Test(
        "a custom operator without its options or inputs is reported with its name",
        arguments: [
            "Convolution2DTransposeBias", "Landmarks2TransformMatrix", "TransformTensorBilinear",
            "TransformLandmarks",
        ])
    func custom(name: String) throws {
        let error = try #require(try error(model(32, custom: name)))
        switch error {
        case .mismatch(_, let got, let index, _), .unsupportedForm(_, let got, let index, _):
            #expect(got == name && index == 1)
        default: Issue.record("\(error)")
        }
    }

    @Test("inconsistent shapes are rejected")
    func mismatches() throws {
        let stride: [Int: FlatField] = [1: .int(1), 2: .int(1)]
        var wrong = model(19, shape: [1, 4, 4, 2])
        #expect(try error(wrong) != nil)
        wrong = model(0, options: (11, [:]))
        #expect(try error(wrong) != nil, "an ADD of one tensor")
        wrong = model(3, options: (1, stride))
        #expect(try error(wrong) != nil, "a convolution without weights")
        wrong = model(5, options: (94, [0: .int(2)]))
        #expect(try error(wrong) != nil, "3 channels do not divide by 4")
        wrong = model(
            17, options: (5, stride.merging([3: .int(9), 4: .int(9), 0: .byte(1)]) { $1 }))
        #expect(try error(wrong) != nil, "a window larger than the image")
        wrong = model(39)
        #expect(try error(wrong) != nil, "a transposition without an order")
        wrong = model(2, options: (10, [0: .int(7)]))
        #expect(try error(wrong) != nil, "an axis that does not exist")
    }

    @Test("an operator without outputs is rejected", arguments: [0, 3, 6, 19, 22, 34, 39, 40, 49])
    func noOutputs(code: Int) throws {
        var writer = model(19)
        let kinds = [0: 11, 3: 1, 22: 17, 40: 27, 49: 35]
        let kind = kinds[code].map { ($0, [0: FlatField.int(1), 1: .int(1), 2: .int(1)]) }
        writer.step(code, [0, 0, 0], outputs: [], options: code == 22 ? (17, [:]) : kind)
        #expect(try error(writer) != nil)
    }

    @Test("surplus outputs of an operator are rejected")
    func extraOutputs() throws {
        var writer = ModelWriter()
        let input = writer.input([1, 4, 4, 3])
        let first = writer.tensor([1, 4, 4, 3])
        let second = writer.tensor([1, 4, 4, 3])
        writer.step(19, [input], outputs: [first, second])
        writer.outputs = [second]
        #expect(try error(writer) != nil)
        let third = writer.step(19, [second], shape: [1, 4, 4, 3])
        writer.outputs = [third]
        #expect(try error(writer) != nil)
    }

    @Test("an output may be an input, a constant, repeated, or left out")
    func passedOn() throws {
        var writer = model(19)
        let numbers: [Float] = [1, 2, 3]
        let constant = writer.constant([3], numbers)
        writer.outputs = [0, constant, 2, 2]
        let model = try TFLiteModel(bytes: FileBytes(writer.bytes()), name: "m")
        let values = (0..<48).map { Float($0) - 20 }
        for threads in [1, 2] {
            let network = try Network(model, pool: WorkerPool(threads: threads))
            try network.setInput(values)
            try network.run()
            #expect(try network.output(0) == values)
            #expect(try network.output(1) == numbers)
            #expect(try network.output(2) == values.map { max($0, 0) })
            #expect(try network.output(3) == values.map { max($0, 0) })
        }
        for outputs in [[], [2], [0], [3, 3]] {
            let options = NetworkOptions(outputs: outputs)
            let network = try Network(model, options: options, pool: WorkerPool(threads: 1))
            try network.setInput(values)
            try network.run()
            for position in Set(outputs) {
                #expect(try network.output(position).count == 48)
            }
        }
    }

    @Test("wrong calls are reported with their numbers")
    func callers() throws {
        let writer = model(19)
        guard case .noOutput("m", 3, 1)? = try error(writer, outputs: [3]) else {
            Issue.record("output 3 does not exist")
            return
        }
        let model = try TFLiteModel(bytes: FileBytes(writer.bytes()), name: "m")
        let network = try Network(model, pool: WorkerPool(threads: 1))
        #expect(network.inputs.map(\.shape) == [[1, 4, 4, 3]])
        #expect(network.outputs.map(\.shape) == [[1, 4, 4, 3]])
        #expect(throws: InferenceError.self) { try network.setInput([1, 2, 3]) }
        #expect(throws: InferenceError.self) { try network.setInput([], at: 1) }
        #expect(throws: InferenceError.self) { try network.output(1) }
        #expect(throws: InferenceError.self) { try network.output(-1) }
        for threads in [-1, 0, 65] {
            #expect(throws: InferenceError.self) { try WorkerPool(threads: threads) }
        }
        for level in InstructionSet.allCases where !InstructionSet.available.contains(level) {
            #expect(throws: InferenceError.self) {
                try Network(
                    model, options: NetworkOptions(device: .cpu(level)),
                    pool: WorkerPool(threads: 1))
            }
        }
    }

    @Test(
        "a damaged model gives an error, or a network that runs",
        .enabled(if: Fixtures.available(Fixtures.model("face_landmarker.task"))),
        arguments: ["face_detector.tflite", "face_blendshapes.tflite"])
    func damaged(entry: String) throws {
        let bundle = try ModelBundle(path: Fixtures.model("face_landmarker.task"))
        let file = try bundle.bytes(named: entry).withUnsafeBytes { Array($0) }
        var random = SplitMix64(seed: 11)
        var refused = 0
        var ran = 0
        for _ in 0..<300 {
            var bytes = file
            // Most of a file is weights, where any bit is valid; a few of these hit its tables.
            for _ in 0...random.below(24) {
                bytes[random.below(bytes.count)] ^= 1 << random.below(8)
            }
            guard let model = try? TFLiteModel(bytes: FileBytes(bytes), name: "m") else { continue }
            do {
                let network = try Network(model, pool: WorkerPool(threads: 1))
                try network.run()
                ran += 1
            } catch {
                refused += 1
            }
        }
        #expect(refused > 5 && ran > 10, "\(refused) refused, \(ran) ran")
    }

    @Test(
        "any wrong byte of a small model gives an error, or a network that runs",
        arguments: [0x00, 0x7f, 0x80, 0xff] as [UInt8])
    func everyByte(wrong: UInt8) throws {
        let file = try smallModel()
        var refused = 0
        var ran = 0
        for place in file.indices where file[place] != wrong {
            var bytes = file
            bytes[place] = wrong
            guard let model = try? TFLiteModel(bytes: FileBytes(bytes), name: "m") else {
                refused += 1
                continue
            }
            do {
                try Network(model, pool: WorkerPool(threads: 1)).run()
                ran += 1
            } catch {
                refused += 1
            }
        }
        #expect(refused > 100 && ran > 100, "\(refused) refused, \(ran) ran")
    }

    /// A convolution, a pooling, a pad, a slice and a concatenation, with integers of both widths.
    private func smallModel() throws -> [UInt8] {
        var tiny = TinyNetwork(seed: 77)
        let (source, _) = tiny.input(6, 6, 3)
        let two = FlatField.int(2)
        let operands = [
            source, tiny.constant([9, 3, 3, 3], tiny.numbers(243)),
            tiny.constant([9], tiny.numbers(9)),
        ]
        let convolved = tiny.writer.step(
            3, operands, shape: [1, 3, 3, 9], options: (1, [1: two, 2: two]))
        let pooled = tiny.writer.step(
            17, [convolved], shape: [1, 2, 2, 9],
            options: (5, [1: two, 2: two, 3: two, 4: two]))
        let pads = tiny.writer.constant([4, 2], [0, 0, 1, 0, 0, 1, 0, 0])
        let padded = tiny.writer.step(34, [pooled, pads], shape: [1, 3, 3, 9])
        let bounds = [[0, 0, 1, 2], [1, 3, 3, 8], [1, 1, 1, 3]].map {
            tiny.writer.constant([4], $0)
        }
        let sliced = tiny.writer.step(
            45, [padded] + bounds, shape: [1, 3, 2, 2], options: (32, [:]))
        let joined = tiny.writer.step(
            2, [sliced, sliced], shape: [1, 3, 2, 4], options: (10, [0: .int(3)]))
        tiny.writer.outputs = [joined]
        let bytes = tiny.writer.bytes()
        let model = try TFLiteModel(bytes: FileBytes(bytes), name: "small")
        try Network(model, pool: WorkerPool(threads: 1)).run()
        return bytes
    }
}
