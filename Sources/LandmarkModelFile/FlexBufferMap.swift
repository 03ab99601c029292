/// The map at the root of a FlexBuffer: how custom operators store their options.
///
/// The format is that of FlatBuffers' `flexbuffers.h`: values are stored before the references to them,
/// offsets point backward, and the root's type and width are the last two bytes.
public struct FlexBufferMap: Sendable {
    private enum Kind {
        static let integer = 1, unsigned = 2, float = 3
        static let indirectInteger = 6, indirectUnsigned = 7, indirectFloat = 8
        static let map = 9, vector = 10, integerVector = 11, unsignedVector = 12
    }

    /// A value in the buffer: where it is, the width of its bytes, and its type.
    private struct Reference {
        var position: Int
        var width: Int
        var kind: Int
        /// The width of the value that an offset at `position` leads to.
        var childWidth: Int
    }

    private let bytes: [UInt8]
    private var entries: [String: Reference] = [:]

    /// Reads the keys of the map; nil if the bytes are not a map.
    public init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count > 2, let last = bytes.last, [1, 2, 4, 8].contains(Int(last)) else {
            return nil
        }
        let root = reference(
            at: bytes.count - 2 - Int(last), width: Int(last),
            packedType: bytes[bytes.count - 2])
        guard root.kind == Kind.map, let map = target(of: root),
            let count = unsigned(at: map - root.childWidth, root.childWidth),
            let keys = offset(at: map - 3 * root.childWidth, root.childWidth),
            let keyWidth = unsigned(at: map - 2 * root.childWidth, root.childWidth),
            [1, 2, 4, 8].contains(keyWidth), count <= bytes.count
        else { return nil }
        for index in 0..<count {
            guard let name = offset(at: keys + index * keyWidth, keyWidth).flatMap(string),
                let value = element(index, of: count, at: map, width: root.childWidth)
            else { return nil }
            entries[name] = value
        }
    }

    /// The integer with this key; nil if there is none.
    public func integer(_ key: String) -> Int? { entries[key].flatMap(integer) }

    /// The number with this key; nil if there is none.
    public func number(_ key: String) -> Double? { entries[key].flatMap(number) }

    /// The integers of the vector with this key; nil if there is none.
    public func integers(_ key: String) -> [Int]? {
        guard let vector = entries[key], let start = target(of: vector),
            let count = unsigned(at: start - vector.childWidth, vector.childWidth),
            count <= bytes.count
        else { return nil }
        var integers: [Int] = []
        for index in 0..<count {
            let value: Reference?
            switch vector.kind {
            case Kind.vector: value = element(index, of: count, at: start, width: vector.childWidth)
            case Kind.integerVector, Kind.unsignedVector:
                value = Reference(
                    position: start + index * vector.childWidth, width: vector.childWidth,
                    kind: vector.kind == Kind.integerVector ? Kind.integer : Kind.unsigned,
                    childWidth: vector.childWidth)
            default: return nil
            }
            guard let integer = value.flatMap(integer) else { return nil }
            integers.append(integer)
        }
        return integers
    }

    // MARK: Values

    /// An element of a map or an untyped vector, whose types follow the elements.
    private func element(_ index: Int, of count: Int, at start: Int, width: Int) -> Reference? {
        let type = start + count * width + index
        guard bytes.indices.contains(type) else { return nil }
        return reference(at: start + index * width, width: width, packedType: bytes[type])
    }

    private func reference(at position: Int, width: Int, packedType: UInt8) -> Reference {
        Reference(
            position: position, width: width, kind: Int(packedType >> 2),
            childWidth: 1 << Int(packedType & 3))
    }

    private func integer(_ value: Reference) -> Int? {
        switch value.kind {
        case Kind.integer: signed(at: value.position, value.width)
        case Kind.unsigned: unsigned(at: value.position, value.width)
        case Kind.indirectInteger: target(of: value).flatMap { signed(at: $0, value.childWidth) }
        case Kind.indirectUnsigned: target(of: value).flatMap { unsigned(at: $0, value.childWidth) }
        default: nil
        }
    }

    private func number(_ value: Reference) -> Double? {
        switch value.kind {
        case Kind.float: float(at: value.position, value.width)
        case Kind.indirectFloat: target(of: value).flatMap { float(at: $0, value.childWidth) }
        default: integer(value).map(Double.init)
        }
    }

    // MARK: Bytes

    private func target(of value: Reference) -> Int? { offset(at: value.position, value.width) }

    /// The position to which the offset at `position` leads.
    private func offset(at position: Int, _ width: Int) -> Int? {
        guard let distance = unsigned(at: position, width), distance <= position else { return nil }
        return position - distance
    }

    private func pattern(at position: Int, _ width: Int) -> UInt64? {
        guard position >= 0, position <= bytes.count - width else { return nil }
        return (0..<width).reduce(0) { $0 | UInt64(bytes[position + $1]) << (8 * $1) }
    }

    private func unsigned(at position: Int, _ width: Int) -> Int? {
        pattern(at: position, width).flatMap { Int(exactly: $0) }
    }

    private func signed(at position: Int, _ width: Int) -> Int? {
        pattern(at: position, width).map {
            Int(Int64(bitPattern: $0 << (64 - 8 * width)) >> (64 - 8 * width))
        }
    }

    private func float(at position: Int, _ width: Int) -> Double? {
        guard let pattern = pattern(at: position, width) else { return nil }
        switch width {
        case 4: return Double(Float(bitPattern: UInt32(pattern)))
        case 8: return Double(bitPattern: pattern)
        default: return nil
        }
    }

    private func string(at position: Int) -> String? {
        guard position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else {
            return nil
        }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }
}
