import LandmarkCore
import LandmarkImaging
import LandmarkInference
import LandmarkModelFile

/// Makes a task's networks, which share one pool of threads.
struct NetworkLoader {
    /// What a task needs of a network: how many values go in and come out.
    struct Layout {
        let entry: String
        /// Rows, columns and channels of the input.
        let input: [Int]
        /// Values in each output.
        let outputs: [Int]
        /// Rows, columns and channels of the outputs that are read in windows, by position.
        var maps: [Int: [Int]] = [:]
    }

    /// A network that the task will ask for.
    struct Order {
        let entry: String
        /// Positions of the outputs to compute; nil for all.
        var wanted: [Int]?
        /// Positions of outputs that are read in windows alone.
        var lazyOutputs: Set<Int> = []
    }

    private struct Made {
        let model: TFLiteModel
        let network: Result<Network, InferenceError>
    }

    private let bundle: TaskBundle
    /// What came of each order, by its entry; nothing is wrong before the task asks for it.
    private let made: [String: Result<Made, TaskError>]
    /// The threads that the task's work is split over.
    let pool: WorkerPool
    private let sampler: ImageToTensor
    /// What all of the task's networks run on, resolved.
    let device: ComputeDevice

    /// Makes all networks of a task at once, the largest first.
    init(bundle: TaskBundle, settings: TaskSettings, orders: [Order]) throws(TaskError) {
        self.bundle = bundle
        do {
            pool = try WorkerPool(threads: settings.threads)
            device = try settings.device.resolved()
        } catch {
            throw .inference(error)
        }
        do {
            sampler = try ImageToTensor(level: device.instructionSet)
        } catch {
            throw .imaging(error)
        }
        made = Self.make(orders, of: bundle, device: device, pool: pool)
    }

    private static func make(
        _ orders: [Order], of bundle: TaskBundle, device: ComputeDevice, pool: WorkerPool
    ) -> [String: Result<Made, TaskError>] {
        var made: [String: Result<Made, TaskError>] = [:]
        var entries: [String] = []
        var networks: [NetworkOrder] = []
        for order in orders {
            do throws(TaskError) {
                let options = NetworkOptions(
                    device: device, outputs: order.wanted, lazyOutputs: order.lazyOutputs)
                networks.append(NetworkOrder(try bundle.model(order.entry), options: options))
                entries.append(order.entry)
            } catch {
                made[order.entry] = .failure(error)
            }
        }
        for (index, network) in Network.make(networks, pool: pool).enumerated() {
            made[entries[index]] = .success(Made(model: networks[index].model, network: network))
        }
        return made
    }

    private func made(_ entry: String) throws(TaskError) -> Made {
        guard let made = made[entry] else {
            throw .modelFile(
                .noEntry(file: bundle.name, entry: entry, available: Array(self.made.keys)))
        }
        return try made.get()
    }

    /// A network whose input is not an image.
    func network(_ layout: Layout) throws(TaskError) -> TaskNetwork {
        try network(layout, made(layout.entry))
    }

    /// A network that looks at images, whose values it wants in its metadata's range or, when
    /// it has none, in `fallback`.
    func imageModelRunner(
        _ layout: Layout, border: ImageToTensor.Border, fallback: ClosedRange<Float>
    ) throws(TaskError) -> ImageModelRunner {
        let made = try made(layout.entry)
        return ImageModelRunner(
            try network(layout, made), sampler: sampler, border: border,
            range: try inputRange(of: made.model, entry: layout.entry) ?? fallback,
            pool: pool)
    }

    /// A landmark model; all take values in 0…1, which those without metadata do not say.
    func landmarkNetwork(_ layout: Layout) throws(TaskError) -> ImageModelRunner {
        try imageModelRunner(layout, border: .replicate, fallback: 0...1)
    }

    private func network(_ layout: Layout, _ made: Made) throws(TaskError) -> TaskNetwork {
        let network: Network
        do {
            network = try made.network.get()
        } catch {
            throw .inference(error)
        }
        try check(network, layout)
        return TaskNetwork(network)
    }

    private func inputRange(
        of model: TFLiteModel, entry: String
    ) throws(TaskError) -> ClosedRange<Float>? {
        guard let said = model.metadata?.inputs.first?.normalization,
            let mean = said.mean.first, let deviation = said.deviation.first
        else { return nil }
        let low = (0 - mean) / deviation
        let high = (255 - mean) / deviation
        guard low < high, said.mean.allSatisfy({ $0 == mean }),
            said.deviation.allSatisfy({ $0 == deviation })
        else {
            throw .unexpectedModel(
                entry: entry, bundle: bundle.name, tensor: "an input normalization",
                expected: "one mean and one deviation above 0",
                got: "means \(said.mean) and deviations \(said.deviation)")
        }
        return low...high
    }

    private func check(_ network: Network, _ layout: Layout) throws(TaskError) {
        let inputs = network.inputs.map(\.shape)
        guard inputs == [[1] + layout.input] else {
            throw .unexpectedModel(
                entry: layout.entry, bundle: bundle.name, tensor: "inputs",
                expected: "\([[1] + layout.input])", got: "\(inputs)")
        }
        let outputs = network.outputs.map(\.count)
        guard outputs == layout.outputs else {
            throw .unexpectedModel(
                entry: layout.entry, bundle: bundle.name, tensor: "outputs",
                expected: "\(layout.outputs) values", got: "\(network.outputs.map(\.shape))")
        }
        for (position, map) in layout.maps where network.outputs[position].shape != [1] + map {
            throw .unexpectedModel(
                entry: layout.entry, bundle: bundle.name, tensor: "output \(position)",
                expected: "\([1] + map)", got: "\(network.outputs[position].shape)")
        }
    }
}
