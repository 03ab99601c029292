/// The smallest part of a text that has a meaning.
struct TextToken {
    enum Kind: Equatable {
        case identifier
        /// An integer without a sign, in base 8, 10 or 16.
        case integer(base: Int)
        /// A number with a point, an exponent or the suffix `f`.
        case float
        /// A string with its quotes.
        case string
        /// A single byte, such as `{`.
        case symbol(UInt8)
        case end
    }

    let kind: Kind
    /// The token's bytes.
    let range: Range<Int>
    let position: TextPosition

    func `is`(_ symbol: Unicode.Scalar) -> Bool { kind == .symbol(UInt8(ascii: symbol)) }
}
