/// Sources and graph inputs from which packets come, by their numbers: the graph inputs first.
///
/// One bit for each, as thousands of nodes may be driven by thousands of them.
struct DriverSet: Sendable, Equatable {
    private var words: [UInt64] = []

    init() {}

    init(_ driver: Int) {
        words = Array(repeating: 0, count: driver / 64 + 1)
        words[driver / 64] = 1 << (driver % 64)
    }

    mutating func formUnion(_ other: DriverSet) {
        // Most often they share their storage.
        if words == other.words { return }
        if words.isEmpty { return self = other }
        while words.count < other.words.count { words.append(0) }
        for place in other.words.indices { words[place] |= other.words[place] }
    }

    func forEach(_ body: (Int) -> Void) {
        for (place, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body(64 * place + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }
}
