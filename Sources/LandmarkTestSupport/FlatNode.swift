/// FlatBuffers data to be written: a table, vector or text, with what it refers to.
package indirect enum FlatNode {
    /// A table's fields by slot.
    case table([Int: FlatField])
    /// A vector of tables.
    case tables([FlatNode])
    /// A vector of numbers, given as their bytes.
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

    /// The data whose root is this table.
    package func data(identifier: String) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 0] + Array(identifier.utf8)
        let root = write(to: &bytes)
        bytes.replaceSubrange(0..<4, with: littleEndian(UInt32(root)))
        return bytes
    }

    /// Appends the node and, behind it, what it refers to; gives back where it begins.
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
            // The first element is aligned to 16 as constants are.
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

/// A number's bytes, the lowest first.
package func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
