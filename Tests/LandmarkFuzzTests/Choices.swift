/// A series of decisions, made by the bytes of an input or, once those are used up, by a generator.
///
/// A generator of structured values that asks it turns any bytes into a value, and small changes of the
/// bytes into similar values.
package struct Choices {
    private let bytes: [UInt8]
    private var position = 0
    private var state: UInt32
    /// Whether the bytes are used up.
    var isEmpty: Bool { position >= bytes.count }

    /// Decides by `bytes`, and by zeros after them.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        state = 0
    }

    /// Decides by pseudo-random numbers.
    package init(seed: UInt32) {
        bytes = []
        state = seed | 1
    }

    /// The next byte.
    mutating func byte() -> UInt8 {
        if position < bytes.count {
            position += 1
            return bytes[position - 1]
        }
        guard state != 0 else { return 0 }
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        return UInt8(truncatingIfNeeded: state >> 11)
    }

    /// A number from 0 to `count` − 1; `count` is at least 1.
    package mutating func below(_ count: Int) -> Int {
        if count <= 256 { return Int(byte()) % count }
        return (Int(byte()) << 16 | Int(byte()) << 8 | Int(byte())) % count
    }

    /// True once in `count` times.
    mutating func once(in count: Int) -> Bool { below(count) == count - 1 }

    /// One of the elements of a list that is not empty.
    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// A 32-bit number, often one at which arithmetic ends.
    mutating func number() -> Int32 {
        switch below(4) {
        case 0: return Int32(Int8(bitPattern: byte()))
        case 1: return Self.ends[below(Self.ends.count)]
        case 2: return 1 << Int32(below(31))
        default:
            return Int32(
                bitPattern: UInt32(byte()) << 24 | UInt32(byte()) << 16 | UInt32(byte()) << 8
                    | UInt32(byte()))
        }
    }

    private static let ends: [Int32] = [
        0, 1, -1, 2, 3, 4, 7, 8, 16, 255, 256, 65535, 65536, .max, .min, .max - 1, 1 << 28,
        1 << 30,
    ]
}
