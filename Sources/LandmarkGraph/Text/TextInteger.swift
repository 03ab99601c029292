/// An integer in protobuf text format: signed or unsigned, with 64 bits.
///
/// `Int128` could represent both, but exists only since iOS 18 and macOS 15.
public struct TextInteger: Sendable, Hashable {
    /// The value without its sign.
    public let magnitude: UInt64
    /// Whether the value is below zero.
    public let isNegative: Bool

    /// Creates an integer from its parts; zero has no sign.
    public init(magnitude: UInt64, isNegative: Bool = false) {
        self.magnitude = magnitude
        self.isNegative = isNegative && magnitude != 0
    }

    /// Creates an integer.
    public init(_ value: some BinaryInteger & FixedWidthInteger) {
        self.init(magnitude: UInt64(clamping: value.magnitude), isNegative: value < 0)
    }
}

extension TextInteger: ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Creates an integer from a literal.
    public init(integerLiteral value: Int) { self.init(value) }

    /// The digits, after a minus sign if the value is below zero.
    public var description: String { (isNegative ? "-" : "") + String(magnitude) }
}

extension Int {
    /// Creates the value of `integer`, unless it is out of range.
    init?(exactly integer: TextInteger) {
        if integer.isNegative {
            guard integer.magnitude <= Int.min.magnitude else { return nil }
            self = Int(truncatingIfNeeded: 0 &- integer.magnitude)
        } else {
            self.init(exactly: integer.magnitude)
        }
    }
}

extension UInt64 {
    /// Creates the value of `integer`, unless it is below zero.
    init?(exactly integer: TextInteger) {
        guard !integer.isNegative else { return nil }
        self = integer.magnitude
    }
}

extension Double {
    /// Creates the number nearest to `integer`.
    init(_ integer: TextInteger) {
        self = integer.isNegative ? -Double(integer.magnitude) : Double(integer.magnitude)
    }
}
