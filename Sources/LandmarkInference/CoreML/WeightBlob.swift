/// The weights of a Core ML program: a header, then for each array a record of 64 bytes with its type,
/// size and place, and the numbers, all aligned to 64 bytes.
struct WeightBlob {
    private static let alignment = 64
    /// Marks the beginning of a record.
    private static let sentinel: UInt32 = 0xdead_beef
    private static let version: UInt32 = 2

    private var records: [UInt8] = []
    private var count: UInt32 = 0

    /// The bytes of the file.
    var bytes: [UInt8] {
        Self.padded(littleEndian(count) + littleEndian(Self.version)) + records
    }

    /// Appends numbers, and returns the offset of their record in the file.
    mutating func append(_ values: [Float], _ precision: ExportPrecision) -> Int {
        let numbers = precision.bytes(of: values)
        let offset = Self.alignment + records.count
        let type: UInt32 = precision == .half ? 1 : 2
        records += Self.padded(
            littleEndian(Self.sentinel) + littleEndian(type) + littleEndian(UInt64(numbers.count))
                + littleEndian(UInt64(offset + Self.alignment)))
        records += Self.padded(numbers)
        count += 1
        return offset
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + repeatElement(0, count: (alignment - bytes.count % alignment) % alignment)
    }
}
