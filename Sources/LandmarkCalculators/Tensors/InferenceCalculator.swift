import LandmarkCore
import LandmarkGraph
import LandmarkInference
import LandmarkModelFile

/// Runs a `.tflite` network: TENSORS `[GraphTensor]`, its inputs, to TENSORS, its outputs, in the
/// model's order.
///
/// Options: `mediapipe.InferenceCalculatorOptions` with `model_path` and `cpu_num_thread`; by default
/// the network runs on one thread. What chooses MediaPipe's engine (`delegate`, `use_gpu`,
/// `use_nnapi`, `try_mmap_model`, and the side packets OP_RESOLVER and CUSTOM_OP_RESOLVER) has no
/// effect: LandmarkKit's engine runs the network. `input_output_config` and the side packet MODEL are
/// not supported.
struct InferenceCalculator: Calculator {
    private let path: String
    private let threads: Int
    private var network: Network?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try InferenceCalculator(node)
        contract.input("TENSORS", 0, .type([GraphTensor].self))
        contract.inputSidePacket("OP_RESOLVER", 0, optional: true)
        contract.inputSidePacket("CUSTOM_OP_RESOLVER", 0, optional: true)
        contract.output("TENSORS", 0, .type([GraphTensor].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("InferenceCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "model_path", "try_mmap_model", "use_gpu", "use_nnapi", "cpu_num_thread", "delegate",
        ])
        guard let path = try options.string("model_path"), !path.isEmpty else {
            throw StandardCalculatorError(
                "no model is specified: set the option model_path; the side packet MODEL is not"
                    + " supported")
        }
        self.path = path
        let threads = try options.int("cpu_num_thread", in: -1...64) ?? -1
        self.threads = max(1, threads)
    }

    mutating func open(_ context: CalculatorContext) throws {
        network = try Network(TFLiteModel(path: path), pool: WorkerPool(threads: threads))
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
        network.run()
        var outputs: [GraphTensor] = []
        for (index, output) in network.outputs.enumerated() {
            outputs.append(GraphTensor(shape: output.shape, values: try network.output(index)))
        }
        try context.outputs["TENSORS"].send(outputs)
    }
}
