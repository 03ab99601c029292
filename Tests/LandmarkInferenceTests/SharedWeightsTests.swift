import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Networks of the same model and options have their weights in common, and nothing else.
@Suite(.serialized)
struct SharedWeightsTests {
    private static let side = 9
    private static let channels = 40

    /// The bytes of a model: a pointwise convolution most of whose weights are zero, a 3×3 convolution
    /// with slopes and a pointwise one, which two outputs read.
    private static func model(seed: UInt64, name: String = "shared") throws -> TFLiteModel {
        var tiny = TinyNetwork(seed: seed)
        let shape = [1, side, side, channels]
        let slots: [Int: FlatField] = [1: .int(1), 2: .int(1), 3: .byte(0)]
        func convolution(_ input: Int, window: Int, sparse: Bool) -> Int {
            var weights = tiny.numbers(channels * window * window * channels, scale: 0.1)
            if sparse {
                for index in weights.indices where index % 7 != 0 { weights[index] = 0 }
            }
            let operands = [
                input, tiny.constant([channels, window, window, channels], weights),
                tiny.constant([channels], tiny.numbers(channels)),
            ]
            return tiny.writer.step(3, operands, shape: shape, options: (1, slots))
        }
        let input = tiny.writer.input(shape)
        let first = convolution(input, window: 1, sparse: true)
        let second = convolution(first, window: 3, sparse: false)
        let slopes = tiny.constant([1, 1, channels], tiny.numbers(channels))
        let active = tiny.writer.step(54, [second, slopes], shape: shape)
        tiny.writer.outputs = [convolution(active, window: 1, sparse: false), active]
        return try TFLiteModel(bytes: FileBytes(tiny.writer.bytes()), name: name)
    }

    /// Which weights a network has.
    private static func weights(_ network: Network) throws -> ObjectIdentifier {
        ObjectIdentifier(try #require(network.sharedWeights))
    }

    private struct Observer {
        weak var weights: AnyObject?
    }

    private static func input(_ seed: UInt64) -> [Float] {
        var tiny = TinyNetwork(seed: seed)
        return tiny.values(side * side * channels)
    }

    private static func outputs(_ network: Network, _ input: [Float]) throws -> [[Float]] {
        try network.setInput(input)
        try network.run()
        return try network.outputs.indices.map { try network.output($0) }
    }

    @Test(
        "a second network shares the weights, and computes the same bytes with its own memory",
        arguments: TestedBackend.cpu + TestedBackend.lower)
    func shares(backend: TestedBackend) throws {
        let inputs = [Self.input(1), Self.input(2)]
        var alone: [[[Float]]] = []
        for input in inputs {
            alone.append(try Self.outputs(try backend.network(Self.model(seed: 1)), input))
        }
        #expect(alone[0] != alone[1])
        let first = try backend.network(Self.model(seed: 1))
        let second = try backend.network(Self.model(seed: 1, name: "same bytes"))
        #expect(try Self.weights(first) == Self.weights(second))
        try first.setInput(inputs[0])
        try second.setInput(inputs[1])
        try first.run()
        try second.run()
        for position in 0..<2 {
            #expect(try first.output(position) == alone[0][position])
            #expect(try second.output(position) == alone[1][position])
        }
    }

    @Test("networks that differ in a device, an output or the number of threads share nothing")
    func differences() throws {
        let model = try Self.model(seed: 2)
        var networks: [Network] = []
        func add(_ options: NetworkOptions, threads: Int = 1) throws {
            networks.append(
                try Network(model, options: options, pool: WorkerPool(threads: threads)))
        }
        for set in InstructionSet.available {
            for precision in set.precisions {
                try add(NetworkOptions(device: .cpu(set, precision: precision)))
            }
        }
        for outputs in [[0], [1], [1, 0]] { try add(NetworkOptions(outputs: outputs)) }
        try add(NetworkOptions(lazyOutputs: [0]))
        try add(NetworkOptions(), threads: 2)
        let shared = try networks.map(Self.weights)
        #expect(Set(shared).count == networks.count)
    }

    @Test("a device without an instruction set shares with the one that it selects")
    func resolvedDevice() throws {
        let model = try Self.model(seed: 3)
        let pool = try WorkerPool(threads: 1)
        let first = try Network(model, pool: pool)
        let second = try Network(
            model, options: NetworkOptions(device: .cpu(.resolved(nil))), pool: pool)
        #expect(try Self.weights(first) == Self.weights(second))
    }

    @Test("different models with the same name do not share, even if one byte of a weight differs")
    func models() throws {
        var writer = ModelWriter()
        let input = writer.input([1, 1, 1, 1])
        let weight = writer.constant([1, 1, 1, 1], [3 as Float])
        let bias = writer.constant([1], [0 as Float])
        let slots: [Int: FlatField] = [1: .int(1), 2: .int(1), 3: .byte(0)]
        writer.outputs = [
            writer.step(3, [input, weight, bias], shape: [1, 1, 1, 1], options: (1, slots))
        ]
        let bytes = writer.bytes()
        var other = bytes
        let three = littleEndian((3 as Float).bitPattern)
        let place = try #require(
            bytes.indices.dropLast(3).first { Array(bytes[$0..<$0 + 4]) == three })
        other.replaceSubrange(place..<place + 4, with: littleEndian((5 as Float).bitPattern))
        let pool = try WorkerPool(threads: 1)
        let networks = try [bytes, other].map {
            try Network(TFLiteModel(bytes: FileBytes($0), name: "entry"), pool: pool)
        }
        #expect(try Self.weights(networks[0]) != Self.weights(networks[1]))
        for (network, factor) in zip(networks, [3, 5] as [Float]) {
            try network.setInput([2])
            try network.run()
            #expect(try network.output(0) == [2 * factor])
        }
    }

