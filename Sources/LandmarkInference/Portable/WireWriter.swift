/// Writes a protocol buffer message, field by field.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes a number of a varint field; negative ones take ten bytes.
    mutating func number(_ field: Int, _ value: Int) {
        key(field, 0)
        varint(UInt64(bitPattern: Int64(value)))
    }

    mutating func boolean(_ field: Int, _ value: Bool) { number(field, value ? 1 : 0) }

    mutating func float(_ field: Int, _ value: Float) {
        key(field, 5)
        bytes += littleEndian(value.bitPattern)
    }

    mutating func string(_ field: Int, _ value: String) { data(field, Array(value.utf8)) }

    mutating func data(_ field: Int, _ value: [UInt8]) {
        key(field, 2)
        varint(UInt64(value.count))
        bytes += value
    }

    /// Writes a nested message.
    mutating func message(_ field: Int, _ write: (inout WireWriter) -> Void) {
        var nested = WireWriter()
        write(&nested)
        data(field, nested.bytes)
    }

    /// Writes the fields of another message.
    mutating func append(_ other: WireWriter) { bytes += other.bytes }

    /// Writes an entry of a map from strings to messages.
    mutating func entry(_ field: Int, _ name: String, _ write: (inout WireWriter) -> Void) {
        message(field) { entry in
            entry.string(1, name)
            entry.message(2, write)
        }
    }

    /// Writes a packed list of varints.
    mutating func numbers(_ field: Int, _ values: [Int]) {
        var packed = WireWriter()
        for value in values { packed.varint(UInt64(bitPattern: Int64(value))) }
        data(field, packed.bytes)
    }

    /// Writes a packed list of floats.
    mutating func floats(_ field: Int, _ values: [Float]) {
        data(field, values.flatMap { value in littleEndian(value.bitPattern) })
    }

    private mutating func key(_ field: Int, _ type: Int) {
        varint(UInt64(field << 3 | type))
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// The bytes of an integer, lowest first.
func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
}
