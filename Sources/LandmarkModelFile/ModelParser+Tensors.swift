extension ModelParser {
    private enum Slot {
        static let shape = 0
        static let type = 1
        static let buffer = 2
        static let name = 3
        static let quantization = 4
        static let isVariable = 5
        static let sparsity = 6
    }

    func readTensors(
        _ tables: [FlatBufferTable], buffers: [Range<Int>]
    ) throws(ModelFileError) -> ([Tensor], [Range<Int>?]) {
        var tensors: [Tensor] = []
        var storage: [Range<Int>?] = []
        tensors.reserveCapacity(tables.count)
        storage.reserveCapacity(tables.count)
        for (index, table) in tables.enumerated() {
            let name = try table.text(Slot.name) ?? ""
            let number = Int(try table.integer(Slot.buffer, as: UInt32.self))
            // Buffer 0 is shared by all tensors without stored elements.
            guard number == 0 || buffers.indices.contains(number) else {
                throw refusal(
                    .buffer(tensor: index, name: name, buffer: number, buffers: buffers.count))
            }
            let range = number == 0 || buffers[number].isEmpty ? nil : buffers[number]
            storage.append(range)
            tensors.append(
                Tensor(
                    index: index, name: name, shape: try readShape(table, index, name),
                    type: try readType(table, index, name), isConstant: range != nil,
                    isVariable: try table.flag(Slot.isVariable),
                    quantization: try readQuantization(try table.table(Slot.quantization)),
                    sparsity: try readSparsity(try table.table(Slot.sparsity), index, name)))
        }
        return (tensors, storage)
    }

    private func readShape(
        _ table: FlatBufferTable, _ index: Int, _ name: String
    ) throws(ModelFileError) -> [Int] {
        let shape = try table.integers(Slot.shape) ?? []
        var count = 1
        for dimension in shape {
            // Both factors stay below 2³¹, so the product cannot overflow.
            guard shape.count <= Tensor.maximumRank, dimension >= 1,
                count * dimension <= Tensor.maximumElementCount
            else { throw refusal(.shape(tensor: index, name: name, shape: shape)) }
            count *= dimension
        }
        return shape
    }

    private func readType(
        _ table: FlatBufferTable, _ index: Int, _ name: String
    ) throws(ModelFileError) -> ElementType {
        let value = Int(try table.integer(Slot.type, as: Int8.self))
        guard let type = ElementType(rawValue: value) else {
            throw refusal(.elementType(tensor: index, name: name, type: value))
        }
        return type
    }

    private func readQuantization(
        _ table: FlatBufferTable?
    ) throws(ModelFileError) -> Quantization? {
        guard let table, let scales = try table.floats(2), !scales.isEmpty else { return nil }
        return Quantization(
            scales: scales, zeroPoints: try table.longIntegers(3) ?? [],
            minimum: try table.floats(0) ?? [], maximum: try table.floats(1) ?? [],
            dimension: Int(try table.integer(6, as: Int32.self)))
    }

    private func readSparsity(
        _ table: FlatBufferTable?, _ tensor: Int, _ name: String
    ) throws(ModelFileError) -> Sparsity? {
        guard let table else { return nil }
        var levels: [Sparsity.Level] = []
        for (level, dimension) in (try table.tables(2) ?? []).enumerated() {
            let format = Int(try dimension.integer(0, as: Int8.self))
            if format == 0 {
                levels.append(.dense(size: Int(try dimension.integer(1, as: Int32.self))))
                continue
            }
            guard format == 1,
                let segments = try readIndexList(dimension, kindSlot: 2),
                let indices = try readIndexList(dimension, kindSlot: 4)
            else {
                let fault = SparsityFault.format(level: level, value: format)
                throw refusal(.sparsity(tensor: tensor, name: name, fault: fault))
            }
            levels.append(.sparse(segments: segments, indices: indices))
        }
        return Sparsity(
            traversalOrder: try table.integers(0) ?? [], blockMap: try table.integers(1) ?? [],
            levels: levels)
    }

    /// Reads a list of positions: a union of tables with 32-, 16- and 8-bit numbers.
    private func readIndexList(
        _ table: FlatBufferTable, kindSlot: Int
    ) throws(ModelFileError) -> Sparsity.IndexList? {
        let width: Int
        switch try table.integer(kindSlot, as: UInt8.self) {
        case 1: width = 4
        case 2: width = 2
        case 3: width = 1
        default: return nil
        }
        guard let list = try table.table(kindSlot + 1)?.vector(0, elementSize: width) else {
            return Sparsity.IndexList(offset: 0, count: 0, width: width)
        }
        return Sparsity.IndexList(offset: list.start, count: list.count, width: width)
    }
}
