/// A TensorFlow Lite model: its tensors, operators in execution order, and constants.
///
/// The initializers validate all tables: every index exists, every operator reads only what was
/// written before it, and sizes do not overflow. Constants stay in the file until
/// ``constantBytes(of:)`` is called.
public struct TFLiteModel: Sendable {
    /// The name for error messages: a path, or the names of a bundle and its entry.
    public let name: String
    /// The author's description; may be empty.
    public let description: String
    /// The schema version; always 3.
    public let version: Int
    /// The tensors of the first graph.
    public let tensors: [Tensor]
    /// The operators of the first graph, in execution order.
    public let operators: [Operator]
    /// The indices of the graph's input tensors.
    public let inputs: [Int]
    /// The indices of the graph's output tensors.
    public let outputs: [Int]
    /// The author's metadata about inputs and outputs; nil when there is none.
    public let metadata: ModelMetadata?

    let bytes: FileBytes
    /// The byte range of each tensor's stored elements; nil for tensors that are not constants.
    let storage: [Range<Int>?]

    /// Reads a model.
    ///
    /// - Parameters:
    ///   - bytes: The whole model.
    ///   - name: The name for error messages.
    /// - Throws: ``ModelFileError/table(file:offset:fault:)`` or
    ///   ``ModelFileError/model(file:fault:)``.
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
    ///
    /// - Throws: ``ModelFileError/cannotOpen(path:reason:)``, ``ModelFileError/notAFile(path:)``,
    ///   or the error of ``init(bytes:name:)``.
    public init(path: String) throws(ModelFileError) {
        try self.init(bytes: FileBytes(mapping: path), name: path)
    }
}

extension TFLiteModel {
    /// Returns the elements of a constant in row-major order, in the tensor's element type.
    ///
    /// A dense constant is not copied; a sparse one is expanded by every call.
    ///
    /// - Parameter tensor: An index into ``tensors``.
    /// - Returns: The elements' bytes; nil when the tensor is not a constant or does not exist.
    /// - Throws: ``ModelFileError/model(file:fault:)`` when the stored size does not match the
    ///   shape and type, or a sparse constant's description is invalid.
    public func constantBytes(of tensor: Int) throws(ModelFileError) -> FileBytes? {
        guard storage.indices.contains(tensor), let range = storage[tensor],
            let stored = bytes.slice(offset: range.lowerBound, count: range.count)
        else { return nil }
        let description = tensors[tensor]
        guard let sparsity = description.sparsity else {
            try checkSize(of: description, stored: range.count)
            return stored
        }
        do {
            return try SparseExpansion(description, sparsity).expand(stored, in: bytes)
        } catch {
            throw .model(
                file: name,
                fault: .sparsity(tensor: tensor, name: description.name, fault: error))
        }
    }

    private func checkSize(of tensor: Tensor, stored: Int) throws(ModelFileError) {
        let expected: Int
        if let size = tensor.type.size {
            expected = tensor.elementCount * size
        } else if tensor.type == .int4 {
            expected = (tensor.elementCount + 1) / 2
        } else {
            return
        }
        guard stored == expected else {
            throw .model(
                file: name,
                fault: .constantSize(
                    tensor: tensor.index, name: tensor.name, expected: expected, found: stored))
        }
    }
}

extension TFLiteModel {
    /// Returns the files in the zip archive appended to the model, such as `handedness.txt`; nil
    /// when there is none.
    ///
    /// - Throws: ``ModelFileError/archive(file:offset:fault:)`` when the archive is corrupt.
    public func associatedFiles() throws(ModelFileError) -> ModelBundle? {
        do {
            return try ModelBundle(archive: bytes, name: name)
        } catch .archive(_, _, .noEndRecord) {
            return nil
        }
    }

    /// Returns the bytes of the associated file called `file`; nil when there is none.
    ///
    /// - Throws: ``ModelFileError/archive(file:offset:fault:)`` when the archive is corrupt.
    public func associatedFile(named file: String) throws(ModelFileError) -> FileBytes? {
        guard let files = try associatedFiles(), files.contains(named: file) else { return nil }
        return try files.bytes(named: file)
    }
}
