/// FlatBuffers data under bounds-checked reading.
///
/// Every offset is followed only after a check. Offsets to tables, vectors and texts only lead
/// forwards, and a schema nests to a fixed depth, so no walk can go in a circle; what many offsets
/// share is paid for from a budget in proportion to the data, so none can take for ever either.
/// Valid only inside the closure that lends the bytes.
final class FlatBuffer {
    let bytes: UnsafeRawBufferPointer
    let file: String
    private var budget: Int

    init(_ bytes: UnsafeRawBufferPointer, file: String) {
        self.bytes = bytes
        self.file = file
        let (scaled, overflow) = bytes.count.multipliedReportingOverflow(by: 8)
        budget = overflow ? Int.max : max(scaled, 65_536)
    }

    /// The table that the data begins with, after a check of the four letters behind its offset.
    func root(identifier: String) throws(ModelFileError) -> FlatBufferTable {
        let offset = Int(try load(UInt32.self, at: 0))
        _ = try load(UInt32.self, at: 4)
        let found = String(decoding: bytes[4..<8], as: UTF8.self)
        guard found == identifier else {
            throw error(.identifier(expected: identifier, found: found), at: 4)
        }
        return try FlatBufferTable(self, at: offset)
    }

    func load<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type, at offset: Int
    ) throws(ModelFileError) -> Value {
        let size = MemoryLayout<Value>.size
        guard offset >= 0, offset <= bytes.count - size else {
            throw error(.outside(size: size, available: bytes.count), at: offset)
        }
        return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// Where the offset stored at `position` leads.
    func follow(_ position: Int) throws(ModelFileError) -> Int {
        let offset = Int(try load(UInt32.self, at: position))
        guard offset > 0 else { throw error(.emptyOffset, at: position) }
        return position + offset
    }

    /// Pays for copying `count` bytes found at `offset`.
    func charge(_ count: Int, at offset: Int) throws(ModelFileError) {
        guard count <= budget else { throw error(.tooMuchSharing, at: offset) }
        budget -= count
    }

    func error(_ fault: TableFault, at offset: Int) -> ModelFileError {
        .table(file: file, offset: offset, fault: fault)
    }
}
