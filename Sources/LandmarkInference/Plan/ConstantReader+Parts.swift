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
        withUnsafeTemporaryAllocation(of: Number.self, capacity: count) { copy in
            var place = 0
            for row in part.rows {
                let start = row * part.wholeColumns
                for column in part.columns {
                    let offset = (start + column) * MemoryLayout<Number>.stride
                    copy.initializeElement(
                        at: place, to: bytes.loadUnaligned(fromByteOffset: offset, as: type))
                    place += 1
                }
            }
            if let base = copy.baseAddress { body(UnsafeRawPointer(base)) }
        }
    }
}
