#if os(Linux)
internal import COpenVINO
internal import LandmarkCore
internal import LandmarkModelFile

/// Runs networks through Intel's OpenVINO, which reads them as ONNX.
///
/// It is the strongest alternative runtime on x86, and also drives Intel's graphics processors and NPUs.
/// Networks run on the library's own threads.
struct OpenVINOBackend: Backend {
    /// The devices that it can drive where the machine has them.
    static let supported: [ComputeDevice] = [.openVINO, .gpu, .neuralEngine]

    let device: ComputeDevice
    private let threads: Int

    init(_ device: ComputeDevice, threads: Int) {
        self.device = device
        self.threads = threads
    }

    /// Sums are added in a different order than in this package.
    var tolerance: Float { 1e-4 }

    func prepare(_ source: NetworkSource) throws(InferenceError) -> Preparation {
        let network = try PortableNetwork(
            source.model, outputs: source.options.outputs, limits: source.options.limits)
        let onnx = try network.onnx()
        var message = ReasonBuffer()
        let compiled = onnx.withUnsafeBytes { bytes in
            message.write { reason, capacity in
                lk_openvino_compile(
                    bytes.baseAddress, bytes.count, String(device.kind.openVINOName),
                    Int32(threads),
                    reason, capacity)
            }
        }
        guard let compiled else { throw .deviceUnavailable(device, reason: message.text) }
        return .ready(
            try OpenVINOExecutable(
                compiled, network, device,
                positions: source.options.outputs ?? Array(source.model.outputs.indices)))
    }

    /// OpenVINO's names of the devices that it can use here.
    ///
    /// - Throws: `InferenceError.deviceUnavailable` without the library.
    static func devices() throws(InferenceError) -> [String] {
        var message = ReasonBuffer()
        let status = message.write { lk_openvino_devices($0, $1) }
        guard status == 0 else { throw .deviceUnavailable(.openVINO, reason: message.text) }
        return message.text.split(separator: ",").map(String.init)
    }
}

extension ComputeDevice.Kind {
    /// OpenVINO's name of the device.
    var openVINOName: Substring {
        switch self {
        case .gpu: "GPU"
        case .neuralEngine: "NPU"
        default: "CPU"
        }
    }
}

/// A network that OpenVINO compiled.
private final class OpenVINOExecutable: Executable {
    private let network: OpaquePointer
    private let device: ComputeDevice
    private let inputs: [TensorDescription]
    private let outputs: [TensorDescription]
    /// The position in the model of each output.
    private let positions: [Int]
    private var inputMemory: [UnsafeMutablePointer<Float>] = []
    private var outputMemory: [UnsafePointer<Float>] = []
    let macs: Int

    /// Takes ownership of `network`.
    init(
        _ network: OpaquePointer, _ portable: PortableNetwork, _ device: ComputeDevice,
        positions: [Int]
    ) throws(InferenceError) {
        self.network = network
        self.device = device
        self.positions = positions
        inputs = portable.inputs
        outputs = portable.outputs
        macs = portable.macs
        for (index, input) in inputs.enumerated() {
            var bytes = 0
            let memory = lk_openvino_input(network, index, &bytes)
            inputMemory.append(try checked(memory, bytes, input))
        }
        try findOutputs()
    }

    deinit { lk_openvino_free(network) }

    private func findOutputs() throws(InferenceError) {
        var found: [UnsafePointer<Float>] = []
        for (index, output) in outputs.enumerated() {
            var bytes = 0
            let memory = lk_openvino_output(network, index, &bytes)
            found.append(try checked(memory, bytes, output))
        }
        outputMemory = found
    }

    private func checked<Pointer>(
        _ memory: Pointer?, _ bytes: Int, _ tensor: TensorDescription
    ) throws(InferenceError) -> Pointer {
        let expected = tensor.count * MemoryLayout<Float>.stride
        guard let memory, bytes == expected else {
            throw .deviceFailed(
                device, reason: "\(tensor.name) has \(bytes) bytes instead of \(expected)")
        }
        return memory
    }

    func input(_ index: Int) -> TensorView {
        inputs[index].view(of: inputMemory[index])
    }

    func output(_ position: Int) -> UnsafePointer<Float>? {
        positions.firstIndex(of: position).map { outputMemory[$0] }
    }

    /// Never called: no output is lazy.
    func evaluate(
        _ window: ChannelWindow, of position: Int, to target: UnsafeMutablePointer<Float>, step: Int
    ) {}

    func run(on pool: WorkerPool) throws(InferenceError) {
        var message = ReasonBuffer()
        let status = message.write { lk_openvino_run(network, $0, $1) }
        guard status == 0 else { throw .deviceFailed(device, reason: message.text) }
        try findOutputs()
    }
}
#endif
