/// Bounds-checked access to a protocol buffer message.
///
/// A reader must not outlive the closure that provides its bytes.
struct WireReader {
    /// The value of a field, by wire type.
    enum Value {
        case number(UInt64)
        case fixed64
        case fixed32(UInt32)
        case bytes(Range<Int>)
    }

    private let bytes: UnsafeRawBufferPointer
    private let file: String
    private let end: Int
    /// The position of the next field or number.
    private(set) var position: Int

    init(_ bytes: UnsafeRawBufferPointer, range: Range<Int>, file: String) {
        self.bytes = bytes
        self.file = file
        position = range.lowerBound
        end = range.upperBound
    }

    /// Returns a reader for the nested message or packed list in `range` of the same data.
    func message(_ range: Range<Int>) -> WireReader {
        WireReader(bytes, range: range, file: file)
    }

    var isAtEnd: Bool { position >= end }

    /// Reads the next field; nil at the end.
    mutating func field() throws(ModelFileError) -> (number: Int, value: Value, offset: Int)? {
        guard !isAtEnd else { return nil }
        let start = position
        let key = try number()
        let field = Int(truncatingIfNeeded: key >> 3)
        guard field > 0, key >> 3 < 1 << 29 else { throw error(.fieldNumber, at: start) }
        switch key & 7 {
        case 0: return (field, .number(try number()), start)
        case 1:
            _ = try take(8)
            return (field, .fixed64, start)
        case 2:
            let count = try number()
            guard count <= UInt64(end - position) else { throw error(.cutOff, at: start) }
            return (field, .bytes(try take(Int(count))), start)
        case 5: return (field, .fixed32(try fixed32()), start)
        default:
            throw error(.wireType(field: field, type: Int(key & 7)), at: start)
        }
    }

    /// Reads a variable-length number: seven bits per byte, lowest first.
    mutating func number() throws(ModelFileError) -> UInt64 {
        let start = position
        var value: UInt64 = 0
        for index in 0..<10 {
            let byte = bytes[try take(1).lowerBound]
            value |= UInt64(byte & 0x7f) << (7 * UInt64(index))
            if byte & 0x80 == 0 { return value }
        }
        throw error(.numberTooLong, at: start)
    }

    mutating func fixed32() throws(ModelFileError) -> UInt32 {
        let at = try take(4).lowerBound
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }

    private mutating func take(_ count: Int) throws(ModelFileError) -> Range<Int> {
        guard count <= end - position else { throw error(.cutOff, at: position) }
        defer { position += count }
        return position..<position + count
    }

    func error(_ fault: GeometryFault, at offset: Int) -> ModelFileError {
        .geometry(file: file, offset: offset, fault: fault)
    }
}
