import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Models that are well formed but extreme.
@Suite(.serialized)
struct ExtremeModelTests {
    private static let most = Int(Int32.max)

    private func error(
        _ writer: ModelWriter, _ backend: TestedBackend = .cpu(nil)
    ) throws -> InferenceError? {
        let model = try TFLiteModel(bytes: FileBytes(writer.bytes()), name: "m")
        do {
            let network = try backend.network(model)
            try network.run()
            return nil
        } catch let error as InferenceError {
            return error
        }
    }

    /// A convolution's window over an input of 8 × 8 pixels.
    private struct Window {
        var kernel = 3
        var stride = 1
        var dilation = 1
        var isSame = true
        var channels = 16

        func slots(depthwise: Bool) -> [Int: FlatField] {
            let steps: [Int: FlatField] = [
                0: .byte(isSame ? 0 : 1), 1: .int(Int32(stride)), 2: .int(Int32(stride)),
            ]
            let step = FlatField.int(Int32(dilation))
            let rest: [Int: FlatField] =
                depthwise ? [3: .int(1), 5: step, 6: step] : [4: step, 5: step]
            return steps.merging(rest) { $1 }
        }

        var span: Naive.Span {
            Naive.Span(8, kernel: kernel, stride: stride, dilation: dilation, isSame: isSame)
        }

        /// Returns a model of one convolution and its expected output.
        func convolution(seed: UInt64) -> (TinyNetwork, Naive.Image) {
            var tiny = TinyNetwork(seed: seed)
            let (source, image) = tiny.input(8, 8, channels)
            let weights = tiny.numbers(4 * kernel * kernel * channels, scale: 0.25)
            let expected = Naive.convolve(image, weights, nil, outputs: 4, span, span)
            let operands = [source, tiny.constant([4, kernel, kernel, channels], weights)]
            let result = tiny.writer.step(
                3, operands, shape: expected.shape, options: (1, slots(depthwise: false)))
            tiny.writer.outputs = [result]
            return (tiny, expected)
        }

        func depthwise(seed: UInt64) -> (TinyNetwork, Naive.Image) {
            var tiny = TinyNetwork(seed: seed)
            let (source, image) = tiny.input(8, 8, channels)
            let weights = tiny.numbers(kernel * kernel * channels)
            let expected = Naive.depthwise(image, weights, nil, span, span)
            let operands = [source, tiny.constant([1, kernel, kernel, channels], weights)]
            let result = tiny.writer.step(
                4, operands, shape: expected.shape, options: (2, slots(depthwise: true)))
            tiny.writer.outputs = [result]
            return (tiny, expected)
        }
    }

    @Test("a stride may be larger than the image", arguments: TestedBackend.all)
    func strides(backend: TestedBackend) throws {
        for stride in [9, 1 << 20, 1 << 28, 1 << 30, Self.most] {
            for isSame in [false, true] {
                for channels in [3, 16] {
                    let window = Window(stride: stride, isSame: isSame, channels: channels)
                    let (tiny, expected) = window.convolution(seed: 1)
                    try tiny.check([expected.values], backend, "stride \(stride), same \(isSame)")
                    let (other, result) = window.depthwise(seed: 2)
                    try other.check([result.values], backend, "depthwise, stride \(stride)")
                }
            }
        }
    }

    @Test("a single tap may have any dilation", arguments: TestedBackend.all)
    func dilations(backend: TestedBackend) throws {
        for channels in [3, 16] {
            let window = Window(kernel: 1, dilation: Self.most, channels: channels)
            let (tiny, expected) = window.convolution(seed: 3)
            try tiny.check([expected.values], backend)
            let (other, result) = window.depthwise(seed: 4)
            try other.check([result.values], backend)
            let wide = Window(dilation: 30, channels: channels)
            let (dilated, image) = wide.convolution(seed: 5)
            try dilated.check([image.values], backend)
        }
    }

    @Test("a border of more pixels than a tensor may have is rejected")
    func borders() throws {
        for dilation in [1 << 14, 1 << 28, Self.most] {
            for kernel in [3, 5] {
                let window = Window(kernel: kernel, dilation: dilation)
                for model in [window.convolution(seed: 6).0, window.depthwise(seed: 7).0] {
                    guard case .unsupportedForm("m", _, 0, let reason)? = try error(model.writer)
                    else {
                        Issue.record("dilation \(dilation): \(try error(model.writer) as Any)")
                        continue
                    }
                    #expect(reason.contains("[1, 8, 8, 16]"), "\(reason)")
                }
            }
        }
    }

