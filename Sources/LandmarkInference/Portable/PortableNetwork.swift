public import LandmarkModelFile

/// A network in a form that other runtimes can run.
///
/// The network computes what `Network` does, with the model's inputs and outputs: their names, their
/// order and their shapes, in which the first dimension is the batch. A value is immutable and can be used
/// on several threads.
public struct PortableNetwork: Sendable {
    /// The model's inputs.
    public let inputs: [TensorDescription]
    /// The outputs that the network computes.
    public let outputs: [TensorDescription]

    /// The multiply-accumulates (MACs) of all convolutions per run.
    let macs: Int

    private let name: String
    private let summary: String
    private let graph: PortableGraph

    /// Translates `model`.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - outputs: Positions of the model's outputs to compute; nil computes all.
    ///   - limits: The cost that the network may have.
    /// - Throws: `InferenceError.unsupportedOperator`, `.unsupportedForm`, `.mismatch`, `.elementType`,
    ///   `.noOutput`, `.tooLarge`, `.tooComplex` or `.modelFile`. A model with MediaPipe's own operators for landmarks,
    ///   such as the older face mesh with attention, is `.unsupportedForm`.
    public init(
        _ model: TFLiteModel, outputs: [Int]? = nil, limits: NetworkLimits = NetworkLimits()
    ) throws(InferenceError) {
        let constants = ConstantReader(model, limits: limits) {
            HalfPrecision.widen($0, to: $1, count: $2)
        }
        let source = try NetworkGraph.rewritten(
            model, NetworkOptions(outputs: outputs, limits: limits), constants, for: .portable)
        graph = try PortableBuilder.graph(of: source, constants)
        name = model.name
        summary = model.description
        macs = source.nodes.reduce(0) { $0 + source.macs(of: $1) }
        inputs = graph.inputs.map { [graph] in graph.describe($0) }
        self.outputs = graph.outputs.map { [graph] in graph.describe($0) }
    }

    /// The facts about the network that travel in a file, apart from a license: the name of the file that
    /// it comes from, and the model's own description.
    package func properties(source: String) -> [String: String] {
        let name = source.split(separator: "/").last.map(String.init) ?? source
        return ["source": name].merging(summary.isEmpty ? [:] : ["description": summary]) { $1 }
    }

    /// Returns the network as an ONNX model, with operators of version 18.
    ///
    /// Equal networks and options give equal bytes.
    ///
    /// - Throws: `InferenceError.unsupportedForm` when a weight is too large for half precision;
    ///   `.batchSize` when the batch is not positive.
    public func onnx(_ options: ONNXOptions = ONNXOptions()) throws(InferenceError) -> [UInt8] {
        if case .fixed(let count) = options.batch, count < 1 { throw .batchSize(count) }
        try check(options.precision)
        // Without this machine's folders.
        let title = name.split(separator: "/").last.map(String.init) ?? name
        return ONNXWriter.model(graph, name: title, options)
    }

    /// Returns the network as a Core ML model for iOS 15 and macOS 12, and later.
    ///
    /// The model takes one sample. Its inputs and outputs are multi-arrays of 32-bit floats; characters
    /// of their names other than letters, digits and underscores become underscores. Equal networks and
    /// options give equal bytes.
    ///
    /// - Parameters:
    ///   - precision: The width of weights and arithmetic. The Neural Engine calculates only in `half`.
    ///   - properties: Facts about the network that travel in the file, as its user-defined metadata.
    /// - Throws: `InferenceError.unsupportedForm` when a weight is too large for half precision;
    ///   `.tooManyDimensions` for a tensor with more than five.
    public func coreMLPackage(
        precision: ExportPrecision = .single, properties: [String: String] = [:]
    ) throws(InferenceError) -> CoreMLPackage {
        try check(precision)
        // Core ML's limit.
        if let large = graph.tensors.first(where: { $0.shape.count > 5 }) {
            throw .tooManyDimensions(
                model: name, tensor: large.name, count: large.shape.count, limit: 5)
        }
        return MILWriter.package(graph, precision, properties: properties)
    }

    /// Checks that all constants have a counterpart in `precision`.
    private func check(_ precision: ExportPrecision) throws(InferenceError) {
        guard precision == .half else { return }
        for tensor in graph.tensors {
            if let large = tensor.constant?.first(where: { $0.magnitude >= 65520 }) {
                throw .unsupportedForm(
                    model: name, name: tensor.name, index: 0,
                    reason: "the constant \(large) is too large for half precision")
            }
        }
    }
}

extension PortableGraph {
    fileprivate func describe(_ tensor: Int) -> TensorDescription {
        TensorDescription(name: tensors[tensor].name, shape: tensors[tensor].shape)
    }
}

extension BackendTraits {
    /// Rewrites whose results exchange formats can express.
    fileprivate static let portable = BackendTraits(
        fewestDeadChannels: .max, layerNormLimit: 0, evaluatesLazily: false)
}
