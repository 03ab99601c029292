/// How much `option_value` lines may still read and copy.
///
/// Each of them may copy a large message to a place of its own, so that what a file asks for grows
/// with the square of its length, or, through subgraphs, faster.
struct OptionWork {
    /// A graph's lines together read and copy no more fields and values than this.
    static let limit = 1_000_000

    private var left = Self.limit

    /// Whether there was more to do than may be done.
    var isExhausted: Bool { left < 0 }

    /// Counts fields and values that are about to be read or copied.
    mutating func spend(_ count: Int) throws(OptionFault) {
        guard left >= count else {
            left = -1
            throw .tooMuch
        }
        left -= count
    }
}

/// Why an `option_value` cannot be followed.
enum OptionFault: Error {
    case reason(String)
    /// See `OptionWork`.
    case tooMuch
}