    @Test(
        "a pooling's window may be larger than the image, within limits",
        arguments: TestedBackend.all)
    func poolings(backend: TestedBackend) throws {
        func model(_ size: Int, average: Bool) -> (TinyNetwork, Naive.Image, Int) {
            var tiny = TinyNetwork(seed: UInt64(size))
            let (source, image) = tiny.input(8, 8, 8)
            let slots: [Int: FlatField] = [
                0: .byte(0), 1: .int(1), 2: .int(1), 3: .int(Int32(size)), 4: .int(Int32(size)),
            ]
            let result = tiny.writer.step(
                average ? 1 : 17, [source], shape: image.shape, options: (5, slots))
            tiny.writer.outputs = [result]
            return (tiny, image, size)
        }
        for average in [true, false] {
            let (tiny, image, size) = model(40, average: average)
            let span = Naive.Span(8, kernel: size, stride: 1, isSame: true)
            let expected = Naive.pool(image, average: average, span, span)
            try tiny.check([expected.values], backend, "average \(average)")
            for size in [1 << 15, 1 << 30, Self.most] {
                let writer = model(size, average: average).0.writer
                guard case .unsupportedForm("m", _, 0, _)? = try error(writer, backend) else {
                    Issue.record("a window of \(size): \(try error(writer, backend) as Any)")
                    continue
                }
            }
        }
    }

    @Test("a border around a wide image counts against the memory budget")
    func wideInputs() throws {
        for (width, height) in [(1 << 26, 64), (1 << 24, 16), (1 << 24, 15)] {
            var writer = ModelWriter()
            let input = writer.input([1, 1, width, 3])
            let weights = writer.constant(
                [1, height, 1, 3], [Float](repeating: 0.5, count: 3 * height))
            let slots: [Int: FlatField] = [1: .int(1), 2: .int(1)]
            let result = writer.step(
                3, [input, weights], shape: [1, 1, width, 1], options: (1, slots))
            writer.outputs = [result]
            switch try error(writer) {
            case .unsupportedForm("m", "CONV_2D", 0, _)?:
                #expect(width == 1 << 26)
            case .tooLarge("m", let bytes, let limit)?:
                #expect(limit == 1 << 30 && bytes >= height * width * 3 * 4)
            case let other:
                Issue.record("\(width)×\(height): \(other as Any)")
            }
        }
    }

    @Test("weights count against the memory budget, packed and expanded")
    func weights() throws {
        let count = 1 << 25
        let stored = count / 2048
        var writer = ModelWriter()
        let input = writer.input([1, count])
        let sparse = writer.constant([1, count], [Float](repeating: 0.5, count: stored))
        let segments: [Int: FlatField] = [0: .integers([0, stored])]
        let indices: [Int: FlatField] = [0: .integers((0..<stored).map { $0 * 2048 })]
        let levels: [[Int: FlatField]] = [
            [0: .byte(0), 1: .int(1)],
            [
                0: .byte(1), 2: .byte(1), 3: .table(segments), 4: .byte(1), 5: .table(indices),
            ],
        ]
        writer.tensors[sparse][6] = .table([0: .integers([0, 1]), 2: .tables(levels)])
        let dense = writer.step(124, [sparse], shape: [1, count])
        let result = writer.step(9, [input, dense], shape: [1, 1], options: (8, [0: .byte(0)]))
        writer.outputs = [result]
        guard case .tooLarge("m", let bytes, 0x4000_0000)? = try error(writer) else {
            Issue.record("\(try error(writer) as Any)")
            return
        }
        // The expanded constant, and eight outputs where the model has one.
        #expect(bytes > 9 * count * 4, "\(bytes)")
    }

    // MARK: Element types

    /// A tensor's fields with one scale and zero point for each channel, or for all.
    private func quantized(
        _ writer: inout ModelWriter, _ tensor: Int, scales: [Float], zeros: [Int64] = [],
        dimension: Int = 0
    ) {
        var fields: [Int: FlatField] = [2: .floats(scales), 6: .int(Int32(dimension))]
        if !zeros.isEmpty {
            fields[3] = .node(.longs(zeros))
        }
        writer.tensors[tensor][4] = .table(fields)
    }

