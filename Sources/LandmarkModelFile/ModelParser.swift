/// Parses the tables of a model. A parser must not outlive the closure that provides its bytes.
struct ModelParser {
    struct Parsed {
        var description: String
        var version: Int
        var tensors: [Tensor]
        var operators: [Operator]
        var inputs: [Int]
        var outputs: [Int]
        var metadata: ModelMetadata?
        var storage: [Range<Int>?]
    }

    // The slots of the fields read, by table.
    private enum ModelSlot {
        static let version = 0
        static let operatorCodes = 1
        static let graphs = 2
        static let description = 3
        static let buffers = 4
        static let metadata = 6
    }
    private enum GraphSlot {
        static let tensors = 0
        static let inputs = 1
        static let outputs = 2
        static let operators = 3
    }

    let buffer: FlatBuffer
    let file: String

    init(_ bytes: UnsafeRawBufferPointer, file: String) {
        buffer = FlatBuffer(bytes, file: file)
        self.file = file
    }

    func parse() throws(ModelFileError) -> Parsed {
        let model = try buffer.root(identifier: "TFL3")
        let version = Int(try model.integer(ModelSlot.version, as: UInt32.self))
        guard version == 3 else { throw refusal(.version(version)) }
        guard let graph = try model.tables(ModelSlot.graphs)?.first else {
            throw refusal(.noGraph)
        }
        let buffers = try readBuffers(try model.tables(ModelSlot.buffers) ?? [])
        let (tensors, storage) = try readTensors(
            try required(try graph.tables(GraphSlot.tensors), "tensors"), buffers: buffers)
        let codes = try readCodes(
            try required(try model.tables(ModelSlot.operatorCodes), "operator codes"))
        let operators = try readOperators(
            try required(try graph.tables(GraphSlot.operators), "operators"),
            codes: codes, tensors: tensors.count)
        let inputs = try required(try graph.integers(GraphSlot.inputs), "inputs")
        let outputs = try required(try graph.integers(GraphSlot.outputs), "outputs")
        try OrderCheck(file: file, tensors: tensors, operators: operators)
            .check(inputs: inputs, outputs: outputs)
        return Parsed(
            description: try model.text(ModelSlot.description) ?? "", version: version,
            tensors: tensors, operators: operators, inputs: inputs, outputs: outputs,
            metadata: try readMetadata(
                try model.tables(ModelSlot.metadata) ?? [], buffers: buffers),
            storage: storage)
    }

    func refusal(_ fault: ModelFault) -> ModelFileError { .model(file: file, fault: fault) }

    private func required<Element>(
        _ list: [Element]?, _ what: String
    ) throws(ModelFileError) -> [Element] {
        guard let list, !list.isEmpty else { throw refusal(.missing(what)) }
        return list
    }

    /// Returns the byte range of each buffer, empty for one without bytes.
    private func readBuffers(_ tables: [FlatBufferTable]) throws(ModelFileError) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(tables.count)
        for (index, table) in tables.enumerated() {
            if let data = try table.vector(0, elementSize: 1), data.count > 0 {
                ranges.append(data.byteRange)
                continue
            }
            // Models above 2 GB store the bytes after the tables; offsets 0 and 1 mean none.
            let offset = try table.integer(1, as: UInt64.self)
            let size = try table.integer(2, as: UInt64.self)
            guard offset > 1 else {
                ranges.append(0..<0)
                continue
            }
            let total = UInt64(buffer.bytes.count)
            guard offset <= total, size <= total - offset else {
                throw refusal(.bufferOutside(buffer: index, offset: offset, size: size))
            }
            ranges.append(Int(offset)..<Int(offset + size))
        }
        return ranges
    }

    private func readMetadata(
        _ tables: [FlatBufferTable], buffers: [Range<Int>]
    ) throws(ModelFileError) -> ModelMetadata? {
        for table in tables {
            guard let name = try table.text(0), name == "TFLITE_METADATA" else { continue }
            let index = Int(try table.integer(1, as: UInt32.self))
            guard buffers.indices.contains(index) else {
                throw refusal(
                    .metadataBuffer(name: name, buffer: index, buffers: buffers.count))
            }
            let raw = UnsafeRawBufferPointer(rebasing: buffer.bytes[buffers[index]])
            return try MetadataParser(raw, model: file).parse()
        }
        return nil
    }
}

/// Validates that the operators can run in the order in which they are listed.
struct OrderCheck {
    let file: String
    let tensors: [Tensor]
    let operators: [Operator]

    func check(inputs: [Int], outputs: [Int]) throws(ModelFileError) {
        var isWritten = tensors.map { $0.isConstant || $0.isVariable }
        for tensor in inputs {
            try require(tensor)
            isWritten[tensor] = true
        }
        for step in operators {
            for case .some(let tensor) in step.inputs where !isWritten[tensor] {
                throw unwritten(step.index, tensor)
            }
            for tensor in step.outputs {
                guard !isWritten[tensor] else {
                    throw .model(
                        file: file,
                        fault: .written(
                            operator: step.index, tensor: tensor, name: tensors[tensor].name))
                }
                isWritten[tensor] = true
            }
        }
        for tensor in outputs {
            try require(tensor)
            guard isWritten[tensor] else { throw unwritten(nil, tensor) }
        }
    }

    private func require(_ tensor: Int) throws(ModelFileError) {
        guard tensors.indices.contains(tensor) else {
            throw .model(
                file: file,
                fault: .tensorIndex(operator: nil, index: tensor, tensors: tensors.count))
        }
    }

    private func unwritten(_ step: Int?, _ tensor: Int) -> ModelFileError {
        .model(
            file: file,
            fault: .unwritten(operator: step, tensor: tensor, name: tensors[tensor].name))
    }
}
