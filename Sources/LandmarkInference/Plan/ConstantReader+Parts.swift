internal import LandmarkModelFile

extension ConstantReader {
    /// Hands out a constant's floats, halves as they are stored in the file.
    func withWeights(
        of constant: Constant, _ body: (_ bytes: UnsafeRawPointer, _ half: Bool) -> Void
    ) throws(InferenceError) {
        try withWeights(of: constant.tensor) { bytes, half in
            guard let part = constant.part else { return body(bytes, half) }
            if half {
                Self.withPart(part, of: bytes, as: UInt16.self) { body($0, true) }
            } else {
                Self.withPart(part, of: bytes, as: UInt32.self) { body($0, false) }
            }
        }
    }

    /// A constant's floats, row-major.
    func floats(of constant: Constant) throws(InferenceError) -> [Float] {
        guard let part = constant.part else { return try floats(of: constant.tensor) }
        let bytes = part.rows.count * part.columns.count * MemoryLayout<Float>.stride
        try budget.check(bytes: bytes)
        var floats: [Float] = []
        try withWeights(of: constant) { bytes, half in
            floats = self.floats(at: bytes, half: half, part.rows.count * part.columns.count)
        }
        return floats
    }

    /// Copies what is kept of a tensor's numbers and hands the copy out.
    private static func withPart<Number: FixedWidthInteger>(
        _ part: Constant.Part, of bytes: UnsafeRawPointer, as type: Number.Type,
        _ body: (UnsafeRawPointer) -> Void
    ) {
        let count = part.rows.count * part.columns.count
        let isWhole = part.columns.count == part.wholeColumns
        withUnsafeTemporaryAllocation(of: Number.self, capacity: count) { copy in
            guard var place = copy.baseAddress, count > 0 else { return }
            for row in part.rows {
                let numbers = bytes + row * part.wholeColumns * MemoryLayout<Number>.stride
                if isWhole {
                    UnsafeMutableRawPointer(place).copyMemory(
                        from: numbers, byteCount: part.wholeColumns * MemoryLayout<Number>.stride)
                } else {
                    pick(part.columns, of: numbers, to: place)
                }
                place += part.columns.count
            }
            if let base = copy.baseAddress { body(UnsafeRawPointer(base)) }
        }
    }

    private static func pick<Number: FixedWidthInteger>(
        _ columns: [Int], of row: UnsafeRawPointer, to place: UnsafeMutablePointer<Number>
    ) {
        columns.withUnsafeBufferPointer { columns in
            for index in columns.indices {
                (place + index).initialize(
                    to: row.loadUnaligned(
                        fromByteOffset: columns[index] * MemoryLayout<Number>.stride,
                        as: Number.self))
            }
        }
    }
}
