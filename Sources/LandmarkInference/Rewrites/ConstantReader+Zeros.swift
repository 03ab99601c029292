/// The number of rows between checks whether any column is still all zero.
private let rowsBetweenChecks = 8

extension ConstantReader {
    /// Returns, for each row of a constant (all dimensions but the last), whether any number is
    /// nonzero.
    ///
    /// - Throws: `InferenceError.modelFile`, `.mismatch` or `.tooLarge`.
    func nonzeroRows(_ value: NetworkGraph.Value) throws(InferenceError) -> [Bool] {
        let (rows, columns) = (value.pixels, value.channels)
        return try nonzero(value, count: rows) { bytes, isHalf in
            isHalf
                ? Self.nonzeroRows(rows, columns, of: bytes, as: UInt16.self)
                : Self.nonzeroRows(rows, columns, of: bytes, as: UInt32.self)
        }
    }

    /// Returns, for each column of a constant (the last dimension), whether any number is nonzero.
    ///
    /// - Throws: `InferenceError.modelFile`, `.mismatch` or `.tooLarge`.
    func nonzeroColumns(_ value: NetworkGraph.Value) throws(InferenceError) -> [Bool] {
        let (rows, columns) = (value.pixels, value.channels)
        return try nonzero(value, count: columns) { bytes, isHalf in
            isHalf
                ? Self.nonzeroColumns(rows, columns, of: bytes, as: UInt16.self)
                : Self.nonzeroColumns(rows, columns, of: bytes, as: UInt32.self)
        }
    }

    /// Returns the result of `body` for the numbers of a constant; all true for any other value.
    private func nonzero(
        _ value: NetworkGraph.Value, count: Int,
        _ body: (_ bytes: UnsafeRawPointer, _ isHalf: Bool) -> [Bool]
    ) throws(InferenceError) -> [Bool] {
        var nonzero = Array(repeating: true, count: count)
        guard let constant = value.constant else { return nonzero }
        try withNumbers(of: constant) { nonzero = body($0, $1) }
        return nonzero
    }

    // One loop per number format over raw memory: networks have millions of weights, and this runs
    // before the first result.

    private static func nonzeroRows<Bits: FixedWidthInteger>(
        _ rows: Int, _ columns: Int, of bytes: UnsafeRawPointer, as type: Bits.Type
    ) -> [Bool] {
        (0..<rows).map { row in
            let row = bytes + row * columns * MemoryLayout<Bits>.stride
            return (0..<columns).contains { magnitude(row, $0, as: type) != 0 }
        }
    }

    private static func nonzeroColumns<Bits: FixedWidthInteger>(
        _ rows: Int, _ columns: Int, of bytes: UnsafeRawPointer, as type: Bits.Type
    ) -> [Bool] {
        withUnsafeTemporaryAllocation(of: Bits.self, capacity: columns) { found in
            found.initialize(repeating: 0)
            // Usually a few rows suffice to find every column nonzero.
            for row in 0..<rows {
                let numbers = bytes + row * columns * MemoryLayout<Bits>.stride
                for column in 0..<columns { found[column] |= magnitude(numbers, column, as: type) }
                if row % rowsBetweenChecks == 0, !found.contains(0) { break }
            }
            return found.map { $0 != 0 }
        }
    }

    /// Returns the bits of a floating-point number without the sign: 0 for either zero.
    private static func magnitude<Bits: FixedWidthInteger>(
        _ row: UnsafeRawPointer, _ column: Int, as type: Bits.Type
    ) -> Bits {
        row.loadUnaligned(fromByteOffset: column * MemoryLayout<Bits>.stride, as: type) << 1
    }
}
