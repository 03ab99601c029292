internal import LandmarkCore

/// A network that Core ML compiled, and the memory of its inputs and outputs.
final class CoreMLExecutable: Executable {
    let macs: Int
    private let inputs: [CoreMLTensor]
    private let outputs: [CoreMLTensor]
    /// The position in the TFLite model of each output.
    private let positions: [Int]
    /// Core ML may read its files until the end.
    private let compiled: CompiledModel
    private var model: (any CoreMLModel)?

    /// Allocates the memory, with which `load` loads the model.
    init(
        _ network: PortableNetwork, _ package: CoreMLPackage, _ compiled: CompiledModel,
        positions: [Int],
        load: (_ inputs: [CoreMLTensor], _ outputs: [CoreMLTensor]) throws(InferenceError)
            -> any CoreMLModel
    ) throws(InferenceError) {
        macs = network.macs
        self.compiled = compiled
        self.positions = positions
        inputs = zip(package.inputs, network.inputs).map(CoreMLTensor.init(_:of:))
        outputs = zip(package.outputs, network.outputs).map(CoreMLTensor.init(_:of:))
        model = try load(inputs, outputs)
    }

    deinit {
        // The model refers to the memory.
        model = nil
        for tensor in inputs + outputs { tensor.memory.deallocate() }
    }

    func input(_ index: Int) -> TensorView {
        inputs[index].description.view(of: inputs[index].memory)
    }

    func output(_ position: Int) -> UnsafePointer<Float>? {
        positions.firstIndex(of: position).map { UnsafePointer(outputs[$0].memory) }
    }

    /// Never called: no output is lazy.
    func evaluate(
        _ window: ChannelWindow, of position: Int, to target: UnsafeMutablePointer<Float>, step: Int
    ) {}

    func run(on pool: WorkerPool) throws(InferenceError) { try model?.run() }
}

extension CoreMLTensor {
    fileprivate init(_ name: String, of tensor: TensorDescription) {
        self.init(
            description: TensorDescription(name: name, shape: tensor.shape),
            memory: .zeros(tensor.count))
    }
}
