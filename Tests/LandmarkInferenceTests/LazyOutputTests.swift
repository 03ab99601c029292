import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Outputs that are read in windows, computed by the run or lazily.
@Suite(.serialized)
struct LazyOutputTests {
    private static let sides = [1, 2, 5, 7, 8, 9, 13, 17, 33]

    /// Windows at all edges of a map, covering it, inside it, and empty.
    private static func windows(_ shape: [Int]) -> [ChannelWindow] {
        func ranges(_ count: Int) -> [Range<Int>] {
            [
                0..<count, 0..<min(4, count), max(0, count - 5)..<count, count - 1..<count,
                count / 2..<min(count / 2 + 7, count), count / 2..<count / 2,
            ]
        }
        return [0, shape[3] / 2, shape[3] - 1].flatMap { channel in
            ranges(shape[1]).flatMap { rows in
                ranges(shape[2]).map {
                    ChannelWindow(channel: channel, rows: rows, columns: $0)
                }
            }
        }
    }

    private static func cut(_ window: ChannelWindow, of values: [Float], _ shape: [Int]) -> [Float]
    {
        window.rows.flatMap { row in
            window.columns.map { values[(row * shape[2] + $0) * shape[3] + window.channel] }
        }
    }

    /// Checks that both networks give the same bytes, whole and in windows, after every run.
    private func compare(
        _ tiny: TinyNetwork, _ backend: TestedBackend, position: Int = 0, _ title: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (whole: Network, lazyOutputs: Network) {
        let whole = try tiny.network(backend, threads: 1)
        var first: Network?
        for threads in backend.threadCounts.reversed() {
            let lazyOutputs = try tiny.network(backend, threads: threads, lazyOutputs: [position])
            for network in [whole, lazyOutputs] {
                for (index, values) in tiny.inputs.enumerated() {
                    try network.setInput(values, at: index)
                }
                try network.run()
                try network.run()
            }
            for other in whole.outputs.indices {
                let isSame = try lazyOutputs.output(other) == whole.output(other)
                #expect(isSame, "\(title), output \(other)", sourceLocation: sourceLocation)
            }
            let (values, shape) = (try whole.output(position), whole.outputs[position].shape)
            for window in Self.windows(shape) {
                let expected = Self.cut(window, of: values, shape)
                for network in [whole, lazyOutputs] {
                    let isSame = try network.output(position, in: window) == expected
                    #expect(
                        isSame, "\(title), \(threads) threads, \(window)",
                        sourceLocation: sourceLocation)
                }
            }
            first = lazyOutputs
        }
        return (whole, try #require(first))
    }

    /// Appends a pointwise convolution; returns it with its MACs.
    private func pointwise(
        _ tiny: inout TinyNetwork, _ source: Int, _ shape: [Int], outputs: Int,
        activation: Int = 0, isHalf: Bool = false
    ) -> (result: Int, work: Int) {
        let weights = tiny.constant(
            [outputs, 1, 1, shape[3]], tiny.numbers(outputs * shape[3]), isHalf: isHalf)
        var operands = [source, weights]
        if tiny.random.below(4) > 0 {
            operands.append(tiny.constant([outputs], tiny.numbers(outputs)))
        }
        let result = tiny.writer.step(
            3, operands, shape: shape.dropLast() + [outputs],
            options: (1, [0: .byte(1), 1: .int(1), 2: .int(1), 3: .byte(activation)]))
        return (result, shape.reduce(1, *) * outputs)
    }

    private func depthwise(_ tiny: inout TinyNetwork, _ source: Int, _ shape: [Int]) -> Int {
        let weights = tiny.constant([1, 3, 3, shape[3]], tiny.numbers(9 * shape[3]))
        return tiny.writer.step(
            4, [source, weights], shape: shape,
            options: (2, [0: .byte(0), 1: .int(1), 2: .int(1), 3: .int(1), 4: .byte(0)]))
    }

    @Test(
        "a lazy pointwise convolution gives the bytes of the whole one",
        arguments: TestedBackend.all)
    func deferred(backend: TestedBackend) throws {
        for seed in 0..<60 {
            var tiny = TinyNetwork(seed: 7000 + UInt64(seed))
            let channels = [1, 3, 8, 11, 16, 17, 39, 48][tiny.random.below(8)]
            let outputs = [1, 8, 17, 39][tiny.random.below(4)]
            let (source, image) = tiny.input(
                Self.sides[tiny.random.below(9)], Self.sides[tiny.random.below(9)], channels)
            // The convolution may be the first operator, or follow another.
            let middle = seed % 3 == 0 ? source : depthwise(&tiny, source, image.shape)
            let (result, work) = pointwise(
                &tiny, middle, image.shape, outputs: outputs,
                activation: [0, 1, 3][tiny.random.below(3)], isHalf: seed % 2 == 0)
            // Later operators reuse memory.
            let other = depthwise(&tiny, middle, image.shape)
            tiny.writer.outputs = [result, depthwise(&tiny, other, image.shape)]
            let title = "\(image.shape) to \(outputs)"
            let (whole, lazyOutputs) = try compare(tiny, backend, title)
            let skipped = whole.macs - lazyOutputs.macs
            // Zero weights may have been skipped.
            #expect((work / 2...work).contains(skipped), "\(title)")
        }
    }

    @Test("activations after a lazy convolution are applied", arguments: TestedBackend.all)
    func activations(backend: TestedBackend) throws {
        for isPrelu in [true, false] {
            var tiny = TinyNetwork(seed: 7)
            let (source, image) = tiny.input(9, 7, 11)
            let (middle, work) = pointwise(&tiny, source, image.shape, outputs: 17)
            let slopes = tiny.constant([1, 1, 17], tiny.numbers(17))
            let result =
                isPrelu
                ? tiny.writer.step(54, [middle, slopes], shape: [1, 9, 7, 17])
                : tiny.writer.step(117, [middle], shape: [1, 9, 7, 17])
            tiny.writer.outputs = [result]
            let (whole, lazyOutputs) = try compare(tiny, backend, isPrelu ? "PRELU" : "HARD_SWISH")
            #expect(whole.macs == work && lazyOutputs.macs == 0)
        }
    }

    @Test("lazy outputs of other operators are computed by the run", arguments: TestedBackend.all)
    func otherwise(backend: TestedBackend) throws {
        var tiny = TinyNetwork(seed: 8)
        let (source, image) = tiny.input(9, 13, 17)
        let (shared, _) = pointwise(&tiny, source, image.shape, outputs: 17)
        let (strided, _) = pointwise(&tiny, source, image.shape, outputs: 3)
        tiny.writer.outputs = [
            depthwise(&tiny, source, image.shape), shared, depthwise(&tiny, shared, image.shape),
            // Also read by another operator, the input itself, a sum, and one value as two outputs.
            source, tiny.writer.step(0, [shared, source], shape: image.shape, options: (11, [:])),
            strided, strided,
        ]
        for position in tiny.writer.outputs.indices {
            let (whole, lazyOutputs) = try compare(
                tiny, backend, position: position, "output \(position)")
            #expect(whole.macs == lazyOutputs.macs, "output \(position)")
        }
    }

    @Test("an output that is no image is one row of pixels", arguments: TestedBackend.all)
    func vectors(backend: TestedBackend) throws {
        var tiny = TinyNetwork(seed: 9)
        let source = tiny.input(shape: [6, 11], tiny.values(66))
        let weights = tiny.constant([17, 11], tiny.numbers(17 * 11))
        tiny.writer.outputs = [
            tiny.writer.step(9, [source, weights], shape: [6, 17], options: (8, [0: .byte(0)]))
        ]
        let network = try tiny.network(backend, threads: 1, lazyOutputs: [0])
        try network.setInput(tiny.inputs[0])
        try network.run()
        let values = try network.output(0)
        let window = ChannelWindow(channel: 16, rows: 0..<1, columns: 2..<6)
        #expect(try network.output(0, in: window) == (2..<6).map { values[$0 * 17 + 16] })
    }

    @Test("windows and outputs that do not exist are reported with their numbers")
    func callers() throws {
        var tiny = TinyNetwork(seed: 10)
        let (source, image) = tiny.input(9, 7, 11)
        let (first, _) = pointwise(&tiny, source, image.shape, outputs: 3)
        tiny.writer.outputs = [first, depthwise(&tiny, source, image.shape)]
        let model = try TFLiteModel(bytes: FileBytes(tiny.writer.bytes()), name: "m")
        let pool = try WorkerPool(threads: 1)
        for outside in [-1, 2] {
            let error = #expect(throws: InferenceError.self) {
                try Network(model, options: NetworkOptions(lazyOutputs: [0, outside]), pool: pool)
            }
            guard case .noOutput("m", outside, 2)? = error else {
                Issue.record("output \(outside): \(error as Any)")
                continue
            }
        }
        for lazyOutputs in [[], [0], [0, 1]] as [Set<Int>] {
            let options = NetworkOptions(lazyOutputs: lazyOutputs)
            let network = try Network(model, options: options, pool: pool)
            for (channel, rows, columns) in [
                (-1, 0..<1, 0..<1), (3, 0..<1, 0..<1), (0, -1..<1, 0..<1), (0, 0..<10, 0..<1),
                (0, 0..<1, -1..<0), (0, 0..<1, 0..<8), (0, 10..<10, 0..<1),
                (.max, 0..<1, 0..<1), (0, 0..<Int.max, 0..<Int.max), (0, Int.min..<0, 0..<1),
            ] {
                let window = ChannelWindow(channel: channel, rows: rows, columns: columns)
                let error = #expect(throws: InferenceError.self) {
                    try network.output(0, in: window)
                }
                guard case .noWindow("m", 0, window, [1, 9, 7, 3])? = error else {
                    Issue.record("\(window): \(error as Any)")
                    continue
                }
                #expect(error?.description.contains("[1, 9, 7, 3]") == true)
            }
            let window = ChannelWindow(channel: 0, rows: 0..<1, columns: 0..<1)
            for position in [-1, 2] {
                #expect(throws: InferenceError.self) { try network.output(position, in: window) }
            }
        }
        // A pruned output is not available lazily either.
        let options = NetworkOptions(outputs: [1], lazyOutputs: [0])
        let network = try Network(model, options: options, pool: pool)
        let window = ChannelWindow(channel: 0, rows: 0..<1, columns: 0..<1)
        let error = #expect(throws: InferenceError.self) { try network.output(0, in: window) }
        guard case .outputPruned("m", 0)? = error else {
            Issue.record("a pruned output: \(error as Any)")
            return
        }
        #expect(try network.output(1, in: window).count == 1)
    }

    @Test("weights packed for windows count against the memory budget")
    func weights() throws {
        // A row of one weight is padded to eight, and a small file may have many rows.
        let count = (1 << 26) + 8
        var writer = ModelWriter()
        let source = writer.input([1, 1, 1, 1])
        let stored = writer.constant([count, 1, 1, 1], [Float](repeating: 0.5, count: 1))
        let levels: [[Int: FlatField]] =
            [
                [
                    0: .byte(1), 2: .byte(1), 3: .table([0: .integers([0, 1])]), 4: .byte(1),
                    5: .table([0: .integers([0])]),
                ]
            ] + Array(repeating: [0: .byte(0), 1: .int(1)], count: 3)
        writer.tensors[stored][6] = .table([0: .integers([0, 1, 2, 3]), 2: .tables(levels)])
        let weights = writer.step(124, [stored], shape: [count, 1, 1, 1])
        writer.outputs = [
            writer.step(
                3, [source, weights], shape: [1, 1, 1, count],
                options: (1, [0: .byte(0), 1: .int(1), 2: .int(1)]))
        ]
        let model = try TFLiteModel(bytes: FileBytes(writer.bytes()), name: "m")
        let error = #expect(throws: InferenceError.self) {
            try Network(
                model, options: NetworkOptions(lazyOutputs: [0]), pool: WorkerPool(threads: 1))
        }
        guard case .tooLarge("m", let bytes, 0x4000_0000)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(bytes >= 8 * count * 4)
    }
}

