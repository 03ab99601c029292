extension ConstantReader {
    /// Which rows of a constant, all before its last dimension, hold something but zeros.
    func filledRows(_ value: Value) throws(InferenceError) -> [Bool] {
        let columns = value.channels
        var filled = Array(repeating: true, count: value.pixels)
        try withZeros(of: value) { isZero in
            for row in filled.indices {
                filled[row] = !(0..<columns).allSatisfy { isZero(row * columns + $0) }
            }
        }
        return filled
    }

    /// Which columns of a constant, its last dimension, hold something but zeros.
    func filledColumns(_ value: Value) throws(InferenceError) -> [Bool] {
        let columns = value.channels
        var filled = Array(repeating: true, count: columns)
        try withZeros(of: value) { isZero in
            // Rows are read until no column is left in doubt: mostly a few.
            var empty = Array(0..<columns)
            for row in 0..<value.pixels where !empty.isEmpty {
                empty.removeAll { !isZero(row * columns + $0) }
            }
            for column in empty { filled[column] = false }
        }
        return filled
    }

    /// Hands out whether the number at a place is zero, of either sign.
    private func withZeros(
        of value: Value, _ body: (_ isZero: (Int) -> Bool) -> Void
    ) throws(InferenceError) {
        guard let constant = value.constant else { return }
        try withWeights(of: constant) { bytes, half in
            if half {
                body { bytes.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self) << 1 == 0 }
            } else {
                body { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) << 1 == 0 }
            }
        }
    }
}
