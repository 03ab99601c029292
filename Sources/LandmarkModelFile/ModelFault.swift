/// What a model states that contradicts itself or is not supported.
public enum ModelFault: Sendable, Hashable {
    /// The schema version is not 3.
    case version(Int)
    /// The model has no graph.
    case noGraph
    /// The model has no operator codes, tensors, operators, inputs or outputs.
    case missing(String)
    /// A tensor's shape has a dimension below 1, too many dimensions or too many elements.
    case shape(tensor: Int, name: String, shape: [Int])
    /// A tensor has an element type that is not known.
    case elementType(tensor: Int, name: String, type: Int)
    /// A tensor refers to a buffer that does not exist.
    case buffer(tensor: Int, name: String, buffer: Int, buffers: Int)
    /// A buffer that lies behind the tables reaches outside the file.
    case bufferOutside(buffer: Int, offset: UInt64, size: UInt64)
    /// A constant has another size than its shape and type ask for.
    case constantSize(tensor: Int, name: String, expected: Int, found: Int)
    /// A sparse constant's description is broken.
    case sparsity(tensor: Int, name: String, fault: SparsityFault)
    /// An operator, or the graph, names a tensor that does not exist.
    case tensorIndex(operator: Int?, index: Int, tensors: Int)
    /// An operator refers to an operator code that does not exist.
    case operatorCode(operator: Int, code: Int, codes: Int)
    /// An operator code is custom and has no name, or has a number below 0.
    case badOperatorCode(code: Int)
    /// An operator carries options of another kind than its own.
    case optionsKind(operator: Int, name: String, expected: Int, found: Int)
    /// An operator lacks the options that it needs.
    case noOptions(operator: Int, name: String)
    /// An option has a value that its kind cannot have.
    case option(operator: Int, name: String, option: String, value: Int)
    /// An operator reads a tensor that nothing before it writes.
    case unwritten(operator: Int?, tensor: Int, name: String)
    /// A tensor is written twice, or is a constant or input that is written.
    case written(operator: Int, tensor: Int, name: String)
    /// A metadata entry refers to a buffer that does not exist.
    case metadataBuffer(name: String, buffer: Int, buffers: Int)
    /// A normalization has no numbers, numbers that are not finite or a deviation of 0.
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
            "constant \(tensor) \"\(name)\" has \(found) bytes where its shape asks for \(expected)"
        case .sparsity(let tensor, let name, let fault):
            "sparse constant \(tensor) \"\(name)\" has \(fault)"
        case .tensorIndex(let op, let index, let tensors):
            "\(Self.subject(op)) names tensor \(index) of \(tensors)"
        case .operatorCode(let op, let code, let codes):
            "operator \(op) refers to operator code \(code) of \(codes)"
        case .badOperatorCode(let code): "operator code \(code) has no valid number or name"
        case .optionsKind(let op, let name, let expected, let found):
            "operator \(op) \(name) has options of kind \(found), not \(expected)"
        case .noOptions(let op, let name): "operator \(op) \(name) has no options"
        case .option(let op, let name, let option, let value):
            "operator \(op) \(name) has the \(option) \(value)"
        case .unwritten(let op, let tensor, let name):
            "\(Self.subject(op)) reads tensor \(tensor) \"\(name)\" that nothing before it writes"
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