extension LazyOutputTests {
    private static let poses = NetworkParityTests.references.filter {
        $0.network.contains("pose_landmark")
    }

    @Test(
        "a window of the pose heatmap has the bytes of the whole map",
        .enabled(if: Fixtures.available(NetworkParityTests.image)), arguments: poses,
        TestedBackend.cpu)
    func poseHeatmap(reference: NetworkReference, backend: TestedBackend) throws {
        try reference.needsModel()
        let run = try #require(reference.runs.last)
        let path = Fixtures.model(reference.file)
        let model =
            try reference.entry.map { try ModelBundle(path: path).model(named: $0) }
            ?? TFLiteModel(path: path)
        let heatmap = 3
        let shape = model.tensors[model.outputs[heatmap]].shape
        #expect(shape == [1, 64, 64, 39])
        let networks = try [[], [heatmap]].map { (lazyOutputs: Set<Int>) in
            let network = try backend.network(
                model,
                options: NetworkOptions(outputs: [0, 1, 3, 4], lazyOutputs: lazyOutputs),
                threads: 2 - lazyOutputs.count)
            try run.input.fill(network)
            try network.run()
            return network
        }
        let values = try networks[0].output(heatmap)
        for window in Self.windows(shape) {
            let isSame =
                try networks[1].output(heatmap, in: window) == Self.cut(window, of: values, shape)
            #expect(isSame, "\(window)")
        }
        #expect(try networks[1].output(heatmap) == values)
        for position in [0, 1, 4] {
            #expect(try networks[1].output(position) == networks[0].output(position))
        }
        let work = networks[0].macs - networks[1].macs
        #expect(work > 0 && work % (64 * 64 * 39) == 0)
    }
}
