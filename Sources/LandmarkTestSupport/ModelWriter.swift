/// Writes small TensorFlow Lite models for tests.
///
/// The tables can be changed before they are written, to create broken models.
package struct ModelWriter {
    /// The fields of the root table other than the lists below.
    package var model: [Int: FlatField] = [0: .int(3), 3: .text("test")]
    package var codes: [[Int: FlatField]] = []
    package var tensors: [[Int: FlatField]] = []
    package var operators: [[Int: FlatField]] = []
    /// The buffers; buffer 0 belongs to all tensors without stored elements.
    package var buffers: [[Int: FlatField]] = [[:]]
    package var inputs: [Int] = []
    package var outputs: [Int] = []

    package init() {}

    /// Adds a tensor, by default of 32-bit floats, and returns its index.
    package mutating func tensor(
        _ shape: [Int], type: Int = 0, name: String? = nil, content: [UInt8]? = nil
    ) -> Int {
        var fields: [Int: FlatField] = [
            0: .integers(shape), 1: .byte(type), 3: .text(name ?? "t\(tensors.count)"),
        ]
        if let content {
            fields[2] = .int(Int32(buffers.count))
            buffers.append([0: .bytes(content)])
        }
        tensors.append(fields)
        return tensors.count - 1
    }

    /// Adds a tensor that is an input of the model, and returns its index.
    package mutating func input(_ shape: [Int]) -> Int {
        inputs.append(tensor(shape))
        return tensors.count - 1
    }

    /// Adds a constant tensor of 32-bit floats, and returns its index.
    package mutating func constant(_ shape: [Int], _ values: [Float]) -> Int {
        tensor(shape, content: values.flatMap { littleEndian($0.bitPattern) })
    }

    /// Adds a constant tensor of 32-bit integers, and returns its index.
    package mutating func constant(_ shape: [Int], _ values: [Int]) -> Int {
        tensor(shape, type: 2, content: values.flatMap { littleEndian(Int32($0)) })
    }

    /// Adds an operator with one new tensor as output, and returns the tensor's index.
    package mutating func step(
        _ code: Int, _ inputs: [Int], shape: [Int], options: (kind: Int, [Int: FlatField])? = nil
    ) -> Int {
        let result = tensor(shape)
        step(code, inputs, outputs: [result], options: options)
        return result
    }

    /// Adds an operator; `custom` is the name of an operator with code 32 (custom).
    package mutating func step(
        _ code: Int, _ inputs: [Int], outputs: [Int], custom: String? = nil,
        options: (kind: Int, [Int: FlatField])? = nil
    ) {
        var codeFields: [Int: FlatField] = [0: .byte(min(code, 127)), 3: .int(Int32(code))]
        codeFields[1] = custom.map { .text($0) }
        codes.append(codeFields)
        var fields: [Int: FlatField] = [
            0: .int(Int32(codes.count - 1)), 1: .integers(inputs), 2: .integers(outputs),
        ]
        if let options {
            fields[3] = .byte(options.kind)
            fields[4] = .table(options.1)
        }
        operators.append(fields)
    }

    /// Returns the bytes of the model.
    package func bytes() -> [UInt8] {
        let graph: [Int: FlatField] = [
            0: .tables(tensors), 1: .integers(inputs), 2: .integers(outputs),
            3: .tables(operators),
        ]
        let lists: [Int: FlatField] = [
            1: .tables(codes), 2: .tables([graph]), 4: .tables(buffers),
        ]
        return FlatNode.table(lists.merging(model) { $1 }).data(identifier: "TFL3")
    }
}

// MARK: FlatBuffers

