internal import CLandmarkKernels

/// Floats aligned to a cache line, freed with their owner.
final class AlignedMemory {
    let base: UnsafeMutablePointer<Float>
    let count: Int
    /// The memory that this is a part of, if any, which frees it.
    private let whole: AlignedMemory?

    /// Floats in a cache line.
    static let line = 16
    /// Floats in a large page.
    static let largePage = LK_LARGE_PAGE / MemoryLayout<Float>.stride

    /// Allocates zeros.
    ///
    /// - Throws: `InferenceError.outOfMemory`.
    convenience init(count: Int) throws(InferenceError) {
        try self.init(uninitialized: count)
        base.initialize(repeating: 0, count: count)
    }

    /// Allocates memory for the caller to initialize. From the size of a large page up, it consists of large
    /// pages, if the system has any.
    ///
    /// - Throws: `InferenceError.outOfMemory`.
    init(uninitialized count: Int) throws(InferenceError) {
        let bytes = max(count, 1) * MemoryLayout<Float>.stride
        let large = count < Self.largePage ? nil : lk_large_memory(bytes)
        // Swift's own allocation would end the process where there is no memory.
        guard let raw = large ?? lk_line_memory(bytes) else { throw .outOfMemory(bytes: bytes) }
        self.count = count
        base = raw.bindMemory(to: Float.self, capacity: max(count, 1))
        whole = nil
    }

    /// Makes the part of `whole` that begins `offset` floats into it, at a cache line.
    init(_ whole: AlignedMemory, from offset: Int, count: Int) {
        self.whole = whole
        self.count = count
        base = whole.base + offset
    }

    deinit {
        if whole == nil { lk_memory_free(base) }
    }
}

/// Memory for weights, in few large pieces: the system takes longer to provide small pages than it
/// takes to fill them.
final class WeightMemory {
    /// The sizes of pieces. The unused end of a piece costs only the rest of a page, but a page may be large,
    /// so a piece is no larger than what is still expected.
    private static let pieceCounts = AlignedMemory.largePage / 8...4 * AlignedMemory.largePage

    /// The floats still expected in pieces.
    private var expected: Int
    private var piece: AlignedMemory?
    private var used = 0

    /// - Parameter expected: The sizes of all memory that will be taken, as far as they are known.
    init(expected: [Int]) {
        self.expected = expected.reduce(0) { $1 < AlignedMemory.largePage ? $0 + $1 : $0 }
    }

    /// Returns memory for `count` floats, for the caller to initialize.
    ///
    /// - Throws: `InferenceError.outOfMemory`.
    func take(_ count: Int) throws(InferenceError) -> AlignedMemory {
        guard count < AlignedMemory.largePage else {
            return try AlignedMemory(uninitialized: count)
        }
        if let piece, piece.count - used >= count { return part(of: piece, count) }
        let limits = Self.pieceCounts
        let size = min(max(expected, limits.lowerBound, count), limits.upperBound)
        let new = try AlignedMemory(uninitialized: size)
        expected -= new.count
        piece = new
        used = 0
        return part(of: new, count)
    }

    private func part(of piece: AlignedMemory, _ count: Int) -> AlignedMemory {
        defer { used += (count + AlignedMemory.line - 1) / AlignedMemory.line * AlignedMemory.line }
        return AlignedMemory(piece, from: used, count: count)
    }
}

/// Temporary memory that is reused, so that the system provides its pages only once.
final class Scratch {
    private var memory: AlignedMemory?

    /// Floats allocated.
    var count: Int { memory?.count ?? 0 }

    /// Returns at least `count` floats with any values, valid until the next call.
    ///
    /// - Throws: `InferenceError.outOfMemory`.
    func take(_ count: Int) throws(InferenceError) -> UnsafeMutablePointer<Float> {
        if let memory, memory.count >= count { return memory.base }
        // Frees the smaller memory first, so that the new allocation can take its place.
        memory = nil
        let new = try AlignedMemory(uninitialized: count)
        memory = new
        return new.base
    }
}
