import LandmarkCore
import LandmarkGraph
import LandmarkInference
import LandmarkModelFile

/// Runs a `.tflite` network: TENSORS `[GraphTensor]`, its inputs, to TENSORS, its outputs, in the
/// model's order. The model is the file `model_path` or the side packet MODEL `TFLiteModel`.
///
/// Options: `mediapipe.InferenceCalculatorOptions` with `model_path` and `cpu_num_thread`; by
/// default the network runs on one thread. `delegate { gpu {} }` and `use_gpu` select the graphics
/// processor, unless the graph is run with a device. Other settings that select MediaPipe's engine
/// (other delegates, `use_nnapi`, `try_mmap_model`, and the side packets OP_RESOLVER and
/// CUSTOM_OP_RESOLVER) have no effect: LandmarkKit's engine runs the network. `input_output_config`
/// is not supported.
///
/// Also registered as `TfLiteInferenceCalculator`, with `mediapipe.TfLiteInferenceCalculatorOptions`.
struct InferenceCalculator: Calculator {
    private let path: String?
    private let threads: Int
    /// Whether the node requests a graphics processor.
    private let prefersGPU: Bool
    private var network: Network?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let hasPath = try InferenceCalculator(node).path != nil
        try StandardCalculatorError.require(
            hasPath != (node.count(.inputSidePacket, tag: "MODEL") > 0),
            hasPath
                ? "only one of the option model_path and the side packet MODEL may be set"
                : "no model is specified: set the option model_path or the side packet MODEL")
        contract.input("TENSORS", 0, .type([GraphTensor].self))
        contract.inputSidePacket("MODEL", 0, .type(TFLiteModel.self), optional: true)
        for tag in ["OP_RESOLVER", "CUSTOM_OP_RESOLVER"] {
            contract.inputSidePacket(tag, 0, .type(OperatorSet.self), optional: true)
        }
        contract.output("TENSORS", 0, .type([GraphTensor].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.tensorOptions("InferenceCalculatorOptions")
        try options.requireFields(in: [
            "model_path", "try_mmap_model", "use_gpu", "use_nnapi", "cpu_num_thread", "delegate",
        ])
        path = try options.string("model_path").flatMap { $0.isEmpty ? nil : $0 }
        let threads = try options.int("cpu_num_thread", in: -1...64) ?? -1
        self.threads = max(1, threads)
        let isGPU = try options.bool("use_gpu") ?? false
        prefersGPU = try options.message("delegate")?.has("gpu") ?? isGPU
    }

    mutating func open(_ context: CalculatorContext) throws {
        let model =
            try path.map { path throws(ModelFileError) in try TFLiteModel(path: path) }
            ?? context.sideValue(TFLiteModel.self, "MODEL")
        let device = context.device?.inSinglePrecision ?? (prefersGPU ? .gpu : .cpu)
        let network = try Network(
            model, options: NetworkOptions(device: device), pool: WorkerPool(threads: threads))
        network.reportPlacement(to: context.logger, requested: device)
        self.network = network
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let network,
            let tensors = try context.inputs["TENSORS"].value([GraphTensor].self)
        else { return }
        try StandardCalculatorError.require(
            tensors.count == network.inputs.count,
            "the model has \(network.inputs.count) inputs, got \(tensors.count) tensors")
        for (index, tensor) in tensors.enumerated() {
            try network.setInput(tensor.values, at: index)
        }
        try network.run()
        var outputs: [GraphTensor] = []
        for (index, output) in network.outputs.enumerated() {
            outputs.append(GraphTensor(shape: output.shape, values: try network.output(index)))
        }
        try context.outputs["TENSORS"].send(outputs)
    }
}

extension ComputeDevice {
    /// The device for unknown networks, which may not be accurate enough in another precision.
    fileprivate var inSinglePrecision: ComputeDevice { kind == .cpu ? .cpu(instructionSet) : self }
}

extension NodeConfig {
    /// Returns the options of a tensor calculator: those of its older name, with the prefix
    /// `TfLite`, if the node uses that name.
    func tensorOptions(_ type: String) -> TextMessage {
        options.message(calculator.hasPrefix("TfLite") ? "TfLite" + type : type) ?? TextMessage()
    }
}
