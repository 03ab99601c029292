import LandmarkTestSupport

/// A value in the options of an operator of MediaPipe.
enum FlexValue {
    case integer(Int)
    case float(Float)
    case integers([Int])

    /// Returns a FlexBuffer whose root is a map, with values of four bytes; the keys must be in order.
    static func map(_ entries: [(key: String, value: FlexValue)]) -> [UInt8] {
        var bytes: [UInt8] = []
        let keys = entries.map { entry in
            defer { bytes += Array(entry.key.utf8) + [0] }
            return bytes.count
        }
        while bytes.count % 4 != 0 { bytes.append(0) }
        let vectors = entries.map { entry -> Int? in
            guard case .integers(let values) = entry.value else { return nil }
            bytes += littleEndian(Int32(values.count))
            defer { bytes += values.flatMap { littleEndian(Int32(truncatingIfNeeded: $0)) } }
            return bytes.count
        }
        bytes += littleEndian(Int32(entries.count))
        let keyList = bytes.count
        for key in keys { bytes += littleEndian(Int32(bytes.count - key)) }
        bytes += littleEndian(Int32(bytes.count - keyList)) + littleEndian(Int32(4))
        bytes += littleEndian(Int32(entries.count))
        let values = bytes.count
        var types: [UInt8] = []
        for (entry, vector) in zip(entries, vectors) {
            switch entry.value {
            case .integer(let number):
                bytes += littleEndian(Int32(truncatingIfNeeded: number))
                types.append(1 << 2 | 2)
            case .float(let number):
                bytes += littleEndian(number.bitPattern)
                types.append(3 << 2 | 2)
            case .integers:
                bytes += littleEndian(Int32(bytes.count - (vector ?? 0)))
                types.append(11 << 2 | 2)
            }
        }
        bytes += types
        // The root: where the map is, its type, and the bytes of the distance to it.
        return bytes + littleEndian(Int32(bytes.count - values)) + [9 << 2 | 2, 4]
    }
}