    @Test("the weights are freed with the last network")
    func release() throws {
        let model = try Self.model(seed: 4)
        let pool = try WorkerPool(threads: 1)
        var networks = try (0..<3).map { _ in try Network(model, pool: pool) }
        let observer = Observer(weights: networks[0].sharedWeights)
        let expected = try Self.outputs(networks[0], Self.input(3))
        networks.removeFirst(2)
        #expect(observer.weights != nil)
        #expect(try Self.outputs(networks[0], Self.input(3)) == expected)
        networks.removeAll()
        #expect(observer.weights == nil)
        #expect(try Self.outputs(Network(model, pool: pool), Self.input(3)) == expected)
    }

    @Test("networks that several threads prepare and run at the same time share and agree")
    func threads() async throws {
        let model = try Self.model(seed: 5)
        let expected = try Self.outputs(
            Network(model, pool: WorkerPool(threads: 1)), Self.input(4))
        for _ in 0..<10 {
            let results = try await withThrowingTaskGroup(
                of: (outputs: [[Float]], weights: any AnyObject & Sendable).self,
                returning: [(outputs: [[Float]], weights: any AnyObject & Sendable)].self
            ) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let network = try Network(model, pool: WorkerPool(threads: 1))
                        return (
                            try Self.outputs(network, Self.input(4)),
                            try #require(network.sharedWeights)
                        )
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.count == 8)
            #expect(results.allSatisfy { $0.outputs == expected })
            #expect(results.allSatisfy { $0.weights === results[0].weights })
        }
    }

    @Test("a model that cannot be prepared fails again, with its own name")
    func failures() throws {
        var writer = ModelWriter()
        let input = writer.input([1, 2, 2, 1])
        writer.outputs = [writer.tensor([1, 2, 2, 1])]
        writer.step(32, [input], outputs: writer.outputs, custom: "Unknown")
        let pool = try WorkerPool(threads: 1)
        for name in ["first", "second"] {
            let model = try TFLiteModel(bytes: FileBytes(writer.bytes()), name: name)
            let error = #expect(throws: InferenceError.self) { try Network(model, pool: pool) }
            #expect(error?.description.contains(name) == true, "\(String(describing: error))")
        }
        let model = try Self.model(seed: 6)
        let network = try Network(model, pool: pool)
        #expect(throws: InferenceError.self) {
            try Network(model, options: NetworkOptions(outputs: [2]), pool: pool)
        }
        #expect(throws: InferenceError.self) {
            try Network(model, options: NetworkOptions(lazyOutputs: [2]), pool: pool)
        }
        #expect(network.sharedWeights != nil)
    }
}
