import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport

/// Core ML as far as the backend can tell: compiles by copying, runs a model on the processor, and fails
/// when it is told to.
final class FakeCoreML: CoreMLSystem {
    struct Failures {
        var compile = false
        var load = false
        /// The run that fails.
        var run: Int?
        /// Whether the folder for compiled models turns into a file while Core ML compiles.
        var losesFolder = false
    }

    struct State {
        var failures = Failures()
        var compiled = 0
        var loaded: [String] = []
        var work: [@Sendable () -> Void] = []
    }

    let version: String
    let folder: String?
    private let temporary: TemporaryFolder
    private let model: TFLiteModel
    let state = Mutex(State())

    init(_ model: TFLiteModel, folder: String?, version: String = "18.1") throws {
        self.model = model
        self.folder = folder
        self.version = version
        temporary = try TemporaryFolder()
    }

    func compile(
        _ package: String, for device: ComputeDevice
    ) throws(InferenceError) -> String {
        let (failures, number) = state.withLock { state in
            state.compiled += 1
            return (state.failures, state.compiled)
        }
        guard !failures.compile else {
            throw .deviceUnavailable(device, reason: "it does not compile")
        }
        let target = temporary.path("compiled-\(number)")
        do {
            let files = [
                "weights/weight.bin": "Data/com.apple.CoreML/weights/weight.bin",
                "model.mil": "Data/com.apple.CoreML/model.mlmodel",
            ]
            try FileSystem.writeFolder(
                files.mapValues { try FileSystem.read(Path.join(package, $0)) }, to: target)
            if failures.losesFolder, let folder {
                FileSystem.removeFolder(folder)
                try FileSystem.makePrivateFile(folder)
            }
        } catch {
            throw .deviceUnavailable(device, reason: "\(error)")
        }
        return target
    }

    func load(
        _ compiled: String, for device: ComputeDevice, inputs: [CoreMLTensor],
        outputs: [CoreMLTensor]
    ) throws(InferenceError) -> any CoreMLModel {
        let failures = state.withLock { state in
            state.loaded.append(compiled)
            return state.failures
        }
        guard !failures.load, FileSystem.isFile(Path.join(compiled, "model.mil")) else {
            throw .deviceUnavailable(device, reason: "it cannot be loaded")
        }
        let network = try Network(model, pool: WorkerPool(threads: 1))
        return FakeModel(network, device, inputs, outputs, failing: failures.run)
    }

    func inBackground(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.work.append(work) }
    }

    /// Does what waits for the background.
    func work() {
        for work in state.withLock({ $0.work }) { work() }
        state.withLock { $0.work = [] }
    }
}

private final class FakeModel: CoreMLModel {
    private let network: Network
    private let device: ComputeDevice
    private let inputs: [CoreMLTensor]
    private let outputs: [CoreMLTensor]
    private let failing: Int?
    private var runs = 0

    init(
        _ network: Network, _ device: ComputeDevice, _ inputs: [CoreMLTensor],
        _ outputs: [CoreMLTensor], failing: Int?
    ) {
        self.network = network
        self.device = device
        self.inputs = inputs
        self.outputs = outputs
        self.failing = failing
    }

    func run() throws(InferenceError) {
        runs += 1
        guard runs != failing else { throw .deviceFailed(device, reason: "it was lost") }
        for (index, input) in inputs.enumerated() {
            let values = UnsafeBufferPointer(
                start: input.memory, count: input.description.count)
            try network.setInput(Array(values), at: index)
        }
        try network.run()
        for (index, output) in outputs.enumerated() {
            try network.withOutput(index) { values in
                guard let base = values.baseAddress else { return }
                output.copy(
                    from: base,
                    strides: NetworkGraph.StridedCopy.steps(of: output.description.shape))
            }
        }
    }
}
