/// Bounds-checked numbers of a TIFF structure in the byte order that it names itself.
struct TIFFBytes {
    private let bytes: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    /// Takes over `bytes` when they begin like a TIFF file.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 8 else { return nil }
        switch Array(bytes.prefix(4)) {
        case [0x49, 0x49, 42, 0]: isLittleEndian = true
        case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
        default: return nil
        }
        self.bytes = bytes
    }

    /// The 16-bit number at `offset`, or nil when it does not lie inside.
    func uint16(at offset: Int) -> UInt16? {
        number(at: offset, count: 2).map { UInt16(truncatingIfNeeded: $0) }
    }

    /// The 32-bit number at `offset`, or nil when it does not lie inside.
    func uint32(at offset: Int) -> UInt32? { number(at: offset, count: 4) }

    private func number(at offset: Int, count: Int) -> UInt32? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let start = bytes.startIndex + offset
        let range = bytes[start..<start + count]
        return isLittleEndian
            ? range.reversed().reduce(0) { $0 << 8 | UInt32($1) }
            : range.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