/// FlatBuffers data: a table, vector, or text, with the nodes that it refers to.
package indirect enum FlatNode {
    /// A table's fields by slot.
    case table([Int: FlatField])
    /// A vector of tables.
    case tables([FlatNode])
    /// A vector of numbers, as their bytes.
    case numbers([UInt8], size: Int)
    case text(String)

    package static func integers(_ values: [Int32]) -> FlatNode {
        .numbers(values.flatMap(littleEndian), size: 4)
    }

    package static func longs(_ values: [Int64]) -> FlatNode {
        .numbers(values.flatMap(littleEndian), size: 8)
    }

    package static func floats(_ values: [Float]) -> FlatNode {
        .numbers(values.flatMap { littleEndian($0.bitPattern) }, size: 4)
    }

    /// Returns the bytes of a file with this table as its root.
    package func data(identifier: String) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 0] + Array(identifier.utf8)
        let root = write(to: &bytes)
        bytes.replaceSubrange(0..<4, with: littleEndian(UInt32(root)))
        return bytes
    }

    /// Appends the node and the nodes it refers to, and returns the position of the node.
    private func write(to bytes: inout [UInt8]) -> Int {
        switch self {
        case .table(let fields):
            return Self.write(fields, to: &bytes)
        case .tables(let nodes):
            let start = Self.align(&bytes, to: 4)
            bytes += littleEndian(UInt32(nodes.count))
            bytes += Array(repeating: 0, count: 4 * nodes.count)
            for (index, node) in nodes.enumerated() {
                Self.refer(from: start + 4 + 4 * index, to: node, in: &bytes)
            }
            return start
        case .numbers(let content, let size):
            // Constants align their first element to 16 bytes.
            while bytes.count % 16 != 12 { bytes.append(0) }
            defer { bytes += littleEndian(UInt32(content.count / size)) + content }
            return bytes.count
        case .text(let text):
            let start = Self.align(&bytes, to: 4)
            bytes += littleEndian(UInt32(text.utf8.count)) + Array(text.utf8) + [0]
            return start
        }
    }

    private static func write(_ fields: [Int: FlatField], to bytes: inout [UInt8]) -> Int {
        let slots = (fields.keys.max() ?? -1) + 1
        var offsets = [UInt16](repeating: 0, count: slots)
        var body: [UInt8] = [0, 0, 0, 0]
        for (slot, field) in fields.sorted(by: { $0.key < $1.key }) {
            while body.count % min(field.width, 8) != 0 { body.append(0) }
            offsets[slot] = UInt16(body.count)
            body += field.placeholder
        }
        let layout = align(&bytes, to: 2)
        bytes += littleEndian(UInt16(4 + 2 * slots)) + littleEndian(UInt16(body.count))
        bytes += offsets.flatMap(littleEndian)
        let start = align(&bytes, to: 8)
        body.replaceSubrange(0..<4, with: littleEndian(Int32(start - layout)))
        bytes += body
        for (slot, field) in fields.sorted(by: { $0.key < $1.key }) {
            guard case .node(let node) = field else { continue }
            refer(from: start + Int(offsets[slot]), to: node, in: &bytes)
        }
        return start
    }

    private static func refer(from position: Int, to node: FlatNode, in bytes: inout [UInt8]) {
        let target = node.write(to: &bytes)
        bytes.replaceSubrange(
            position..<position + 4, with: littleEndian(UInt32(target - position)))
    }

    @discardableResult
    private static func align(_ bytes: inout [UInt8], to alignment: Int) -> Int {
        while bytes.count % alignment != 0 { bytes.append(0) }
        return bytes.count
    }
}

/// Returns the bytes of `value` in little-endian order.
package func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

/// A field of a FlatBuffers table.
package enum FlatField {
    /// A number, as its bytes.
    case number([UInt8])
    /// An offset to a node after the table.
    case node(FlatNode)

    package static func byte(_ value: Int) -> FlatField {
        .number([UInt8(truncatingIfNeeded: value)])
    }
    package static func int(_ value: Int32) -> FlatField { .number(littleEndian(value)) }
    package static func long(_ value: UInt64) -> FlatField { .number(littleEndian(value)) }
    package static func float(_ value: Float) -> FlatField {
        .number(littleEndian(value.bitPattern))
    }
    package static func text(_ value: String) -> FlatField { .node(.text(value)) }
    package static func table(_ fields: [Int: FlatField]) -> FlatField { .node(.table(fields)) }
    package static func tables(_ list: [[Int: FlatField]]) -> FlatField {
        .node(.tables(list.map { .table($0) }))
    }
    package static func integers(_ values: [Int]) -> FlatField {
        .node(.integers(values.map { Int32($0) }))
    }
    package static func floats(_ values: [Float]) -> FlatField { .node(.floats(values)) }
    package static func bytes(_ values: [UInt8]) -> FlatField {
        .node(.numbers(values, size: 1))
    }

    var width: Int {
        switch self {
        case .number(let bytes): bytes.count
        case .node: 4
        }
    }

    var placeholder: [UInt8] {
        switch self {
        case .number(let bytes): bytes
        case .node: [0, 0, 0, 0]
        }
    }
}
