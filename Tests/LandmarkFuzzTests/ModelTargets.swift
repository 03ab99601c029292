import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport

extension FuzzTarget {
    /// Bundles and networks.
    static let models: [FuzzTarget] = [bundle, model, network, limits, geometry, flexBuffer]

    /// A bundle, with every entry read as what it may be.
    private static let bundle = FuzzTarget(name: "bundle", maximumLength: 4096) { bytes in
        guard let bundle = attempt({ try ModelBundle(bytes: FileBytes(bytes), name: "b") }) else {
            return
        }
        attempt { try bundle.verify() }
        for entry in bundle.entries where bundle.contains(named: entry.name) {
            attempt { try bundle.model(named: entry.name) }
            attempt {
                try FaceGeometryMetadata(bytes: bundle.bytes(named: entry.name), name: entry.name)
            }
        }
        attempt { try bundle.bytes(named: "none") }
    }

    /// The bytes of a model, mutated as tables.
    private static let model = FuzzTarget(
        name: "model", maximumLength: 8192, mutate: FlatTables.mutate
    ) { bytes in
        NetworkTrial.run(bytes)
    }

    /// A model that a generator makes from the bytes: its tables are sound, and its operators mostly.
    private static let network = FuzzTarget(name: "network", maximumLength: 1024) { bytes in
        NetworkTrial.run(NetworkGenerator.model(bytes))
    }

    /// A model with tensors of any size, which must be refused or stay within the limits.
    private static let limits = FuzzTarget(name: "limits", maximumLength: 256) { bytes in
        NetworkTrial.run(NetworkGenerator.model(bytes, .extreme))
    }

    private static let geometry = FuzzTarget(name: "geometry", maximumLength: 24576) { bytes in
        attempt { try FaceGeometryMetadata(bytes: FileBytes(bytes), name: "g") }
    }

    /// The options of MediaPipe's own operators.
    private static let flexBuffer = FuzzTarget(name: "flexbuffer", maximumLength: 1024) { bytes in
        guard let map = FlexBufferMap(bytes) else { return }
        for key in ["subset_idxs", "output_height", "scale_x", "a"] {
            _ = (map.integer(key), map.number(key), map.integers(key))
        }
    }
}

/// Changes of FlatBuffers data that keep most of its offsets.
enum FlatTables {
    @Sendable static func mutate(_ bytes: inout [UInt8], _ choices: inout Choices) {
        guard bytes.count >= 8 else { return }
        for _ in 0...choices.below(3) {
            let position = choices.below(bytes.count / 4) * 4
            switch choices.below(4) {
            case 0: bytes[position + choices.below(4)] = choices.byte()
            case 1: bytes[position + choices.below(4)] &+= choices.once(in: 2) ? 1 : 255
            case 2:
                bytes.replaceSubrange(position..<position + 4, with: littleEndian(choices.number()))
            default:
                // One table or vector in the place of another.
                let source = choices.below(bytes.count / 4) * 4
                bytes.replaceSubrange(position..<position + 4, with: bytes[source..<source + 4])
            }
        }
    }
}

/// Reads a model, and prepares and runs its network.
enum NetworkTrial {
    // SAFETY: libFuzzer calls targets on one thread.
    nonisolated(unsafe) private static let pools = [1, 2].map { try? WorkerPool(threads: $0) }

    static func run(_ bytes: [UInt8]) {
        guard
            let model = FuzzTarget.attempt({ try TFLiteModel(bytes: FileBytes(bytes), name: "m") })
        else { return }
        FuzzTarget.attempt { try model.associatedFile(named: "l.txt") }
        let size = model.tensors.reduce(0) { $0 + ($1.isConstant ? $1.elementCount : 0) }
        if size < 1 << 22 {
            for tensor in model.tensors {
                FuzzTarget.attempt { try model.constantBytes(of: tensor.index) }
            }
        }
        let options = variants[Int(bytes.last ?? 0) % variants.count]
        guard let results = outputs(of: model, options), size < 1 << 16 else { return }
        if options == variants.last {
            // All instruction sets give the same bytes, and so does any number of threads. Scalar
            // kernels round twice, which differs for numbers as extreme as some here.
            for set in InstructionSet.available where set != .scalar {
                var other = options
                other.device = .cpu(set)
                let others = outputs(of: model, other, threads: set == .avx2 ? 2 : 1)
                guard others != results else { continue }
                fatalError(
                    "\(set): \(difference(results, others)) of \(model.operators.map(\.code))")
            }
        }
        // The same network as a file for other runtimes.
        FuzzTarget.attempt {
            let portable = try PortableNetwork(model, limits: options.limits)
            _ = try portable.onnx()
            _ = try portable.coreMLPackage()
        }
    }

    /// Describes the first difference.
    private static func difference(_ results: [[UInt32]], _ others: [[UInt32]]?) -> String {
        guard let others else { return "none" }
        for (position, (a, b)) in zip(results, others).enumerated() {
            guard let index = zip(a, b).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
                continue
            }
            let values = [a, b].map { Float(bitPattern: $0[index]) }
            return "output \(position), value \(index) of \(a.count): \(values[0]), \(values[1])"
        }
        return "the sizes"
    }

    /// Runs a network, and returns the bits of its outputs, those of one NaN for all; nil if the model is
    /// refused.
    private static func outputs(
        of model: TFLiteModel, _ options: NetworkOptions, threads: Int = 1
    ) -> [[UInt32]]? {
        guard let pool = pools[threads - 1],
            let network = FuzzTarget.attempt({ try Network(model, options: options, pool: pool) })
        else { return nil }
        for (index, input) in network.inputs.enumerated() {
            let values = (0..<input.count).map { Float($0 % 7) - 3 }
            FuzzTarget.attempt { try network.setInput(values, at: index) }
        }
        FuzzTarget.attempt { try network.run() }
        return network.outputs.indices.map { position in
            let values = FuzzTarget.attempt { try network.output(position) }
            return (values ?? []).map { $0.isNaN ? Float.nan.bitPattern : $0.bitPattern }
        }
    }

    /// Devices and outputs, with a fraction of the standard limits, so that what they allow takes a
    /// fraction of the time.
    private static let variants: [NetworkOptions] = {
        let limits = NetworkLimits(memory: 1 << 26, operations: 1 << 26)
        let precisions = InstructionSet.available.last?.precisions ?? [.single]
        return precisions.map { NetworkOptions(device: .cpu(precision: $0), limits: limits) }
            + [NetworkOptions(lazyOutputs: [0], limits: limits), NetworkOptions(limits: limits)]
    }()
}
