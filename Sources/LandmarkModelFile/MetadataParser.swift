/// Reads a model's metadata. Valid only inside the closure that lends the bytes.
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

    /// - Parameter model: the model's name; offsets in errors are those in its metadata buffer.
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

    /// The first process unit that is a normalization, kind 1 of the union.
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
