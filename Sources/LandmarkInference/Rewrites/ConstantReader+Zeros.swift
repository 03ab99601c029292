/// Rows after which it is worth looking whether any column is still in doubt.
private let rowsBetweenLooks = 8

extension ConstantReader {
    /// Which rows of a constant, all before its last dimension, hold something but zeros.
    func filledRows(_ value: Value) throws(InferenceError) -> [Bool] {
        let (rows, columns) = (value.pixels, value.channels)
        return try filled(value, count: rows) { bytes, half in
            half
                ? Self.filledRows(rows, columns, of: bytes, as: UInt16.self)
                : Self.filledRows(rows, columns, of: bytes, as: UInt32.self)
        }
    }

    /// Which columns of a constant, its last dimension, hold something but zeros.
    func filledColumns(_ value: Value) throws(InferenceError) -> [Bool] {
        let (rows, columns) = (value.pixels, value.channels)
        return try filled(value, count: columns) { bytes, half in
            half
                ? Self.filledColumns(rows, columns, of: bytes, as: UInt16.self)
                : Self.filledColumns(rows, columns, of: bytes, as: UInt32.self)
        }
    }

    /// What `body` finds in the constant's numbers; what is no constant is filled.
    private func filled(
        _ value: Value, count: Int, _ body: (_ bytes: UnsafeRawPointer, _ half: Bool) -> [Bool]
    ) throws(InferenceError) -> [Bool] {
        var filled = Array(repeating: true, count: count)
        guard let constant = value.constant else { return filled }
        try withWeights(of: constant) { filled = body($0, $1) }
        return filled
    }

    // A loop for each kind of number, over plain memory: a network has millions of them, which are
    // looked at while somebody waits for the first result.

    private static func filledRows<Bits: FixedWidthInteger>(
        _ rows: Int, _ columns: Int, of bytes: UnsafeRawPointer, as type: Bits.Type
    ) -> [Bool] {
        (0..<rows).map { row in
            let row = bytes + row * columns * MemoryLayout<Bits>.stride
            return (0..<columns).contains { magnitude(row, $0, as: type) != 0 }
        }
    }

    private static func filledColumns<Bits: FixedWidthInteger>(
        _ rows: Int, _ columns: Int, of bytes: UnsafeRawPointer, as type: Bits.Type
    ) -> [Bool] {
        withUnsafeTemporaryAllocation(of: Bits.self, capacity: columns) { seen in
            seen.initialize(repeating: 0)
            // Mostly a few rows leave no column in doubt.
            for row in 0..<rows {
                let numbers = bytes + row * columns * MemoryLayout<Bits>.stride
                for column in 0..<columns { seen[column] |= magnitude(numbers, column, as: type) }
                if row % rowsBetweenLooks == 0, !seen.contains(0) { break }
            }
            return seen.map { $0 != 0 }
        }
    }

    /// A floating-point number's bits but the sign: 0 for either zero.
    private static func magnitude<Bits: FixedWidthInteger>(
        _ row: UnsafeRawPointer, _ column: Int, as type: Bits.Type
    ) -> Bits {
        row.loadUnaligned(fromByteOffset: column * MemoryLayout<Bits>.stride, as: type) << 1
    }
}
