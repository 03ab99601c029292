#if canImport(CoreML)
internal import CoreML
internal import Dispatch
internal import Foundation
internal import LandmarkCore

/// Apple's Core ML.
struct CoreMLFramework: CoreMLSystem {
    private static let queue = DispatchQueue(label: "LandmarkKit.CoreML", qos: .utility)

    var version: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }

    var folder: String? {
        FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
            .appendingPathComponent("LandmarkKit/CoreML").path
    }

    func compile(
        _ package: String, for device: ComputeDevice
    ) throws(InferenceError) -> String {
        do {
            return try MLModel.compileModel(at: URL(fileURLWithPath: package)).path
        } catch {
            throw .deviceUnavailable(device, reason: error.localizedDescription)
        }
    }

    func load(
        _ compiled: String, for device: ComputeDevice, inputs: [CoreMLTensor],
        outputs: [CoreMLTensor]
    ) throws(InferenceError) -> any CoreMLModel {
        do {
            return try LoadedModel(
                URL(fileURLWithPath: compiled), device, inputs: inputs, outputs: outputs)
        } catch {
            throw .deviceUnavailable(device, reason: error.localizedDescription)
        }
    }

    func inBackground(_ work: @escaping @Sendable () -> Void) { Self.queue.async(execute: work) }
}

/// A model with multi-arrays in the memory of its tensors.
private final class LoadedModel: CoreMLModel {
    private let model: MLModel
    private let device: ComputeDevice
    private let features: MLDictionaryFeatureProvider
    private let options = MLPredictionOptions()
    private let outputs: [CoreMLTensor]

    init(
        _ url: URL, _ device: ComputeDevice, inputs: [CoreMLTensor], outputs: [CoreMLTensor]
    ) throws {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = device.kind == .neuralEngine ? .all : .cpuAndGPU
        model = try MLModel(contentsOf: url, configuration: configuration)
        self.device = device
        self.outputs = outputs
        features = try MLDictionaryFeatureProvider(dictionary: Self.arrays(of: inputs))
        if #available(iOS 16, tvOS 16, *) {
            // Core ML then writes where the results are read.
            options.outputBackings = try Self.arrays(of: outputs)
        }
    }

    private static func arrays(of tensors: [CoreMLTensor]) throws -> [String: MLMultiArray] {
        var arrays: [String: MLMultiArray] = [:]
        for tensor in tensors {
            let shape = tensor.description.shape
            arrays[tensor.description.name] = try MLMultiArray(
                dataPointer: tensor.memory, shape: shape.map { NSNumber(value: $0) },
                dataType: .float32,
                strides: NetworkGraph.StridedCopy.steps(of: shape).map { NSNumber(value: $0) },
                deallocator: nil)
        }
        return arrays
    }

    func run() throws(InferenceError) {
        do {
            let results = try model.prediction(from: features, options: options)
            for output in outputs { try copy(results, to: output) }
        } catch let error as InferenceError {
            throw error
        } catch {
            throw .deviceFailed(device, reason: error.localizedDescription)
        }
    }

    /// Copies an output that Core ML left elsewhere.
    private func copy(_ results: any MLFeatureProvider, to output: CoreMLTensor) throws {
        let tensor = output.description
        guard let array = results.featureValue(for: tensor.name)?.multiArrayValue,
            array.dataType == .float32, array.shape.map(\.intValue) == tensor.shape
        else {
            throw InferenceError.deviceFailed(
                device, reason: "\(tensor.name) is not \(tensor.count) 32-bit floats")
        }
        let source = array.dataPointer.assumingMemoryBound(to: Float.self)
        guard source != output.memory else { return }
        output.copy(from: source, strides: array.strides.map(\.intValue))
    }
}
#endif
