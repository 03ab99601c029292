#if os(Linux)
/// Codes bits by their likelihood, so that an expected bit takes a fraction of a bit: the range
/// coder of the Lempel–Ziv–Markov chain algorithm (LZMA). Encoder and decoder take the same steps,
/// so the coding is written once for both.
protocol BitCoder {
    /// Codes a bit, and learns from it.
    ///
    /// - Parameters:
    ///   - bit: The bit; a decoder ignores it.
    ///   - likelihood: The likelihood that the bit is 0.
    /// - Returns: The bit.
    mutating func code(
        _ bit: Bool, _ likelihood: inout Likelihood
    ) throws(FrameChunk.Damage) -> Bool

    /// Codes the lowest bits of a number without modeling them.
    mutating func code(_ number: UInt64, bits: Int) throws(FrameChunk.Damage) -> UInt64
}

/// The likelihood that a bit is 0, as learned from earlier bits.
struct Likelihood {
    static let bits = UInt32(12)
    /// In units of 2^−12.
    fileprivate var value = UInt32(1) << (bits - 1)

    fileprivate mutating func learn(_ bit: Bool) {
        if bit { value -= value >> 4 } else { value += ((1 << Self.bits) - value) >> 4 }
    }
}

/// Writes bits.
struct BitEncoder: BitCoder {
    private var bytes: [UInt8] = []
    private var low = UInt64(0)
    private var range = UInt32.max
    /// A byte that a carry may still change, and the number of 255 bytes after it.
    private var pending = UInt8(0)
    private var pendingCount = 0
    private var isFirst = true

    mutating func code(
        _ bit: Bool, _ likelihood: inout Likelihood
    ) throws(FrameChunk.Damage) -> Bool {
        let bound = (range >> Likelihood.bits) * likelihood.value
        if bit {
            low += UInt64(bound)
            range -= bound
        } else {
            range = bound
        }
        likelihood.learn(bit)
        normalize()
        return bit
    }

    mutating func code(_ number: UInt64, bits: Int) throws(FrameChunk.Damage) -> UInt64 {
        for place in (0..<bits).reversed() {
            range >>= 1
            if number >> UInt64(place) & 1 == 1 { low += UInt64(range) }
            normalize()
        }
        return number
    }

    /// The bytes of everything that was coded.
    mutating func finish() -> [UInt8] {
        for _ in 0..<5 { shift() }
        // A decoder reads zeros past the end.
        while bytes.last == 0 { bytes.removeLast() }
        return bytes
    }

    private mutating func normalize() {
        while range < 1 << 24 {
            range <<= 8
            shift()
        }
    }

    private mutating func shift() {
        if low < 0xff00_0000 || low > 0xffff_ffff {
            let carry = UInt8(truncatingIfNeeded: low >> 32)
            if !isFirst { bytes.append(pending &+ carry) }
            for _ in 0..<pendingCount { bytes.append(0xff &+ carry) }
            pendingCount = 0
            isFirst = false
            pending = UInt8(truncatingIfNeeded: low >> 24)
        } else {
            pendingCount += 1
        }
        low = (low & 0x00ff_ffff) << 8
    }
}

/// Reads what ``BitEncoder`` wrote.
struct BitDecoder: BitCoder {
    private let bytes: ArraySlice<UInt8>
    private var place: Int
    private var range = UInt32.max
    private var value = UInt32(0)

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
        for _ in 0..<4 { value = value << 8 | nextByte() }
    }

    mutating func code(
        _ bit: Bool, _ likelihood: inout Likelihood
    ) throws(FrameChunk.Damage) -> Bool {
        let bound = (range >> Likelihood.bits) * likelihood.value
        let found = value >= bound
        if found {
            value -= bound
            range -= bound
        } else {
            range = bound
        }
        likelihood.learn(found)
        try normalize()
        return found
    }

    mutating func code(_ number: UInt64, bits: Int) throws(FrameChunk.Damage) -> UInt64 {
        var found = UInt64(0)
        for _ in 0..<bits {
            range >>= 1
            let bit = value >= range
            if bit { value -= range }
            found = found << 1 | (bit ? 1 : 0)
            try normalize()
        }
        return found
    }

    private mutating func normalize() throws(FrameChunk.Damage) {
        while range < 1 << 24 {
            range <<= 8
            value = value << 8 | nextByte()
            // The encoder omits zeros at the end, but only a few.
            guard place <= bytes.endIndex + 64 else {
                throw FrameChunk.Damage(reason: "truncated landmarks")
            }
        }
    }

    private mutating func nextByte() -> UInt32 {
        defer { place += 1 }
        return place < bytes.endIndex ? UInt32(bytes[place]) : 0
    }
}
#endif
