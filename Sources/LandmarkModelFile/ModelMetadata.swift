/// The metadata that a model's author attached to it.
public struct ModelMetadata: Sendable, Hashable {
    /// The metadata of one input or output.
    public struct TensorInfo: Sendable, Hashable {
        /// The name, such as `image` or `handedness`; not the tensor's name.
        public let name: String
        /// A description; may be empty.
        public let description: String
        /// The normalization of raw values: `(value − mean) / deviation`.
        public let normalization: Normalization?
        /// The minimum values, one for all channels or one each; empty when unknown.
        public let minimum: [Float]
        /// The maximum values, one for all channels or one each; empty when unknown.
        public let maximum: [Float]
        /// The names of associated files, such as a list of labels.
        public let associatedFiles: [String]
    }

    /// The normalization of raw values: `(value − mean) / deviation`.
    public struct Normalization: Sendable, Hashable {
        /// One mean for all channels or one each.
        public let mean: [Float]
        /// The standard deviations, as many as means and none of them 0.
        public let deviation: [Float]
    }

    /// The model's name; may be empty.
    public let name: String
    /// A description of the model; may be empty.
    public let description: String
    /// The author's version of the model; may be empty.
    public let version: String
    /// The metadata of the inputs, in order; may cover only the first ones.
    public let inputs: [TensorInfo]
    /// The metadata of the outputs, in order; may cover only the first ones.
    public let outputs: [TensorInfo]
    /// The names of files associated with the model as a whole.
    public let associatedFiles: [String]
}

/// Parses a model's metadata. A parser must not outlive the closure that provides its bytes.
struct MetadataParser {
    private enum ModelSlot {
        static let name = 0
        static let description = 1
        static let version = 2
        static let graphs = 3
        static let associatedFiles = 6
    }
    private enum GraphSlot {
        static let inputs = 2
        static let outputs = 3
    }
    private enum TensorSlot {
        static let name = 0
        static let description = 1
        static let processUnits = 4
        static let statistics = 5
        static let associatedFiles = 6
    }

    private let buffer: FlatBuffer
    private let model: String

    /// Creates a parser.
    ///
    /// - Parameter model: The model's name for error messages. Offsets in errors are relative to
    ///   the metadata buffer.
    init(_ bytes: UnsafeRawBufferPointer, model: String) {
        buffer = FlatBuffer(bytes, file: model + " metadata")
        self.model = model
    }

    func parse() throws(ModelFileError) -> ModelMetadata {
        let root = try buffer.root(identifier: "M001")
        let graph = try root.tables(ModelSlot.graphs)?.first
        return ModelMetadata(
            name: try root.text(ModelSlot.name) ?? "",
            description: try root.text(ModelSlot.description) ?? "",
            version: try root.text(ModelSlot.version) ?? "",
            inputs: try readTensors(try graph?.tables(GraphSlot.inputs)),
            outputs: try readTensors(try graph?.tables(GraphSlot.outputs)),
            associatedFiles: try readFiles(try root.tables(ModelSlot.associatedFiles)))
    }

    private func readTensors(
        _ tables: [FlatBufferTable]?
    ) throws(ModelFileError) -> [ModelMetadata.TensorInfo] {
        var infos: [ModelMetadata.TensorInfo] = []
        for (index, table) in (tables ?? []).enumerated() {
            let statistics = try table.table(TensorSlot.statistics)
            infos.append(
                ModelMetadata.TensorInfo(
                    name: try table.text(TensorSlot.name) ?? "",
                    description: try table.text(TensorSlot.description) ?? "",
                    normalization: try readNormalization(
                        try table.tables(TensorSlot.processUnits), tensor: index),
                    minimum: try statistics?.floats(1) ?? [],
                    maximum: try statistics?.floats(0) ?? [],
                    associatedFiles: try readFiles(
                        try table.tables(TensorSlot.associatedFiles))))
        }
        return infos
    }

    /// Returns the first process unit that is a normalization (member 1 of the union).
    private func readNormalization(
        _ units: [FlatBufferTable]?, tensor: Int
    ) throws(ModelFileError) -> ModelMetadata.Normalization? {
        for unit in units ?? [] {
            guard try unit.integer(0, as: UInt8.self) == 1, let options = try unit.table(1) else {
                continue
            }
            let mean = try options.floats(0) ?? []
            let deviation = try options.floats(1) ?? []
            guard !mean.isEmpty, mean.count == deviation.count,
                mean.allSatisfy(\.isFinite),
                deviation.allSatisfy({ $0.isFinite && $0 != 0 })
            else {
                throw .model(
                    file: model,
                    fault: .normalization(tensor: tensor, mean: mean, deviation: deviation))
            }
            return ModelMetadata.Normalization(mean: mean, deviation: deviation)
        }
        return nil
    }

    private func readFiles(_ tables: [FlatBufferTable]?) throws(ModelFileError) -> [String] {
        var names: [String] = []
        for table in tables ?? [] {
            if let name = try table.text(0) { names.append(name) }
        }
        return names
    }
}
