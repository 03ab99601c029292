public import LandmarkCore

/// The reason that a model bundle, a model or its metadata could not be read.
///
/// Offsets are in bytes from the start of the named file, archive entry or buffer.
public enum ModelFileError: LandmarkError, Hashable {
    /// The file cannot be opened or mapped; `reason` comes from the operating system.
    case cannotOpen(path: String, reason: String)
    /// The path names a folder, device or pipe.
    case notAFile(path: String)
    /// The bundle is not a readable zip archive.
    case archive(file: String, offset: Int, fault: ArchiveFault)
    /// The bundle has no entry with that name.
    case noEntry(file: String, entry: String, available: [String])
    /// The FlatBuffers data of a model or its metadata is corrupt.
    case table(file: String, offset: Int, fault: TableFault)
    /// The model is inconsistent or not supported.
    case model(file: String, fault: ModelFault)
    /// The face geometry's protocol buffer is corrupt.
    case geometry(file: String, offset: Int, fault: GeometryFault)
}

extension ModelFileError {
    /// One sentence with the file, the offset and the reason.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "\(path): cannot be opened: \(reason)"
        case .notAFile(let path):
            "\(path): is not a regular file"
        case .archive(let file, let offset, let fault):
            "\(file): not a readable model bundle: \(fault) at byte \(offset)"
        case .noEntry(let file, let entry, let available):
            "\(file): has no entry \"\(entry)\"; it contains \(available.joined(separator: ", "))"
        case .table(let file, let offset, let fault):
            "\(file): corrupt model data: \(fault) at byte \(offset)"
        case .model(let file, let fault):
            "\(file): \(fault)"
        case .geometry(let file, let offset, let fault):
            "\(file): corrupt face geometry: \(fault) at byte \(offset)"
        }
    }
}

/// A fault in a model's contents: something inconsistent or unsupported.
public enum ModelFault: Sendable, Hashable {
    /// The schema version is not 3.
    case version(Int)
    /// The model has no graph.
    case noGraph
    /// The model has no operator codes, tensors, operators, inputs or outputs.
    case missing(String)
    /// A tensor's shape has a dimension below 1, too many dimensions or too many elements.
    case shape(tensor: Int, name: String, shape: [Int])
    /// A tensor has an unknown element type.
    case elementType(tensor: Int, name: String, type: Int)
    /// A tensor refers to a missing buffer.
    case buffer(tensor: Int, name: String, buffer: Int, buffers: Int)
    /// A buffer stored after the tables extends outside the file.
    case bufferOutside(buffer: Int, offset: UInt64, size: UInt64)
    /// A constant's size does not match its shape and type.
    case constantSize(tensor: Int, name: String, expected: Int, found: Int)
    /// A sparse constant's description is invalid.
    case sparsity(tensor: Int, name: String, fault: SparsityFault)
    /// An operator, or the graph, refers to a missing tensor.
    case tensorIndex(operator: Int?, index: Int, tensors: Int)
    /// An operator refers to a missing operator code.
    case operatorCode(operator: Int, code: Int, codes: Int)
    /// An operator code is negative, or custom without a name.
    case badOperatorCode(code: Int)
    /// An operator has another operator's kind of options.
    case optionsKind(operator: Int, name: String, expected: Int, found: Int)
    /// An operator lacks required options.
    case noOptions(operator: Int, name: String)
    /// An option has an invalid value.
    case option(operator: Int, name: String, option: String, value: Int)
    /// An operator reads a tensor that no earlier operator writes.
    case unwritten(operator: Int?, tensor: Int, name: String)
    /// An operator writes a constant, an input, or a tensor that was written before.
    case written(operator: Int, tensor: Int, name: String)
    /// A metadata entry refers to a missing buffer.
    case metadataBuffer(name: String, buffer: Int, buffers: Int)
    /// A normalization is empty, not finite, or has a deviation of 0.
    case normalization(tensor: Int, mean: [Float], deviation: [Float])
}

extension ModelFault: CustomStringConvertible {
    /// The fault as a clause.
    public var description: String {
        switch self {
        case .version(let version): "model schema version \(version) is not 3"
        case .noGraph: "the model has no graph"
        case .missing(let what): "the model has no \(what)"
        case .shape(let tensor, let name, let shape):
            "tensor \(tensor) \"\(name)\" has the shape \(shape)"
        case .elementType(let tensor, let name, let type):
            "tensor \(tensor) \"\(name)\" has the unknown element type \(type)"
        case .buffer(let tensor, let name, let buffer, let buffers):
            "tensor \(tensor) \"\(name)\" refers to buffer \(buffer) of \(buffers)"
        case .bufferOutside(let buffer, let offset, let size):
            "buffer \(buffer) of \(size) bytes at byte \(offset) lies outside the file"
        case .constantSize(let tensor, let name, let expected, let found):
            "constant \(tensor) \"\(name)\" has \(found) bytes, but its shape requires \(expected)"
        case .sparsity(let tensor, let name, let fault):
            "sparse constant \(tensor) \"\(name)\" has \(fault)"
        case .tensorIndex(let op, let index, let tensors):
            "\(Self.subject(op)) refers to tensor \(index) of \(tensors)"
        case .operatorCode(let op, let code, let codes):
            "operator \(op) refers to operator code \(code) of \(codes)"
        case .badOperatorCode(let code): "operator code \(code) has no valid number or name"
        case .optionsKind(let op, let name, let expected, let found):
            "operator \(op) \(name) has options of kind \(found), not \(expected)"
        case .noOptions(let op, let name): "operator \(op) \(name) has no options"
        case .option(let op, let name, let option, let value):
            "operator \(op) \(name) has the \(option) \(value)"
        case .unwritten(let op, let tensor, let name):
            "\(Self.subject(op)) reads tensor \(tensor) \"\(name)\" that no earlier operator writes"
        case .written(let op, let tensor, let name):
            "operator \(op) writes tensor \(tensor) \"\(name)\" that already has a value"
        case .metadataBuffer(let name, let buffer, let buffers):
            "metadata \"\(name)\" refers to buffer \(buffer) of \(buffers)"
        case .normalization(let tensor, let mean, let deviation):
            "the metadata of tensor \(tensor) has the mean \(mean) and deviation \(deviation)"
        }
    }

    private static func subject(_ index: Int?) -> String {
        index.map { "operator \($0)" } ?? "the graph"
    }
}