    @Test("networks of other element types than float are rejected")
    func integerNetworks() throws {
        func model(input: Int, middle: Int, output: Int) -> ModelWriter {
            var writer = ModelWriter()
            let source = writer.input([1, 4, 4, 8])
            let step = writer.step(19, [source], shape: [1, 4, 4, 8])
            let result = writer.step(19, [step], shape: [1, 4, 4, 8])
            writer.outputs = [result]
            for (tensor, type) in [(source, input), (step, middle), (result, output)] {
                writer.tensors[tensor][1] = .byte(type)
                if type != 0 { quantized(&writer, tensor, scales: [0.5], zeros: [0]) }
            }
            return writer
        }
        #expect(try error(model(input: 0, middle: 0, output: 0)) == nil)
        let types: [(Int, ElementType)] = [
            (9, .int8), (3, .uint8), (7, .int16), (2, .int32), (1, .float16),
        ]
        for (number, type) in types {
            for place in 0..<3 {
                let writer = model(
                    input: place == 0 ? number : 0, middle: place == 1 ? number : 0,
                    output: place == 2 ? number : 0)
                guard
                    case .elementType(
                        "m", "t\(place)[1, 4, 4, 8]", expected: .float32, got: type)? =
                        try error(writer)
                else {
                    Issue.record("\(type) at \(place): \(try error(writer) as Any)")
                    continue
                }
                #expect(try error(writer)?.description.contains("\(type)") == true)
            }
        }
        // Even if no operator reads it.
        var writer = model(input: 0, middle: 0, output: 0)
        writer.inputs.append(writer.tensor([4], type: 2))
        guard case .elementType? = try error(writer) else {
            Issue.record("an input of integers")
            return
        }
    }

    @Test("a bias of integers is scaled", arguments: TestedBackend.all)
    func integerBias(backend: TestedBackend) throws {
        var tiny = TinyNetwork(seed: 90)
        let (source, image) = tiny.input(5, 4, 3)
        let weights = (0..<12).map { _ in tiny.random.below(255) - 127 }
        let bias = (0..<4).map { _ in tiny.random.below(20000) - 10000 }
        let scales: [Float] = [0.5, 0.25, 0.125, 1]
        let stored = tiny.writer.tensor(
            [4, 1, 1, 3], type: 9, content: weights.map { UInt8(bitPattern: Int8($0)) })
        quantized(&tiny.writer, stored, scales: scales, zeros: [0, 0, 0, 0])
        let constant = tiny.writer.constant([4], bias)
        quantized(&tiny.writer, constant, scales: scales.map { $0 / 256 })
        let span = { (size: Int) in Naive.Span(size, kernel: 1, stride: 1, isSame: true) }
        let expected = Naive.convolve(
            image, weights.enumerated().map { Float($1) * scales[$0 / 3] },
            bias.enumerated().map { Float($1) * scales[$0] / 256 }, outputs: 4, span(5), span(4))
        let result = tiny.writer.step(
            3, [source, stored, constant], shape: expected.shape,
            options: (1, [1: .int(1), 2: .int(1)]))
        tiny.writer.outputs = [result]
        try tiny.check([expected.values], backend)
    }

    @Test("a zero point far outside the range of integers is rejected")
    func zeroPoints() throws {
        for zero in [Int64.min, .max, 1 << 40] {
            var writer = ModelWriter()
            let source = writer.input([1, 2, 2, 4])
            let weights = writer.tensor(
                [1, 1, 1, 4], type: 9, content: [1, 0x80, 0x7f, 0xff])
            quantized(&writer, weights, scales: [0.5], zeros: [zero])
            let result = writer.step(
                3, [source, weights], shape: [1, 2, 2, 1], options: (1, [1: .int(1), 2: .int(1)]))
            writer.outputs = [result]
            guard case .mismatch? = try error(writer) else {
                Issue.record("\(zero): \(try error(writer) as Any)")
                continue
            }
        }
    }

    @Test("a long list of axes is rejected")
    func manyIntegers() throws {
        var writer = ModelWriter()
        let source = writer.input([1, 4, 4, 8])
        let axes = writer.constant([17], [Int](repeating: 1, count: 17))
        let result = writer.step(
            40, [source, axes], shape: [1, 1, 4, 8], options: (27, [0: .byte(1)]))
        writer.outputs = [result]
        guard case .unsupportedForm("m", "MEAN", 0, _)? = try error(writer) else {
            Issue.record("\(try error(writer) as Any)")
            return
        }
    }
}
