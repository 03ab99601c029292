import LandmarkCore
import LandmarkImaging
public import LandmarkInference
import LandmarkModelFile

/// A network of a task's model bundle: how it is prepared, and the tensors it must have.
public struct NetworkSpec: Sendable, Hashable {
    /// The network's entry in the model bundle.
    public let entry: String
    /// The outputs to compute, and those to compute lazily. The device is set by the loader.
    public let options: NetworkOptions
    /// The precisions in which the network is accurate enough, and faster than in single precision, which
    /// is among them.
    let precisions: [Precision]
    /// Rows, columns and channels of the input.
    let input: [Int]
    /// The shape of the input tensor.
    var inputShape: [Int] { [1] + input }
    /// The number of values of each output.
    let outputs: [Int]
    /// Rows, columns and channels of the outputs read by window, by position.
    let windowedShapes: [Int: [Int]]

    /// Returns the precision of this network in a task for which `requested` is wanted: a higher one where
    /// the network is not accurate enough in it, or no faster.
    func precision(for requested: Precision) -> Precision {
        if precisions.contains(requested) { return requested }
        return requested == .fast && precisions.contains(.fine) ? .fine : .single
    }

    /// Whether the first input of `model` has this shape, which distinguishes similar networks of a task.
    func takesInput(of model: TFLiteModel) -> Bool {
        model.inputs.first.map { model.tensors[$0].shape } == inputShape
    }

    init(
        entry: String, input: [Int], outputs: [Int], windowedShapes: [Int: [Int]] = [:],
        options: NetworkOptions = NetworkOptions(), precisions: [Precision] = [.single]
    ) {
        self.entry = entry
        self.precisions = precisions
        self.input = input
        self.outputs = outputs
        self.windowedShapes = windowedShapes
        self.options = options
    }
}

/// Prepares the networks of a task, which share one thread pool.
struct NetworkLoader {
    private struct Prepared {
        let spec: NetworkSpec
        let model: TFLiteModel
        let network: Result<Network, InferenceError>
    }

    private let bundle: TaskBundle
    /// The outcome for each entry; errors are thrown when the task takes the network.
    private let prepared: [String: Result<Prepared, TaskError>]
    /// The threads that share the task's work.
    let pool: WorkerPool
    private let sampler: ImageToTensor
    private let accelerator: (any RegionSampler)?
    /// The device of the networks, with its instruction set. Networks that are not accurate enough in
    /// its precision use single precision. It is the processor if no network runs on the requested one.
    let device: ComputeDevice

    /// Prepares all networks of a task in parallel.
    ///
    /// - Parameter pool: The threads that share the task's work; nil for threads of its own.
    /// - Throws: `TaskError.inference` for an unavailable thread count or device, `.imaging` if
    ///   images cannot be sampled on it. Errors of a single network are thrown by `network(_:)` and
    ///   `imageModelRunner(_:_:)`.
    init(
        _ specs: [NetworkSpec], of bundle: TaskBundle, options: some LandmarkTaskOptions,
        pool shared: WorkerPool? = nil
    ) throws(TaskError) {
        self.bundle = bundle
        accelerator = options.preprocessor.sampler
        let requested: ComputeDevice
        do {
            if let shared {
                pool = shared
            } else {
                pool = try WorkerPool(threads: options.threads, waitPolicy: options.waitPolicy)
            }
            requested = try options.device.resolved()
        } catch {
            throw .inference(error)
        }
        do {
            sampler = try ImageToTensor(instructionSet: requested.instructionSet)
        } catch {
            throw .imaging(error)
        }
        let prepared = Self.prepare(specs, of: bundle, device: requested, pool: pool)
        self.prepared = prepared
        let placements = specs.compactMap {
            try? prepared[$0.entry]?.get().network.get().placement
        }
        let isUsed =
            requested.kind == .cpu
            ? specs.contains { $0.precision(for: requested.precision) != .single }
            : placements.contains { $0.device.kind == requested.kind }
        device = isUsed ? requested : placements.first?.device ?? .cpu(requested.instructionSet)
        for case .success(let prepared) in prepared.values {
            guard case .success(let network) = prepared.network else { continue }
            network.reportPlacement(to: options.logger, requested: requested)
        }
    }

