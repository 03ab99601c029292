/// A TensorFlow Lite model: its tensors, the operators in the order they run, and its constants.
///
/// Everything that the tables say is checked when the model is made: every index exists, every
/// operator reads only what is written before it, and sizes do not overflow. Constants stay where
/// they are in the file until ``constantBytes(of:)`` is called.
public struct TFLiteModel: Sendable {
    /// What the model is called in messages: a path or an archive's and an entry's name.
    public let name: String
    /// The text that the model's maker put in; may be empty.
    public let description: String
    /// The version of the model format; always 3.
    public let version: Int
    /// All tensors of the first graph.
    public let tensors: [Tensor]
    /// All operators of the first graph, in an order in which they can run.
    public let operators: [Operator]
    /// The tensors that the caller provides.
    public let inputs: [Int]
    /// The tensors that are the result.
    public let outputs: [Int]
    /// What the model's maker says about inputs and outputs, where something is said.
    public let metadata: ModelMetadata?

    let bytes: FileBytes
    /// For each tensor where its stored elements are; nil when it is no constant.
    let storage: [Range<Int>?]

    /// Reads a model.
    /// - Parameters:
    ///   - bytes: the whole model.
    ///   - name: what to call it in messages.
    /// - Throws: ``ModelFileError`` with the offset and the reason.
    public init(bytes: FileBytes, name: String) throws(ModelFileError) {
        self.bytes = bytes
        self.name = name
        let parsed = try bytes.withUnsafeBytes { (raw) throws(ModelFileError) in
            try ModelParser(raw, file: name).parse()
        }
        description = parsed.description
        version = parsed.version
        tensors = parsed.tensors
        operators = parsed.operators
        inputs = parsed.inputs
        outputs = parsed.outputs
        metadata = parsed.metadata
        storage = parsed.storage
    }

    /// Maps and reads the model file at `path`.
    /// - Throws: ``ModelFileError``.
    public init(path: String) throws(ModelFileError) {
        try self.init(bytes: FileBytes(mapping: path), name: path)
    }
}