    private static func prepare(
        _ specs: [NetworkSpec], of bundle: TaskBundle, device: ComputeDevice, pool: WorkerPool
    ) -> [String: Result<Prepared, TaskError>] {
        var prepared: [String: Result<Prepared, TaskError>] = [:]
        var valid: [NetworkSpec] = []
        var orders: [NetworkOrder] = []
        // The detector, which is first in the list and the smallest, is prepared last, so that no
        // thread waits for a large network that was started late.
        for spec in specs.dropFirst() + specs.prefix(1) {
            do throws(TaskError) {
                var options = spec.options
                options.device =
                    device.kind == .cpu
                    ? .cpu(
                        device.instructionSet, precision: spec.precision(for: device.precision))
                    : device
                orders.append(NetworkOrder(try bundle.model(spec.entry), options: options))
                valid.append(spec)
            } catch {
                prepared[spec.entry] = .failure(error)
            }
        }
        for (index, network) in Network.make(orders, pool: pool).enumerated() {
            prepared[valid[index].entry] = .success(
                Prepared(spec: valid[index], model: orders[index].model, network: network))
        }
        return prepared
    }

    /// Returns a network whose input is not an image.
    ///
    /// - Throws: `TaskError.modelFile`, `.inference` if the network cannot be prepared, or
    ///   `.unexpectedModel` if its tensors do not match its spec.
    func network(_ entry: String) throws(TaskError) -> Network {
        try checkedNetwork(of: prepared(entry))
    }

    /// Returns a network that runs on ROIs of images.
    ///
    /// - Throws: The errors of `network(_:)`.
    func imageModelRunner(
        _ entry: String, _ preprocessing: ImageModelRunner.Preprocessing
    ) throws(TaskError) -> ImageModelRunner {
        let prepared = try prepared(entry)
        return ImageModelRunner(
            try checkedNetwork(of: prepared), preprocessing,
            range: try inputRange(of: prepared) ?? preprocessing.range, sampler: sampler,
            accelerator: accelerator, pool: pool)
    }

    private func prepared(_ entry: String) throws(TaskError) -> Prepared {
        guard let prepared = prepared[entry] else {
            throw .modelFile(
                .noEntry(file: bundle.name, entry: entry, available: Array(self.prepared.keys)))
        }
        return try prepared.get()
    }

    private func checkedNetwork(of prepared: Prepared) throws(TaskError) -> Network {
        let network: Network
        do {
            network = try prepared.network.get()
        } catch {
            throw .inference(error)
        }
        let spec = prepared.spec
        let inputs = network.inputs.map(\.shape)
        guard inputs == [spec.inputShape] else {
            throw .unexpectedModel(
                entry: spec.entry, bundle: bundle.name, tensor: "inputs",
                expected: "\([spec.inputShape])", got: "\(inputs)")
        }
        let outputs = network.outputs.map(\.count)
        guard outputs == spec.outputs else {
            throw .unexpectedModel(
                entry: spec.entry, bundle: bundle.name, tensor: "outputs",
                expected: "\(spec.outputs) values", got: "\(network.outputs.map(\.shape))")
        }
        for (position, shape) in spec.windowedShapes
        where network.outputs[position].shape != [1] + shape {
            throw .unexpectedModel(
                entry: spec.entry, bundle: bundle.name, tensor: "output \(position)",
                expected: "\([1] + shape)", got: "\(network.outputs[position].shape)")
        }
        return network
    }

    /// The values that 0…255 maps to according to the model's metadata; nil without metadata.
    private func inputRange(of prepared: Prepared) throws(TaskError) -> ClosedRange<Float>? {
        guard let normalization = prepared.model.metadata?.inputs.first?.normalization,
            let mean = normalization.mean.first, let deviation = normalization.deviation.first
        else { return nil }
        let low = (0 - mean) / deviation
        let high = (255 - mean) / deviation
        guard low < high, normalization.mean.allSatisfy({ $0 == mean }),
            normalization.deviation.allSatisfy({ $0 == deviation })
        else {
            throw .unexpectedModel(
                entry: prepared.spec.entry, bundle: bundle.name, tensor: "an input normalization",
                expected: "one mean and one deviation above 0",
                got: "means \(normalization.mean) and deviations \(normalization.deviation)")
        }
        return low...high
    }
}
